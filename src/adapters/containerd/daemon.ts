/**
 * The services of containerd that an adapter calls, one client each. Every call names its namespace, since some releases
 * refuse even those that need none.
 */
import { type Client, createClient } from '@connectrpc/connect'

import { transportOf } from '../socket/connection.js'
import type { Daemon } from '../socket/daemon.js'
import { Containers } from './wire/containers_pb.js'
import { Content } from './wire/content_pb.js'
import { Images } from './wire/images_pb.js'
import { Leases } from './wire/leases_pb.js'
import { Mounts } from './wire/mounts_pb.js'
import { Namespaces } from './wire/namespaces_pb.js'
import { Introspection } from './wire/plugins_pb.js'
import { Store } from './wire/sandboxes_pb.js'
import { Snapshots } from './wire/snapshots_pb.js'
import { Version } from './wire/version_pb.js'

/** The clients of one daemon. */
export interface Services {
  readonly containers: Client<typeof Containers>
  readonly content: Client<typeof Content>
  readonly images: Client<typeof Images>
  readonly leases: Client<typeof Leases>
  readonly mounts: Client<typeof Mounts>
  readonly namespaces: Client<typeof Namespaces>
  readonly introspection: Client<typeof Introspection>
  readonly sandboxes: Client<typeof Store>
  readonly snapshots: Client<typeof Snapshots>
  readonly version: Client<typeof Version>
}

/** The clients of a daemon. */
export const servicesOf = (daemon: Daemon): Services => {
  const transport = transportOf(daemon)
  return {
    containers: createClient(Containers, transport),
    content: createClient(Content, transport),
    images: createClient(Images, transport),
    leases: createClient(Leases, transport),
    mounts: createClient(Mounts, transport),
    namespaces: createClient(Namespaces, transport),
    introspection: createClient(Introspection, transport),
    sandboxes: createClient(Store, transport),
    snapshots: createClient(Snapshots, transport),
    version: createClient(Version, transport),
  }
}

/** How one call is made. */
export interface CallOptions {
  readonly headers: Record<string, string>
  readonly timeoutMs: number
}

/** Calls in one namespace. */
export const inNamespace = ({ timeoutMillis }: Pick<Daemon, 'timeoutMillis'>, namespace: string): CallOptions => ({
  headers: { 'containerd-namespace': namespace },
  timeoutMs: timeoutMillis,
})
