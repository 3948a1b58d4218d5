/** The graph of a cascade: the objects that it touches, their owners, and the wave in which each goes. */
import type { Snapshot } from '../../controllers/owner/snapshot.js'
import { depictWithin } from '../../simulate/cascade/picture.js'
import type { CascadePlan } from '../../simulate/cascade/reason.js'
import { type Fate, type Graph, graphOf } from '../graph.js'

/** The graph, whole. */
export const cascadeGraph = (plan: CascadePlan, snapshot: Snapshot): Graph =>
  graphOf(depictWithin(Infinity)(plan)(snapshot), fatesOf(plan))

const fatesOf = ({ waves, data }: CascadePlan): ReadonlyMap<string, Fate> => {
  const fates = new Map<string, Fate>()
  for (const [place, { changes }] of waves.entries())
    for (const { _tag, target } of changes) {
      const known = fates.get(target.id)
      const goes = _tag === 'Removed' ? place : (known?.goes ?? null)
      fates.set(target.id, { begins: known?.begins ?? place, goes, isLost: false })
    }
  // The data of a volume is told of its claim.
  for (const one of data)
    if (one.verdict === 'lost')
      for (const target of [one.target, ...(one.with === undefined ? [] : [one.with])])
        fates.set(target.id, { begins: null, goes: null, ...fates.get(target.id), isLost: true })
  return fates
}
