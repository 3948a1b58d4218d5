import type { KubeObject } from '../../apiserver/object.js'
import type { Scope } from '../../apiserver/scope.js'

/** An API version and a kind, e.g. `apps/v1` and `ReplicaSet`. */
export interface ObjectType {
  readonly apiVersion: string
  readonly kind: string
}

/** An object with its metadata decoded. */
export interface ListedObject extends KubeObject {
  /** As given, for whoever reads more than metadata, e.g. how long a pod has to end. */
  readonly spec?: unknown
  readonly status?: unknown
  /** The whole object as it was given, by reference: spec, status and whatever else it holds. */
  readonly body: Readonly<Record<string, unknown>>
}

/** One list, or one page of a list. */
export interface ListRead {
  /** Where it stood in the input, e.g. `[3]`; empty for an input that is one list. */
  readonly path: string
  /** Of a list of one kind, such as PodList; absent for a `List`, whose items are of any kind. */
  readonly of?: ObjectType | undefined
  /** Kinds that it shows, each once, in the order of first sight. */
  readonly shows: ReadonlyArray<ObjectType>
  readonly count: number
  /** True when the server said that there is more. */
  readonly continues: boolean
  /** How many more, as far as the server knows. */
  readonly remaining?: number | undefined
}

/** An object whose name was given to another one between two lists. */
export interface Recreated extends ObjectType {
  readonly namespace?: string | undefined
  readonly name: string
  /** Of the newer object, which stays. */
  readonly uid: string
  /** Of the older one, which is gone by then and is left out. */
  readonly formerUid: string
}

/** Everything found. */
export interface Listing {
  /** Each uid once, in the order of first sight. */
  readonly objects: ReadonlyArray<ListedObject>
  readonly lists: ReadonlyArray<ListRead>
  /** Of the custom resources that are defined by an object of the input, versions that are served. */
  readonly scopes: ReadonlyArray<Scope>
  /** How many objects came more than once in different versions; the newest counts. */
  readonly relisted: number
  readonly recreated: ReadonlyArray<Recreated>
}
