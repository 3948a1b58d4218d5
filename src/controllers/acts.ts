/** Requests that several controllers send. */
import { type WholeObject, finalizersWithout } from '../apiserver/object.js'
import type { ApiRequest, DeleteOptions } from '../apiserver/request.js'
import type { View } from './controller.js'

/** An update that takes a finalizer off an object. */
export const takeFinalizer = (object: WholeObject, finalizer: string): ApiRequest =>
  withFinalizers(object, finalizersWithout(finalizer, object))

/** An update that puts a finalizer on an object. */
export const putFinalizer = (object: WholeObject, finalizer: string): ApiRequest =>
  withFinalizers(object, [...(object.metadata.finalizers ?? []), finalizer])

const withFinalizers = (object: WholeObject, finalizers: ReadonlyArray<string>): ApiRequest => ({
  _tag: 'Update',
  object: { ...object, metadata: { ...object.metadata, finalizers } },
})

/** A request to delete an object; none for a kind that is not served. */
export const deleteOf = (view: View, object: WholeObject, options: DeleteOptions): ReadonlyArray<ApiRequest> => {
  const address = view.addressOf(object)
  return address === undefined ? [] : [{ _tag: 'Delete', object: address, options }]
}

/** An update, if it changes anything. */
export const updateOf = (before: WholeObject, after: WholeObject): ReadonlyArray<ApiRequest> =>
  before === after ? [] : [{ _tag: 'Update', object: after }]
