/** Objects by where they are, as requests name them. */
import type { WholeObject } from '../../apiserver/object.js'
import type { ApiRequest } from '../../apiserver/request.js'
import type { Universe } from './cells.js'
import { kindOf } from './informers.js'
import type { Context } from './process.js'
import type { World } from './world.js'

/** An object by its number; of one that nobody knows only the uid. */
export const objectOf = ({ objects, uids }: Universe, number: number): WholeObject =>
  objects[number] ?? { apiVersion: '', kind: '', metadata: { name: '', uid: uids[number] ?? '' } }

/** What the server reads to find the place of an object. */
export const placeOfNumber = ({ universe, effects }: Context, number: number): bigint => {
  const object = universe.objects[number]
  return object === undefined ? 0n : effects.placeOf({ ...object, namespace: object.metadata.namespace })
}

/** Where an object is. */
interface Place {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace?: string | undefined
  readonly name: string
}

/** The object at a place. */
export const numberAt = (
  { universe: { objects } }: Context,
  { apiVersion, kind, namespace, name }: Place,
): number | undefined => {
  const wanted = kindOf({ apiVersion, kind })
  const number = objects.findIndex(
    (object) =>
      object !== undefined &&
      object.metadata.name === name &&
      kindOf(object) === wanted &&
      (object.metadata.namespace ?? '') === (namespace ?? ''),
  )
  return number < 0 ? undefined : number
}

/** Where the object of a request is. */
export const addressOf = ({ server }: World, request: ApiRequest): Place | undefined =>
  request._tag === 'Update' || request._tag === 'Create' ? server.addressOf(request.object) : request.object
