/**
 * Answers how a sound value is spoilt at one place in a test, and how often an object is looked at.
 */
import type { KubeObject } from '../../src/apiserver/object.js'

/** A copy of a value with another thing at a place such as `pods[0].spec.nodeName`. */
export const spoilt = (sound: unknown, place: string, thing: unknown): unknown =>
  place
    .split(/[[\].]+/)
    .filter((step) => step !== '')
    .reduceRight(
      (put: (whole: unknown) => unknown, step) => (whole) =>
        Array.isArray(whole)
          ? whole.with(Number(step), put(whole[Number(step)]))
          : { ...(whole as object), [step]: put((whole as Readonly<Record<string, unknown>>)[step]) },
      () => thing,
    )(sound)

/** An object that counts how often somebody reads of which version of the API it is. */
export const watched = <A extends Pick<KubeObject, 'apiVersion'>>(
  object: A,
): { readonly object: A; readonly looks: () => number } => {
  let looks = 0
  return {
    object: Object.defineProperty({ ...object }, 'apiVersion', {
      enumerable: true,
      get: () => {
        looks++
        return object.apiVersion
      },
    }),
    looks: () => looks,
  }
}
