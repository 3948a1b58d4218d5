/**
 * Builders for containerd metadata: records with their labels, and leases.
 *
 * @module
 */
import {
  type Container,
  type Content,
  type FsSnapshot,
  type Image,
  type Ingest,
  type Labels,
  type Lease,
  type LeaseResource,
  type Mount,
  type Namespace,
  type Sandbox,
  type Snapshot,
  type Stream,
  emptyNamespace,
} from '../../containerd/snapshot.js'
import { known } from '../../core/knowledge.js'
import { type When, dateOf, noon } from '../when.js'

/** Labels by full key, e.g. `{ 'containerd.io/gc.root': 'true' }`. */
export type LabelsGiven = Readonly<Record<string, string>>

const labels = (given: LabelsGiven): Labels => Object.entries(given)

/** A blob of one byte. */
export const content = (digest: string, given: LabelsGiven = {}, size: Content['size'] = 1): Content => ({
  digest,
  size,
  labels: labels(given),
})

/** A snapshotter snapshot of `overlayfs`, or of the one named before a colon: `native:a`. */
export const fsSnapshot = (key: string, parent = '', given: LabelsGiven = {}): FsSnapshot => {
  const colon = key.indexOf(':')
  return {
    snapshotter: colon < 0 ? 'overlayfs' : key.slice(0, colon),
    key: key.slice(colon + 1),
    parent,
    labels: labels(given),
  }
}

/** An image name, and its target. */
export const image = (name: string, target: string, given: LabelsGiven = {}): Image => ({
  name,
  target,
  labels: labels(given),
})

/** A container with its snapshot of `overlayfs`, or without one. */
export const container = (id: string, snapshotKey = '', given: LabelsGiven = {}): Container => ({
  id,
  snapshotter: snapshotKey === '' ? '' : 'overlayfs',
  snapshotKey,
  image: '',
  labels: labels(given),
})

/** What a lease holds: a blob, an ingest, an image, or a snapshot of a snapshotter. */
export type LeaseResourceGiven = LeaseResource | `${'content' | 'ingests' | 'images' | `snapshots/${string}`} ${string}`

/** A lease; resources are `content sha256:a` or `snapshots/overlayfs a`. */
export const lease = (
  id: string,
  resources: ReadonlyArray<LeaseResourceGiven> = [],
  given: LabelsGiven = {},
  createdAt: When = noon,
): Lease => ({
  id,
  createdAt: dateOf(createdAt),
  labels: labels(given),
  resources: known(resources.map(resourceOf)),
})

const resourceOf = (resource: LeaseResourceGiven): LeaseResource => {
  if (typeof resource !== 'string') return resource
  const space = resource.indexOf(' ')
  return { type: resource.slice(0, space), id: resource.slice(space + 1) }
}

/** An ingest, with or without expiry. */
export const ingest = (ref: string, expected = '', expireAt?: When): Ingest => ({
  ref,
  expected: known(expected),
  expireAt: known(expireAt === undefined ? '' : dateOf(expireAt).toISOString()),
})

/** A sandbox. */
export const sandbox = (id: string, given: LabelsGiven = {}): Sandbox => ({ id, labels: labels(given) })

/** A stream, under a lease or none. */
export const stream = (name: string, under = ''): Stream => ({ name, lease: under })

/** A mount, under a lease or none. */
export const mount = (name: string, under = '', given: LabelsGiven = {}): Mount => ({
  name,
  lease: known(under),
  labels: labels(given),
})

/** A namespace with the given content. Default name `default`. */
export const namespace = (given: Partial<Namespace> = {}): Namespace => ({
  name: 'default',
  inMetadata: true,
  ...emptyNamespace,
  ...given,
})

/**
 * A snapshot of one or more namespaces, at noon of 1 January 2026.
 *
 * @example
 * ```ts
 * import { removalsOf } from 'gcplan'
 * import { defaultPolicy, plan } from 'gcplan/containerd'
 * import { Containerd } from 'gcplan/testing'
 *
 * const { content, image, snapshot } = Containerd
 * const planned = plan(defaultPolicy)(
 *   snapshot([{ content: [content('sha256:a'), content('sha256:b')], images: [image('web', 'sha256:a')] }]),
 * )
 * if (planned._tag === 'Right') console.log(removalsOf(planned.right).map(({ target }) => target.id)) // [ 'default/sha256:b' ]
 * ```
 */
export const snapshot = (namespaces: ReadonlyArray<Partial<Namespace>> = [], at: When = noon): Snapshot => ({
  at: dateOf(at),
  namespaces: namespaces.map(namespace),
})
