/**
 * Resources that a lease can hold.
 *
 * @upstream containerd v2.3.4 core/metadata/leases.go parseLeaseResource
 */
import { show } from '../../core/problem.js'
import type { Policy } from '../policy.js'
import type { LeaseResource } from '../snapshot.js'
import type { ChangeError } from './change.js'

/** What is wrong with a resource; null when a lease can have it. */
export const resourceError = (policy: Policy, { type, id }: LeaseResource): ChangeError | null => {
  const [kind = '', ...rest] = type.split('/')
  switch (kind) {
    case 'images':
      if (!policy.imagesCollected) return unimplemented(type)
      return rest.length > 0 ? wrongType(type) : idError(id)
    case 'ingests':
      return rest.length > 0 ? wrongType(type) : idError(id)
    case 'content':
      if (rest.length > 0) return wrongType(type)
      return digest.test(id) ? null : invalid('resource.id', 'a digest of sha256, sha384 or sha512', id)
    case 'snapshots':
      // The store has no empty names.
      return rest.length !== 1 || rest[0] === '' ? wrongType(type) : idError(id)
    default:
      return unimplemented(type)
  }
}

/** An argument that containerd refuses. */
export const invalid = (field: string, expected: string, actual: string): ChangeError => ({
  _tag: 'InvalidArgument',
  field,
  expected,
  actual: show(actual),
})

const digest = /^(?:sha256:[a-f0-9]{64}|sha384:[a-f0-9]{96}|sha512:[a-f0-9]{128})$/

const idError = (id: string): ChangeError | null => (id === '' ? invalid('resource.id', 'a name', id) : null)

const wrongType = (type: string): ChangeError =>
  invalid('resource.type', '"content", "ingests", "images" or "snapshots/<snapshotter>"', type)

const unimplemented = (type: string): ChangeError => ({
  _tag: 'Unimplemented',
  what: `resources of type ${show(type)}`,
})
