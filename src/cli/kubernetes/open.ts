/**
 * Answers what a plan leaves open because nobody stated what the lists cover, and how to state it.
 */
import type { Owner } from '../../collectors/kubernetes/index.js'

/** One line for what rests on kinds that are not covered. */
export const openIn = ({ passes }: Pick<Owner.Plan, 'passes'>): ReadonlyArray<string> => {
  const owners = new Set<string>()
  let waiting = 0
  for (const { kept } of passes)
    for (const { reasons } of kept)
      for (const reason of reasons) {
        if (reason._tag === 'OwnerNotCovered') owners.add(reason.owner.kind)
        if (reason._tag === 'DependentsNotCovered') waiting++
      }
  return [
    ...(owners.size === 0
      ? []
      : [
          `${open}whether owners exist that are not listed, of ${[...owners].sort().join(', ')}: state with -A, --listed-in or --covers what was listed in full`,
        ]),
    ...(waiting === 0
      ? []
      : [
          `${open}whether there are dependents of kinds that are not listed: list them, or state --covers or --whole-cluster`,
        ]),
  ]
}

const open = 'not known, so what depends on it is kept: '
