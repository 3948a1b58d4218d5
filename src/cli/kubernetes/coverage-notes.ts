/** Notes on what a plan leaves unknown because the coverage of the lists was not stated, and how to state it. */

/** A reason of some collector, or that of a collector among several, under its name. */
export interface Fact {
  readonly _tag: string
  readonly reason?: unknown
}

/** What is read of a plan of whichever collector. */
export interface Decided {
  readonly passes: ReadonlyArray<{ readonly kept: ReadonlyArray<{ readonly reasons: ReadonlyArray<Fact> }> }>
}

/** What reasons say of things that were not listed. */
interface Unlisted {
  readonly _tag: string
  readonly owner?: { readonly kind: string }
  readonly source?: { readonly kind: string }
}

/** One line for each thing that is not known because kinds are not covered. */
export const coverageNotes = ({ passes }: Decided): ReadonlyArray<string> => {
  const owners = new Set<string>()
  const users = new Set<string>()
  const tags = new Set<string>()
  for (const { kept } of passes)
    for (const { reasons } of kept)
      for (const fact of reasons) {
        const { _tag, owner, source } = (fact.reason ?? fact) as Unlisted
        tags.add(_tag)
        if (_tag === 'OwnerNotCovered' && owner !== undefined) owners.add(owner.kind)
        if (_tag === 'UsersNotCovered' && source !== undefined) users.add(source.kind)
      }
  return [
    ...(owners.size === 0
      ? []
      : [`unlisted owners of kind ${namesIn(owners)}: state with -A, --listed-in or --covers what was listed in full`]),
    ...(users.size === 0 ? [] : [`unlisted objects that may refer to it, of kind ${namesIn(users)}: ${list}`]),
    ...[...advice].flatMap(([tag, text]) => (tags.has(tag) ? [text] : [])),
  ].map((text) => `unknown, so what depends on it is kept: ${text}`)
}

const namesIn = (kinds: ReadonlySet<string>): string => [...kinds].sort().join(', ')

const list = 'list them, and state -A, --covers or --whole-cluster'

const advice: ReadonlyMap<string, string> = new Map([
  ['DependentsNotCovered', 'dependents of unlisted kinds: list those kinds, or state --covers or --whole-cluster'],
  ['NodeNotCovered', `unlisted nodes: ${list}`],
  ['PodsUnlisted', `Secrets that unlisted pods use: ${list}`],
  ['PodsNotCovered', `revisions that unlisted pods use: ${list}`],
  ['NamespaceUnknown', `settings of unlisted namespaces: ${list}`],
])
