/**
 * Triggers the daemon's own collection: creates an empty lease and deletes it synchronously, so the daemon collects
 * before it responds.
 */
import { taskEither as TE } from 'fp-ts'

import { pipe } from '../../core/fp.js'
import { type Namespace, type Snapshot, type Target, recordOf } from '../../containerd/index.js'
import { systemClock } from '../clock.js'
import type { SocketError } from '../socket/error.js'
import { attempt } from '../socket/attempt.js'
import type { Daemon } from '../socket/daemon.js'
import { inNamespace, servicesOf } from './daemon.js'
import { type Observation, type ObserveOptions, observe } from './observe.js'

/** What a collection did. */
export interface Collection {
  readonly before: Observation
  readonly after: Observation
  /** Records that went, by the daemon or by others meanwhile, in the order of the first observation. */
  readonly removed: ReadonlyArray<Target>
}

/**
 * Has the daemon collect, and answers what went. Nothing happens where there is no namespace.
 *
 * Fails: as {@link observe}, and as the deletion of a lease.
 */
export const collect =
  (daemon: Daemon) =>
  (options: ObserveOptions = {}): TE.TaskEither<SocketError, Collection> =>
    pipe(
      TE.Do,
      TE.bind('before', () => observe(daemon)(options)),
      TE.chainFirst(({ before }) => {
        const space = before.snapshot.namespaces.find(({ inMetadata }) => inMetadata)
        return space === undefined ? TE.of(undefined) : askToCollect(daemon, space.name, options.clock)
      }),
      TE.bind('after', () => observe(daemon)(options)),
      TE.map(({ before, after }) => ({ before, after, removed: goneBetween(before.snapshot, after.snapshot) })),
    )

/** The name that the daemon gives to the lease is its own choice, and new. */
const askToCollect = (
  daemon: Daemon,
  namespace: string,
  clock: ObserveOptions['clock'] = systemClock,
): TE.TaskEither<SocketError, void> =>
  attempt(daemon, 'containerd Leases.Delete', async () => {
    const { leases } = servicesOf(daemon)
    const call = inNamespace(daemon, namespace)
    const { lease } = await leases.create({ labels: { 'containerd.io/gc.expire': soon(clock.now()) } }, call)
    await leases.delete({ id: lease?.id ?? '', sync: true }, { ...call, timeoutMs: call.timeoutMs * 10 })
  })

/** Were the deletion never sent, the lease would hold nothing, and not for long. */
const soon = (now: Date): string => new Date(now.getTime() + 60_000).toISOString().replace(/\.\d+Z$/, 'Z')

const kinds = ['leases', 'snapshots', 'ingests', 'content', 'images', 'streams', 'mounts'] as const

const recordIn: { readonly [K in (typeof kinds)[number]]: (name: string, item: Namespace[K][number]) => Target } =
  recordOf

/** Records of one snapshot that another lacks. */
const goneBetween = (before: Snapshot, after: Snapshot): ReadonlyArray<Target> => {
  const left = new Set(targetsIn(after).map(({ _tag, id }) => `${_tag} ${id}`))
  return targetsIn(before).filter(({ _tag, id }) => !left.has(`${_tag} ${id}`))
}

const targetsIn = ({ namespaces }: Snapshot): ReadonlyArray<Target> =>
  namespaces.flatMap((namespace) => kinds.flatMap((kind) => targetsOf(namespace.name, kind, namespace[kind])))

const targetsOf = <K extends (typeof kinds)[number]>(
  namespace: string,
  kind: K,
  items: ReadonlyArray<Namespace[K][number]>,
): ReadonlyArray<Target> => items.map((item) => recordIn[kind](namespace, item))
