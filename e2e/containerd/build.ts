/** Makes a world on a daemon, by the calls that clients make. */
import { type CallOptions, createClient } from '@connectrpc/connect'

import type { Daemon } from '../../src/adapters/containerd/index.js'
import { Leases as OwnLeases } from '../../src/adapters/containerd/wire/leases_pb.js'
import { transportOf } from '../../src/adapters/socket/connection.js'
import { Containers } from '../wire/containerd-containers_pb.js'
import { Content } from '../wire/containerd-content_pb.js'
import { Images } from '../wire/containerd-images_pb.js'
import { Leases } from '../wire/containerd-leases_pb.js'
import { Namespaces } from '../wire/containerd-namespaces_pb.js'
import { Store } from '../wire/containerd-sandboxes_pb.js'
import { Snapshots } from '../wire/containerd-snapshots_pb.js'
import type { Space, Step } from './world.js'

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

const once = async function* <A>(one: A): AsyncGenerator<A> {
  yield await Promise.resolve(one)
}

/** Makes every record of a world. */
export const buildWorld = async (daemon: Daemon, spaces: ReadonlyArray<Space>): Promise<void> => {
  const transport = transportOf(daemon)
  const content = createClient(Content, transport)
  const snapshots = createClient(Snapshots, transport)
  const leases = createClient(Leases, transport)
  const opaque = { typeUrl: 'example.com/spec', value: bytes('{}') }

  const make = async (step: Step, call: CallOptions): Promise<void> => {
    switch (step._tag) {
      case 'Blob': {
        const { digest, text, labels } = step
        const data = bytes(text)
        const write = { action: 2, ref: `make-${digest}`, total: BigInt(data.length), expected: digest, data, labels }
        await drained(content.write(once(write), call))
        return
      }
      case 'Snapshot': {
        const { snapshotter, key, parent, committed, labels } = step
        const first = committed ? `prepare-${key}` : key
        await snapshots.prepare({ snapshotter, key: first, parent, labels: committed ? {} : labels }, call)
        if (committed) await snapshots.commit({ snapshotter, name: key, key: first, labels }, call)
        return
      }
      case 'Image': {
        const { name, target, labels } = step
        const descriptor = { mediaType: 'application/vnd.oci.image.manifest.v1+json', digest: target, size: 1n }
        await createClient(Images, transport).create({ image: { name, labels, target: descriptor } }, call)
        return
      }
      case 'Container': {
        const { id, labels, snapshotter, key } = step
        const container = { id, labels, runtime: { name: 'none' }, spec: opaque, snapshotter, snapshotKey: key }
        await createClient(Containers, transport).create({ container }, call)
        return
      }
      case 'Sandbox': {
        const sandbox = { sandboxId: step.id, labels: step.labels, runtime: { name: 'none' }, spec: opaque }
        await createClient(Store, transport).create({ sandbox }, call)
        return
      }
      case 'Lease': {
        const { id, labels, resources } = step
        await createClient(OwnLeases, transport).create({ id, labels }, call)
        for (const resource of resources) await leases.addResource({ id, resource }, call)
        return
      }
      // Kept open by whoever watches it.
      case 'Stream':
        return
      case 'Ingest': {
        const { ref, expected, lease, total } = step
        const headers = lease === '' ? call.headers : { ...call.headers, 'containerd-lease': lease }
        const write = { action: 1, ref, total: BigInt(total), expected, data: bytes('x') }
        await drained(content.write(once(write), { ...call, headers: headers ?? {} }))
      }
    }
  }

  for (const { name, steps } of spaces) {
    const call = { headers: { 'containerd-namespace': name }, timeoutMs: 30_000 }
    await createClient(Namespaces, transport).create({ namespace: { name } }, call)
    for (const step of steps) await make(step, call)
  }
}

const drained = async (stream: AsyncIterable<unknown>): Promise<void> => {
  const all: unknown[] = []
  for await (const answer of stream) all.push(answer)
}
