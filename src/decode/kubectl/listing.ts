import type { KubeObject } from '../../apiserver/object.js'
import type { Scope } from '../../apiserver/scope.js'

/** An API version and a kind, e.g. `apps/v1` and `ReplicaSet`. */
export interface ObjectType {
  readonly apiVersion: string
  readonly kind: string
}

/** An object with its metadata decoded. */
export interface ListedObject extends KubeObject {
  /** As given. */
  readonly spec?: unknown
  readonly status?: unknown
  /** The whole object as it was given, by reference: spec, status and whatever else it holds. */
  readonly body: Readonly<Record<string, unknown>>
}

/** One list, or one page of a list. */
export interface ListRead {
  /** Its path in the input, e.g. `[3]`; empty for an input that is one list. */
  readonly path: string
  /** The kind of a typed list, such as PodList; absent for a `List`. */
  readonly of?: ObjectType | undefined
  /** Kinds in it, each once, in order of first occurrence. */
  readonly shows: ReadonlyArray<ObjectType>
  readonly count: number
  /** True when the server reported more pages. */
  readonly continues: boolean
  /** The server's count of the remaining items. */
  readonly remaining?: number | undefined
}

/** An object that was recreated between two lists. */
export interface Recreated extends ObjectType {
  readonly namespace?: string | undefined
  readonly name: string
  /** Of the newer object, which stays. */
  readonly uid: string
  /** Of the older object, which is dropped. */
  readonly formerUid: string
}

/** Everything that was decoded. */
export interface Listing {
  /** Each uid once, in order of first occurrence. */
  readonly objects: ReadonlyArray<ListedObject>
  readonly lists: ReadonlyArray<ListRead>
  /** Served versions of custom resources, by the CRDs in the input. */
  readonly scopes: ReadonlyArray<Scope>
  /** How many objects came in several versions; the newest counts. */
  readonly relisted: number
  readonly recreated: ReadonlyArray<Recreated>
}
