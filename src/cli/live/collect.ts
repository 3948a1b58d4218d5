/** Collects on a cluster until interrupted. */
import { either as E } from 'fp-ts'

import { type CollectOptions, collect, runningManager, sayCallError } from '../../adapters/kubernetes/index.js'
import { statedVersions } from '../../decode/index.js'
import type { Result } from '../command.js'
import { releaseRules } from '../kubernetes/policy.js'
import { resultOf } from '../plan/print.js'
import type { Chosen } from '../release/chosen.js'
import { choiceForServer } from '../release/stated.js'
import type { Acting, OpenCluster } from '../world.js'

/** What was asked for. */
interface Asked extends Pick<CollectOptions, 'only' | 'dryRun'> {
  /** What flags choose. */
  readonly release: Chosen
  /** The user answers for the cluster. */
  readonly isKnown: boolean
}

/** Collects, unless the cluster is one where that may do harm. */
export const collectOn =
  ({ signal, clock, print }: Acting, { isKnown, release, ...asked }: Asked) =>
  async (cluster: OpenCluster): Promise<E.Either<string, Result>> => {
    const refusals = isKnown ? E.right([]) : await refusalsOf(cluster, signal)
    if (E.isLeft(refusals)) return refusals
    if (refusals.right.length > 0)
      return E.right(
        resultOf(
          '',
          [...refusals.right, 'to collect all the same: --i-know-this-cluster'].map((text) => `refused: ${text}`),
          3,
        ),
      )
    const isOver = new Promise<void>((resolve) => {
      if (signal.aborted) resolve()
      else signal.addEventListener('abort', () => resolve())
    })
    const onAct: CollectOptions['onAct'] = ({ by, method, path, outcome }) =>
      print(`${asked.dryRun === true ? 'would ' : ''}${method} ${path} (${by}): ${outcome}`)
    const version = await cluster.send({ method: 'GET', path: '/version', signal })()
    const stated = E.isRight(version) ? statedVersions(version.right.body) : []
    const { chosen, notes } = choiceForServer(release, stated)
    for (const note of notes) print(note)
    const rules = releaseRules(chosen)
    if (E.isLeft(rules)) return rules
    const running = await collect(cluster, { ...asked, rules: rules.right, clock, signal, onAct })()
    if (E.isLeft(running)) return E.left(`${cluster.context}: ${sayCallError(running.left)}`)
    for (const { kind, error } of running.right.cluster.unlisted())
      print(`not listed, so not collected: ${kind.resource} (${sayCallError(error)})`)
    print('ready')
    await isOver
    running.right.stop()
    return E.right(resultOf('', [], 0))
  }

const refusalsOf = async (
  { send, server }: OpenCluster,
  signal: Acting['signal'],
): Promise<E.Either<string, ReadonlyArray<string>>> => {
  const manager = await runningManager(send, { signal })()
  if (E.isLeft(manager)) return E.left(sayCallError(manager.left))
  return E.right([
    ...(isOnThisMachine(server) ? [] : [`${server} is not on this machine`]),
    ...(manager.right === undefined
      ? []
      : [`a kube-controller-manager collects here already: ${manager.right.holder} renews its Lease`]),
  ])
}

const isOnThisMachine = (server: string): boolean => {
  if (!URL.canParse(server)) return false
  const { hostname } = new URL(server)
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}
