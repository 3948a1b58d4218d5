/** Collects on a cluster until interrupted. */
import { type either as E, function as F, taskEither as TE } from 'fp-ts'

import { type CollectOptions, collect, runningManager, sayCallError } from '../../adapters/kubernetes/index.js'
import type { Result } from '../command.js'
import { releaseRules } from '../kubernetes/policy.js'
import { resultOf } from '../plan/print.js'
import type { Chosen } from '../release/chosen.js'
import { choiceForServer } from '../release/stated.js'
import type { Acting, OpenCluster } from '../world.js'
import { versionsOf } from './versions.js'

/** What was asked for. */
interface Asked extends Pick<CollectOptions, 'only' | 'dryRun'> {
  /** What flags choose. */
  readonly release: Chosen
  /** The user answers for the cluster. */
  readonly isKnown: boolean
}

/** Collects, unless the cluster is one where that may do harm. */
export const collectOn =
  (acting: Acting, { isKnown, ...asked }: Asked) =>
  (cluster: OpenCluster): Promise<E.Either<string, Result>> =>
    F.pipe(
      isKnown ? TE.of([]) : refusalsOf(cluster, acting.signal),
      TE.chain((refusals) => (refusals.length > 0 ? TE.of(refused(refusals)) : collected(acting, asked, cluster))),
    )()

const refused = (refusals: ReadonlyArray<string>): Result =>
  resultOf(
    '',
    [...refusals, 'to collect anyway: --i-know-this-cluster'].map((text) => `refused: ${text}`),
    3,
  )

const collected = (
  { signal, clock, print }: Acting,
  { release, ...asked }: Omit<Asked, 'isKnown'>,
  cluster: OpenCluster,
): TE.TaskEither<string, Result> => {
  const said = new Set<string>()
  const onAct: CollectOptions['onAct'] = ({ by, method, path, outcome }) => {
    const line = `${method} ${path} (${by}): ${outcome}`
    if (asked.dryRun !== true) print(line)
    // As nothing changes, the same is asked for again and again.
    else if (!said.has(line)) print(`would ${line}`)
    if (asked.dryRun === true) said.add(line)
  }
  return F.pipe(
    TE.fromTask(versionsOf(cluster, signal)),
    TE.chainEitherK((stated) => {
      const { chosen, notes } = choiceForServer(release, stated)
      for (const note of notes) print(note)
      return releaseRules(chosen)
    }),
    TE.chain((rules) =>
      F.pipe(
        collect(cluster, { ...asked, rules, clock, signal, onAct }),
        TE.mapLeft((error) => `${cluster.context}: ${sayCallError(error)}`),
      ),
    ),
    TE.chainTaskK((running) => async () => {
      for (const { kind, error } of running.cluster.unlisted())
        print(`not listed, so not collected: ${kind.resource} (${sayCallError(error)})`)
      print('ready')
      await aborted(signal)
      running.stop()
      return resultOf('', [], 0)
    }),
  )
}

const aborted = (signal: Acting['signal']): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve())
  })

const refusalsOf = (
  { send, server }: OpenCluster,
  signal: Acting['signal'],
): TE.TaskEither<string, ReadonlyArray<string>> =>
  F.pipe(
    runningManager(send, { signal }),
    TE.mapLeft(sayCallError),
    TE.map((manager) => [
      ...(isOnThisMachine(server) ? [] : [`${server} is not on this machine`]),
      ...(manager === undefined
        ? []
        : [`a kube-controller-manager collects here already: ${manager.holder} renews its Lease`]),
    ]),
  )

const isOnThisMachine = (server: string): boolean => {
  if (!URL.canParse(server)) return false
  const { hostname } = new URL(server)
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}
