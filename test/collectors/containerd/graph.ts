/**
 * Answers how tests write small metadata databases: one namespace of letters, with only what matters said.
 */
import type {
  Container,
  Content,
  FsSnapshot,
  Image,
  Ingest,
  KeepReason,
  Labels,
  Lease,
  LeaseResource,
  Mount,
  Namespace,
  Node,
  Plan,
  Policy,
  Reason,
  Sandbox,
  Snapshot,
  Stream,
} from '../../../src/collectors/containerd/index.js'
import { defaultPolicy, plan } from '../../../src/collectors/containerd/index.js'
import { known } from '../../../src/core/index.js'
import { made } from '../plan.js'

/** The instant of all test collections. */
export const now = '2026-03-04T05:06:07.008Z'

/** Labels by their names without the common prefix. */
export type Shorthand = Readonly<Record<string, string>>

export const labels = (shorthand: Shorthand = {}): Labels =>
  Object.entries(shorthand).map(([key, value]) => [`containerd.io/gc.${key}`, value])

export const blob = (digest: string, shorthand?: Shorthand): Content => ({ digest, size: 1, labels: labels(shorthand) })

/** A snapshot of `overlayfs`, or of another one when the key says so: `native:a`. */
export const layer = (key: string, parent: string = '', shorthand?: Shorthand): FsSnapshot => {
  const [left = '', right] = key.split(':')
  return {
    snapshotter: right === undefined ? 'overlayfs' : left,
    key: right ?? left,
    parent,
    labels: labels(shorthand),
  }
}

export const image = (name: string, target: string, shorthand?: Shorthand): Image => ({
  name,
  target,
  labels: labels(shorthand),
})

export const container = (id: string, snapshotKey: string = '', shorthand?: Shorthand): Container => ({
  id,
  snapshotter: snapshotKey === '' ? '' : 'overlayfs',
  snapshotKey,
  image: '',
  labels: labels(shorthand),
})

/** A lease; resources as `type id`. */
export const lease = (id: string, resources: ReadonlyArray<string> = [], shorthand?: Shorthand): Lease => ({
  id,
  createdAt: new Date(0),
  labels: labels(shorthand),
  resources: known(resources.map(resource)),
})

const resource = (text: string): LeaseResource => {
  const [type = '', id = ''] = text.split(' ')
  return { type, id }
}

export const ingest = (ref: string, expected: string = '', expireAt: string = ''): Ingest => ({
  ref,
  expected: known(expected),
  expireAt: known(expireAt),
})

export const sandbox = (id: string, shorthand?: Shorthand): Sandbox => ({ id, labels: labels(shorthand) })

export const stream = (name: string, under: string = ''): Stream => ({ name, lease: under })

export const mount = (name: string, under: string = '', shorthand?: Shorthand): Mount => ({
  name,
  lease: under,
  labels: labels(shorthand),
})

const namespace = (held: Partial<Namespace> = {}): Namespace => ({
  name: 'n',
  inMetadata: true,
  content: [],
  snapshots: [],
  images: [],
  containers: [],
  leases: [],
  ingests: [],
  sandboxes: [],
  streams: [],
  mounts: [],
  ...held,
})

/** A snapshot of one namespace, or of several. */
export const snapshot = (...held: ReadonlyArray<Partial<Namespace>>): Snapshot => ({
  at: new Date(now),
  namespaces: held.map(namespace),
})

/** The plan of a snapshot that is sound. */
export const planOf = (of: Snapshot, policy: Policy = defaultPolicy): Plan => made(plan(policy)(of))

/** A node as tests name it: `Content a`, `FsSnapshot overlayfs/a`; the namespace only where it is not `n`. */
export const nameOf = (node: Node): string => `${node._tag} ${node.id.replace(/^n\//, '')}`

export const removed = (of: Plan): ReadonlyArray<string> => of.passes[0].removals.map(({ target }) => nameOf(target))

export const kept = (of: Plan): ReadonlyArray<string> => of.passes[0].kept.map(({ target }) => nameOf(target))

/** The one reason of a target, by its test name. */
export const reasonOf = (of: Plan, name: string): Reason | KeepReason | undefined =>
  [...of.passes[0].removals, ...of.passes[0].kept].find(({ target }) => nameOf(target) === name)?.reasons[0]
