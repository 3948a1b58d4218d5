/**
 * Replaces an object as the API server does.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/registry/rest/update.go BeforeUpdate
 */
import type { Answer } from './answer.js'
import { conflict, invalid } from './answer.js'
import type { WholeObject } from './pod.js'
import { storedReferences } from './references.js'
import { replace } from './update.js'
import type { ObjectMeta } from './object.js'
import { canonicalJson } from '../internal/canonical-json.js'

/** Whether a request has to say which version it replaces. */
export type Versioned = 'version-required' | 'version-optional'

/**
 * The object after the request, as `given`.
 *
 * Shape: what only the server sets stays where it is left out; a change of the specification increments the generation,
 * for kinds that have one; an object that says the same as before is that very object. The status is taken with the
 * rest.
 * Fails: `Conflict` (409) for another uid or resource version, `Invalid` (422) as `update` of the API, for a change of what
 * only the server sets, and for a custom resource without its version.
 */
export const putInPlace =
  (versioned: Versioned) =>
  (given: WholeObject) =>
  (before: WholeObject): Answer<WholeObject> => {
    const refusal = versionRefusal(versioned, given.metadata, before.metadata)
    if (refusal !== undefined) return refusal
    const kept = settledMeta(given.metadata, before.metadata)
    const fixed = (['creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds'] as const).find(
      (field) => !isSame(kept[field], before.metadata[field]),
    )
    if (fixed !== undefined) return invalid(`metadata.${fixed}: field is immutable`)
    const next: WholeObject = { ...given, metadata: kept }
    if (isSame(next, before)) return { _tag: 'Stays', code: 200, object: before }
    const { generation } = before.metadata
    const counts = generation !== undefined && generation > 0 && !isSame(next.spec, before.spec)
    return replace(counts ? { ...next, metadata: { ...kept, generation: generation + 1 } } : next)(before)
  }

const versionRefusal = (versioned: Versioned, given: ObjectMeta, before: ObjectMeta): Answer<never> | undefined => {
  const { uid, resourceVersion } = given
  if (uid !== before.uid) return conflict(`uid in request: ${uid}, in object: ${before.uid}`)
  if (resourceVersion === undefined || resourceVersion === '')
    return versioned === 'version-required'
      ? invalid('metadata.resourceVersion: must be specified for an update')
      : undefined
  return resourceVersion === before.resourceVersion
    ? undefined
    : conflict('the object has been modified; please apply your changes to the latest version and try again')
}

/** Metadata as given, with what only the server sets as it was. */
const settledMeta = (given: ObjectMeta, before: ObjectMeta): ObjectMeta => {
  const { ownerReferences } = given
  const kept = {
    ...given,
    resourceVersion: before.resourceVersion,
    generation: before.generation,
    creationTimestamp: given.creationTimestamp ?? before.creationTimestamp,
    deletionTimestamp: given.deletionTimestamp ?? before.deletionTimestamp,
    deletionGracePeriodSeconds: given.deletionGracePeriodSeconds ?? before.deletionGracePeriodSeconds,
    ...(ownerReferences === undefined ? {} : { ownerReferences: storedReferences(ownerReferences) }),
  }
  return kept
}

/** Equal in everything that can be printed. */
const isSame = (a: unknown, b: unknown): boolean => a === b || canonicalJson(a) === canonicalJson(b)
