/**
 * Applies changes of leases to a store.
 */
import type { either as E } from 'fp-ts'

import * as fp from '../../core/fp.js'
import { type Span, instant, millisOf } from '../../core/time.js'
import { assumedEmptyByPolicy } from '../unknown-references.js'
import { type Lease, type LeaseResource, emptyNamespace } from '../snapshot.js'
import { expireKey, flatKey } from '../labels/key-grammar.js'
import type { Policy } from '../policy.js'
import { plainRecord } from '../record.js'
import { setsDirty } from '../scheduler/dirty.js'
import type { Change, ChangeError } from './change.js'
import { invalid, resourceError } from './lease-resource.js'
import { type NamespaceDraft, type Store, itemsOf, resourceKey, draftOf } from './store.js'

/** True when the store is marked dirty by a change. */
export type Done = E.Either<ChangeError, boolean>

const aDay = 86_400_000

/**
 * Creates a lease.
 *
 * @upstream containerd v2.3.4 core/leases/lease.go WithExpiration
 */
export const createLease = (
  store: Store,
  { namespace, id, expiresIn, flat = false, labels = [] }: Change & { readonly _tag: 'CreateLease' },
): Done => {
  if (namespace === '' || namespace.includes('/'))
    return fp.left(invalid('namespace', 'a name that is not empty and has no "/"', namespace))
  if (id === '') return fp.left(invalid('id', 'a name', id))
  const draft = draftFor(store, namespace)
  const leases = itemsOf(draft, 'Lease')
  if (leases.has(id)) return fp.left({ _tag: 'AlreadyExists', node: plainRecord('Lease', namespace, id) })
  const all = new Map([
    ...(expiresIn === 'never' ? [] : [[expireKey, expiryAfter(store.at, expiresIn)] as const]),
    ...(flat ? [[flatKey, 'true'] as const] : []),
    ...labels,
  ])
  const stored = [...all].filter(([, value]) => value !== '')
  leases.set(id, { id, createdAt: store.at, labels: stored, resources: { _tag: 'Known', value: [] } })
  store.drafts.set(namespace, draft)
  return fp.right(false)
}

/** A namespace that the metadata knows from now on. */
const draftFor = ({ drafts }: Store, name: string): NamespaceDraft => {
  const known = drafts.get(name)
  if (known?.held.inMetadata === true) return known
  const held = { ...(known?.held ?? { ...emptyNamespace, name }), inMetadata: true }
  return known === undefined ? draftOf(held) : { ...known, held }
}

/** Clients write whole seconds. */
const expiryAfter = (at: Date, span: Span | undefined): string => {
  const millis = at.getTime() + (span === undefined ? aDay : millisOf(span))
  return instant(Math.min(Math.floor(millis / 1000) * 1000, 8.64e15))
    .toISOString()
    .replace('.000Z', 'Z')
}

/** Adds a resource to a lease or takes one away. */
export const changeResources = (
  policy: Policy,
  { drafts }: Store,
  change: Change & { readonly _tag: 'AddLeaseResource' | 'DropLeaseResource' },
): Done => {
  const { namespace, lease: id, resource } = change
  const draft = drafts.get(namespace)
  const lease = draft === undefined ? undefined : itemsOf(draft, 'Lease').get(id)
  if (draft === undefined || lease === undefined)
    return fp.left({ _tag: 'NotFound', node: plainRecord('Lease', namespace, id) })
  const error = resourceError(policy, resource)
  if (error !== null) return fp.left(error)
  const isAdded = change._tag === 'AddLeaseResource'
  const resources = resourcesOf(policy, draft, lease, isAdded)
  if (isAdded) resources?.set(resourceKey(resource), resource)
  else resources?.delete(resourceKey(resource))
  return fp.right(!isAdded && setsDirty({ _tag: 'Deleted', kind: 'lease-resource' }))
}

/** None where they are unknown and stay so: whatever the lease might hold, it might hold after the change as well. */
const resourcesOf = (
  policy: Policy,
  draft: NamespaceDraft,
  lease: Lease,
  isAdded: boolean,
): Map<string, LeaseResource> | null => {
  const before = draft.resources.get(lease.id)
  if (before !== undefined) return before
  const { resources } = lease
  const isUnknown = resources._tag === 'Unknown'
  if (isUnknown && (policy.unknownLeaseResources === 'keep' || !isAdded)) return null
  if (isUnknown)
    itemsOf(draft, 'Lease').set(lease.id, {
      ...lease,
      resources: { _tag: 'Assumed', value: [], because: assumedEmptyByPolicy },
    })
  const drafted = new Map((isUnknown ? [] : resources.value).map((one) => [resourceKey(one), one]))
  draft.resources.set(lease.id, drafted)
  return drafted
}
