/** What a row of docs/divergences.md holds. */

/** How a difference was found. `law`: by generated input; `mutation`: by a bug that was planted. */
export type How = 'vector' | 'atlas' | 'live run' | 'reading' | 'law' | 'mutation'

/** A case that shows it: `FILE#CASE` of a file of cases, `FILE#TITLE` of a test, or the file of a capture. */
export type Shown = string

/** A difference that was found, and mended unless it is said to be open. */
export interface Found {
  readonly component: Component
  /** What the real component does. */
  readonly real: string
  /** What gcplan did. */
  readonly was: string
  readonly how: How
  readonly shown: Shown
  /** Where something else than a mend became of it. */
  readonly became?: string
}

/** A difference that stays. */
export interface Kept {
  readonly component: Component
  readonly real: string
  readonly here: string
  readonly because: string
  readonly shown: Shown
}

/** Parts of the real systems, in the order of the page. */
export const components = [
  'API server',
  'owner collector',
  'namespaces',
  'definitions',
  'volumes and claims',
  'workloads',
  'histories',
  'pod GC',
  'signing requests and tokens',
  'other controllers',
  'kubelet: containers',
  'kubelet: images',
  'kubelet: eviction',
  'containerd',
  'Docker',
] as const

/** One of them. */
export type Component = (typeof components)[number]
