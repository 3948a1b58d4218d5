/** The fields of a lifecycle policy, as a form asks for them. */

/** How a value is edited. */
export type LifecycleField = {
  readonly name: string
  readonly title: string
  readonly about: string
} & (
  | { readonly type: 'choice'; readonly options: ReadonlyArray<string> }
  /** Set, cleared or left to weaker rules. */
  | { readonly type: 'switch' }
  | { readonly type: 'count'; readonly least: number }
  | { readonly type: 'text' }
)

/** The rules of a cluster, a kind or a namespace. */
export const ruleFields: ReadonlyArray<LifecycleField> = [
  { name: 'enabled', title: 'Enabled', about: 'whether objects take part; no always wins', type: 'switch' },
  {
    name: 'ttlSeconds',
    title: 'TTL in seconds',
    about: 'how long it stays after it was last needed',
    type: 'count',
    least: 0,
  },
  { name: 'afterFinished', title: 'After finished', about: 'not needed once finished', type: 'switch' },
  { name: 'afterUnused', title: 'After unused', about: 'not needed once nothing active refers to it', type: 'switch' },
  {
    ...{ name: 'minRetentionSeconds', title: 'Least retention in seconds', type: 'count', least: 0 },
    about: 'how long a capacity may not delete it',
  },
]

/** Which kind of object. */
export const kindFields: ReadonlyArray<LifecycleField> = [
  { name: 'kind', title: 'Kind', about: 'e.g. ConfigMap', type: 'text' },
  { name: 'group', title: 'API group', about: 'e.g. batch; empty for the core group', type: 'text' },
]

/** What holds for all rules. */
export const wholeFields: ReadonlyArray<LifecycleField> = [
  {
    ...{ name: 'stated', title: 'Own rules', type: 'choice', options: ['annotations', 'nowhere'] },
    about: 'where objects and namespaces state rules of their own',
  },
  {
    ...{ name: 'missingFinishTime', title: 'Missing finish time', type: 'choice', options: ['unknown', 'observation'] },
    about: 'since when an object has finished that does not record it',
  },
  {
    ...{ name: 'unusedClaims', title: 'Unused claims', type: 'choice', options: ['condition', 'observation'] },
    about: 'since when a claim is unused: its condition, or the first observation',
  },
  {
    ...{ name: 'liveness', title: 'Liveness', type: 'choice', options: ['count', 'reachability'] },
    about: 'whether circles of unused objects stay, or go too',
  },
  {
    ...{ name: 'revisions', title: 'Revisions', type: 'choice', options: ['use', 'ignore'] },
    about: 'whether revisions kept for a rollback count as users',
  },
]

/** How many candidates of a kind are kept. */
export const capacityFields: ReadonlyArray<LifecycleField> = [
  ...kindFields,
  { name: 'limit', title: 'Limit', about: 'candidates that are kept', type: 'count', least: 0 },
]

/** How objects of a kind are deleted. */
export const propagationFields: ReadonlyArray<LifecycleField> = [
  ...kindFields,
  {
    ...{ name: 'policy', title: 'Propagation', type: 'choice', options: ['Background', 'Foreground', 'Orphan'] },
    about: 'what its deletion does with dependents',
  },
]
