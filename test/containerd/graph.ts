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
  Mount,
  Namespace,
  Node,
  Plan,
  Policy,
  Reason,
  Sandbox,
  Snapshot,
} from '../../src/containerd/index.js'
import { defaultPolicy, plan } from '../../src/containerd/index.js'
import { known } from '../../src/core/index.js'
import * as Build from '../../src/testing/build/containerd.js'
import { made } from '../collectors/plan.js'

/** The instant of all test collections. */
export const now = '2026-03-04T05:06:07.008Z'

/** Labels by their names without the common prefix. */
export type Shorthand = Readonly<Record<string, string>>

const whole = (shorthand: Shorthand = {}): Shorthand =>
  Object.fromEntries(Object.entries(shorthand).map(([key, value]) => [`containerd.io/gc.${key}`, value]))

export const labels = (shorthand?: Shorthand): Labels => Object.entries(whole(shorthand))

export const blob = (digest: string, shorthand?: Shorthand): Content => Build.content(digest, whole(shorthand))

/** A snapshot of `overlayfs`, or of another one when the key says so: `native:a`. */
export const layer = (key: string, parent: string = '', shorthand?: Shorthand): FsSnapshot =>
  Build.fsSnapshot(key, parent, whole(shorthand))

export const image = (name: string, target: string, shorthand?: Shorthand): Image =>
  Build.image(name, target, whole(shorthand))

export const container = (id: string, snapshotKey: string = '', shorthand?: Shorthand): Container =>
  Build.container(id, snapshotKey, whole(shorthand))

/** A lease; resources as `type id`. */
export const lease = (id: string, resources: ReadonlyArray<string> = [], shorthand?: Shorthand): Lease =>
  Build.lease(id, resources as ReadonlyArray<Build.LeaseResourceGiven>, whole(shorthand), new Date(0))

export const ingest = (ref: string, expected: string = '', expireAt: string = ''): Ingest => ({
  ...Build.ingest(ref, expected),
  expireAt: known(expireAt),
})

export const sandbox = (id: string, shorthand?: Shorthand): Sandbox => Build.sandbox(id, whole(shorthand))

export const { stream } = Build

export const mount = (name: string, under: string = '', shorthand?: Shorthand): Mount =>
  Build.mount(name, under, whole(shorthand))

const namespace = (held: Partial<Namespace> = {}): Namespace => Build.namespace({ name: 'n', ...held })

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
