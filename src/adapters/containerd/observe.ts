/**
 * What a daemon's metadata holds now. Its API has no instant: lists are read one after the other, and a collection or a
 * pull in between tears them. So everything is read until two reads in a row agree.
 */
import { taskEither as TE } from 'fp-ts'

import { pipe } from '../../core/fp.js'
import type { FsSnapshot, Namespace, Policy, Snapshot } from '../../containerd/index.js'
import { assumed, known, unknown } from '../../core/knowledge.js'
import { int64FromBigint } from '../../core/int64.js'
import type { Clock } from '../../execute/index.js'
import { canonicalJson } from '../../internal/canonical-json.js'
import { systemClock } from '../clock.js'
import type { SocketError } from '../socket/error.js'
import { attempt } from '../socket/attempt.js'
import type { Daemon } from '../socket/daemon.js'
import { type Services, inNamespace, servicesOf } from './daemon.js'
import { readNamespace } from './read.js'
import { policyOfVersion } from './release.js'

/** What is stated beside what the daemon shows. */
export interface ObserveOptions {
  /** The rules; default: those of the release that the daemon states. */
  readonly policy?: Policy
  /** Why no unfinished write expects a blob that is already there; without a reason that is unknown, and blobs stay. */
  readonly ingestsExpectNothing?: string
  /** True: asks for the size of every snapshot, which walks the folders of those that are written to. Default false. */
  readonly usage?: boolean
  /** How often everything is read at most until two reads agree; default 10. */
  readonly reads?: number
  /** Says when it was; by default that of the machine. */
  readonly clock?: Pick<Clock, 'now'>
}

/** What was observed. */
export interface Observation {
  readonly snapshot: Snapshot
  /** The rules of the daemon's release, or those that were given. */
  readonly policy: Policy
  /** As the daemon states it, e.g. `2.1.9`. */
  readonly version: string
  readonly snapshotters: ReadonlyArray<string>
  /** What the API of this daemon does not show, one clause each. */
  readonly notShown: ReadonlyArray<string>
}

/**
 * Observes a daemon: all namespaces, with every loaded snapshotter.
 *
 * Shape: `at` is when two reads had agreed and sizes were there.
 * Fails: `Unsettled` when no two reads in a row agree; `UnknownRelease` unless a policy is given; else as the call that
 * failed.
 */
export const observe =
  (daemon: Daemon) =>
  (options: ObserveOptions = {}): TE.TaskEither<SocketError, Observation> =>
  () => {
    const services = servicesOf(daemon)
    const { clock = systemClock } = options
    return pipe(
      attempt(daemon, 'containerd Version', () => services.version.version({}, inNamespace(daemon, 'default'))),
      TE.bind('policy', ({ version }) =>
        options.policy === undefined ? TE.fromEither(policyOfVersion(version)) : TE.of(options.policy),
      ),
      TE.bind('read', () =>
        untilTwoAgree(
          options.reads ?? 10,
          attempt(daemon, 'containerd List', () => readAll(daemon, services)),
        ),
      ),
      TE.bind('namespaces', ({ read: { namespaces } }) =>
        options.usage === true
          ? attempt(daemon, 'containerd Usage', () =>
              Promise.all(namespaces.map((one) => withUsage(daemon, services, one))),
            )
          : TE.of(namespaces),
      ),
      TE.map(({ version, policy, read: { snapshotters }, namespaces }) => ({
        snapshot: { at: clock.now(), namespaces: namespaces.map(stated(options.ingestsExpectNothing)) },
        policy,
        version,
        snapshotters,
        notShown: notShownBy(policy),
      })),
    )()
  }

interface Read {
  readonly namespaces: ReadonlyArray<Namespace>
  readonly snapshotters: ReadonlyArray<string>
}

const readAll = async (daemon: Daemon, services: Services): Promise<Read> => {
  const call = inNamespace(daemon, 'default')
  const [{ namespaces }, { plugins }] = await Promise.all([
    services.namespaces.list({}, call),
    services.introspection.plugins({ filters: [] }, call),
  ])
  const snapshotters = plugins
    .filter(({ type, initErr }) => type === 'io.containerd.snapshotter.v1' && (initErr?.code ?? 0) === 0)
    .map(({ id }) => id)
  return {
    namespaces: await Promise.all(
      namespaces.map(({ name }) => readNamespace(daemon, services, snapshotters, name, namespaces.length === 1)),
    ),
    snapshotters,
  }
}

/** The first read that equals the one before it. One that finds a record gone which it had just listed counts as torn. */
const untilTwoAgree = (reads: number, read: TE.TaskEither<SocketError, Read>): TE.TaskEither<SocketError, Read> => {
  const from = (left: number, before?: string): TE.TaskEither<SocketError, Read> =>
    left > 0
      ? pipe(
          read,
          TE.matchE(
            (error) => (error._tag === 'NotThere' ? from(left - 1) : TE.left(error)),
            (now) => {
              const text = canonicalJson(now)
              return text === before ? TE.of(now) : from(left - 1, text)
            },
          ),
        )
      : TE.left({ _tag: 'Unsettled', reads })
  return from(reads)
}

const stated =
  (ingestsExpectNothing: string | undefined) =>
  (namespace: Namespace): Namespace =>
    ingestsExpectNothing === undefined
      ? namespace
      : {
          ...namespace,
          ingests: namespace.ingests.map((ingest) =>
            ingest.expected._tag === 'Unknown' ? { ...ingest, expected: assumed('', ingestsExpectNothing) } : ingest,
          ),
        }

/** One snapshot after the other: the daemon walks a folder for each that is written to. */
const withUsage = async (daemon: Daemon, { snapshots }: Services, namespace: Namespace): Promise<Namespace> => {
  const sized: FsSnapshot[] = []
  for (const one of namespace.snapshots) {
    const { snapshotter, key } = one
    const usage = await snapshots
      .usage({ snapshotter, key }, inNamespace(daemon, namespace.name))
      .catch(() => undefined)
    sized.push({ ...one, usage: usage === undefined ? unknown : known(int64FromBigint(usage.size)) })
  }
  return { ...namespace, snapshots: sized }
}

/** What no call of this release shows. */
const notShownBy = ({ streams, mounts }: Policy): ReadonlyArray<string> => [
  'when unfinished writes expire, and which blobs they expect',
  'snapshots of snapshotters that are not loaded',
  'children that the metadata lists for a snapshot and that are gone',
  'writes that got no byte yet of a blob that another namespace had',
  'blobs on disk without a record',
  'whether a deletion has made the next clean-up of a backend due',
  ...(streams ? ['streams'] : []),
  ...(mounts ? ['the leases of mounts', 'mounts of namespaces that the metadata lacks'] : []),
]
