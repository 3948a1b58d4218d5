/** The agent: it looks as often as the kubelet does, remembers what the kubelet remembers, and tells what follows. */
import { either as E, function as F, option as O, type task as T, taskEither as TE } from 'fp-ts'

import { type Report, millis } from 'gcplan'
import { type Observation as Runtime, type SocketError, classify, explainError } from 'gcplan/adapters/cri'
import type { Observation as Kubelet } from 'gcplan/adapters/kubelet'
import {
  type DecodedLayers,
  type KubeletPolicies,
  decodeKubeletImageMemory,
  encodeKubeletImageMemory,
  linesOf,
  remembered,
} from 'gcplan/decode'
import { type CallFault, type Clock, type Signal, backoff, executeWith, pause } from 'gcplan/execute'
import { type Memory, type Policy, emptyMemory, perform } from 'gcplan/kubelet/image'
import type { Family } from 'gcplan/reclaim'

import type { Config } from './config.js'
import { type Decided, type Kept, type Seen, decide } from './decide.js'
import { grown, noGrowth } from './growth.js'

/** What the agent needs of the world. */
export interface Parts {
  readonly runtime: TE.TaskEither<SocketError, Runtime>
  readonly layers: TE.TaskEither<string, DecodedLayers>
  readonly kubelet: T.Task<Kubelet>
  readonly removeImage: (id: string) => TE.TaskEither<SocketError, unknown>
  /** The file of the memory. */
  readonly state: {
    readonly read: TE.TaskEither<string, O.Option<string>>
    readonly write: (text: string) => TE.TaskEither<string, void>
  }
  readonly clock: Clock
  /** Its abort ends the agent. */
  readonly signal: Signal
  readonly config: Pick<Config, 'interval' | 'rules' | 'reclaiming'>
  readonly log: (line: Readonly<Record<string, unknown>>) => void
}

/** Why an image was not removed: the runtime refused, or by a new look it may not go any more. */
type Failure = SocketError | { readonly _tag: 'MayNotGo' }

/** An agent that has its memory. */
export interface Agent {
  /** Looks until the signal ends it. */
  readonly run: T.Task<void>
  /** What followed from the last look that succeeded. */
  readonly decided: () => Decided | undefined
  /** Why it can't tell now; nothing while it can. */
  readonly notReady: () => string | undefined
  readonly totals: () => Totals
}

/** Counts since the start. */
export type Totals = Readonly<Record<'looks' | 'failures' | 'removed' | 'failedRemovals', number>>

/**
 * An agent with the memory of its file, which it writes once, to know that it can.
 *
 * Fails: with a sentence, if the file can't be read, written, or is none.
 */
export const nodeAgent = (parts: Parts): TE.TaskEither<string, Agent> =>
  F.pipe(
    parts.state.read,
    TE.flatMapEither(
      O.match(
        () => E.right(emptyMemory),
        F.flow(
          decodeKubeletImageMemory,
          E.mapLeft((error) => `the memory: ${linesOf(error).join('; ')}`),
        ),
      ),
    ),
    TE.tap((memory) => write(parts, memory)),
    TE.map((memory) => agentFrom(parts, { memory, growth: noGrowth })),
  )

const agentFrom = (parts: Parts, first: Kept): Agent => {
  const { clock, config, signal, log } = parts
  let kept = first
  let decided: Decided | undefined
  let problem: string | undefined = 'the node was not looked at yet'
  const totals = { looks: 0, failures: 0, removed: 0, failedRemovals: 0 }
  const turn = (): TE.TaskEither<string, Decided> =>
    F.pipe(
      lookAt(parts),
      TE.chainFirst((seen) => {
        kept = { memory: remembered(ruleIn(config, seen), kept.memory)(seen).memory, growth: grown(kept.growth, seen) }
        return write(parts, kept.memory)
      }),
      TE.flatMapEither((seen) => decide(config, kept)(seen)),
    )
  const reclaim = async (from: Decided): Promise<void> => {
    if (!config.reclaiming.isOn || from.refusals.length > 0 || signal.aborted) return
    for (const outcome of (await carryOut(parts, from)()).passes.flatMap(({ outcomes }) => outcomes)) {
      const { removal, _tag } = outcome
      if (_tag === 'Removed') totals.removed += 1
      else totals.failedRemovals += 1
      const because = _tag === 'Failed' ? outcome.error : undefined
      log({
        level: _tag === 'Removed' ? 'info' : 'warn',
        message: `image ${_tag.toLowerCase()}`,
        because,
        ...removal.target,
      })
    }
  }
  return {
    run: async () => {
      while (!signal.aborted) {
        const turned = await turn()()
        totals.looks += 1
        problem = E.isLeft(turned) ? turned.left : undefined
        if (E.isLeft(turned)) {
          totals.failures += 1
          log({ level: 'error', message: turned.left })
        } else {
          decided = turned.right
          log({
            level: 'info',
            message: decided.collection.totals.said,
            refusals: decided.refusals,
            notes: decided.notes,
          })
          await reclaim(decided)
        }
        await pause(clock, millis(config.interval), signal)
      }
    },
    decided: () => decided,
    notReady: () => problem,
    totals: () => totals,
  }
}

const lookAt = ({ runtime, layers, kubelet }: Parts): TE.TaskEither<string, Seen> =>
  F.pipe(
    runtime,
    TE.mapLeft(explainError),
    TE.bindTo('seen'),
    TE.apS('layers', TE.fromTask(layers)),
    TE.apS('kubelet', TE.fromTask(kubelet)),
    TE.map(({ seen, ...beside }) => ({ ...seen, ...beside })),
  )

/** How images are told apart, which a gate of the kubelet decides. */
const ruleIn = ({ rules }: Parts['config'], { kubelet: { settings } }: Seen): Policy =>
  E.match(
    () => rules.image,
    ({ image }: KubeletPolicies) => ({ ...rules.image, ...image }),
  )(settings)

const write = ({ state }: Parts, memory: Memory): TE.TaskEither<string, void> =>
  F.pipe(TE.fromEither(E.mapLeft(JSON.stringify)(encodeKubeletImageMemory(memory))), TE.flatMap(state.write))

/** Looks again before each image is removed, so that what was started meanwhile keeps its own. */
const carryOut = (
  { runtime, removeImage, clock, signal }: Parts,
  { reclaim, mayGo }: Decided,
): T.Task<Report<Family, Failure | CallFault>> =>
  executeWith<Family, Failure>({
    ...{ clock, signal, deadline: millis(60_000) },
    classify: (error) => (error._tag === 'MayNotGo' ? 'fatal' : classify(error)),
    retry: { attempts: 3, wait: backoff({ first: millis(500), factor: 4, limit: millis(10_000) }) },
    perform: perform({
      removeImage: (id) =>
        F.pipe(
          runtime,
          TE.filterOrElseW(
            (now) => mayGo(now)(id),
            () => ({ _tag: 'MayNotGo' }) as const,
          ),
          TE.flatMap(() => removeImage(id)),
        ),
    }),
  })(reclaim)
