/** What a server is told, what it remembers, and what it says of patches that it does not take. */
import type { AdmitDelete } from './admission.js'
import type { WholeObject } from './object.js'
import type { ServerPolicy } from './policy.js'
import type { ScopeTable } from './scope.js'
import type { ServedKinds } from './definition.js'
import type { StoreMemory } from './store.js'

/** The type of a patch that a kind does not take. */
export interface UnsupportedMediaType {
  readonly _tag: 'UnsupportedMediaType'
  readonly code: 415
}

/** What a server is told: the time, the scopes, and how it numbers versions. */
export interface Ledger {
  readonly now: () => Date
  readonly scopes: ScopeTable
  /** The resource version that an object gets with the change of this number, which begin at one. */
  readonly versionOf: (change: number, object: WholeObject) => string | undefined
  /** A definition as the handler of its instances has it, which hears of changes later. Default: as it is. */
  readonly definitionSeen?: ((definition: WholeObject) => WholeObject) | undefined
  /** Default: the rules of Kubernetes 1.36. */
  readonly policy?: ServerPolicy | undefined
  /** Refuses to delete an object, in words, as an admission policy does; nobody refuses where it is left out. */
  readonly admitDelete?: AdmitDelete | undefined
}

/** What a server remembers beside the objects that it holds. */
export interface Past {
  /** How many changes there were. */
  readonly version: number
  readonly store: StoreMemory
  readonly served: ServedKinds
}
