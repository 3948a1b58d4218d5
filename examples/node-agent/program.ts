/** The agent: it looks as often as the kubelet does, remembers what the kubelet remembers, and removes what it may. */
import { either as E, function as F, option as O, type task as T, taskEither as TE } from 'fp-ts'

import { millis } from 'gcplan'
import { type Node, explainError, reclaim } from 'gcplan/adapters/node'
import { type DecodeError, decodeKubeletImageMemory, encodeKubeletImageMemory, linesOf } from 'gcplan/decode'
import { decodeMeasuredGrowth, encodeMeasuredGrowth } from 'gcplan/document'
import { type Clock, type Signal, pause } from 'gcplan/execute'
import {
  type NodeMemory,
  type Outlook,
  emptyNodeMemory,
  explainOutlookError,
  outlook,
  rememberNode,
} from 'gcplan/outlook'

import type { Config } from './config.js'

/** What the agent needs of the world. */
export interface Parts {
  readonly node: Pick<Node, 'runtime' | 'observe' | 'removeImage'>
  /** The file of the memory. */
  readonly state: Stored
  /** The file of the growth. */
  readonly growth: Stored
  readonly clock: Clock
  /** Its abort ends the agent. */
  readonly signal: Signal
  readonly config: Pick<Config, 'interval' | 'rules' | 'reclaiming'>
  readonly log: (line: Readonly<Record<string, unknown>>) => void
}

/** A file, replaced whole. */
export interface Stored {
  readonly read: TE.TaskEither<string, O.Option<string>>
  readonly write: (text: string) => TE.TaskEither<string, void>
}

/** An agent that has its memory. */
export interface Agent {
  /** Looks until the signal ends it. */
  readonly run: T.Task<void>
  /** What followed from the last look that succeeded. */
  readonly ahead: () => Outlook | undefined
  /** Why it can't tell now; nothing while it can. */
  readonly notReady: () => string | undefined
  readonly totals: () => Totals
}

/** Counts since the start. */
export type Totals = Readonly<Record<'looks' | 'failures' | 'removed' | 'failedRemovals', number>>

/**
 * An agent with the memory of its files, which it writes once, to know that it can.
 *
 * Fails: with a sentence, if a file can't be read, written, or is none.
 */
export const nodeAgent = (parts: Parts): TE.TaskEither<string, Agent> =>
  F.pipe(
    TE.Do,
    TE.bind('images', () => stored(parts.state, 'the memory', decodeKubeletImageMemory, emptyNodeMemory.images)),
    TE.bind('growth', () => stored(parts.growth, 'the growth', decodeMeasuredGrowth, emptyNodeMemory.growth)),
    TE.tap((memory) => write(parts, memory)),
    TE.map((memory) => agentFrom(parts, memory)),
  )

const stored = <A>(
  { read }: Stored,
  what: string,
  decode: (text: string) => E.Either<DecodeError, A>,
  none: A,
): TE.TaskEither<string, A> =>
  TE.flatMapEither(
    O.match(
      () => E.right(none),
      F.flow(
        decode,
        E.mapLeft((error) => `${what}: ${linesOf(error).join('; ')}`),
      ),
    ),
  )(read)

const write = ({ state, growth: growthFile }: Parts, { images, growth }: NodeMemory): TE.TaskEither<string, void> =>
  F.pipe(
    TE.fromEither(E.mapLeft(JSON.stringify)(encodeKubeletImageMemory(images))),
    TE.flatMap(state.write),
    TE.flatMapEither(() => E.mapLeft(JSON.stringify)(encodeMeasuredGrowth(growth))),
    TE.flatMap(growthFile.write),
  )

const agentFrom = (parts: Parts, first: NodeMemory): Agent => {
  const { node, clock, config, signal, log } = parts
  let memory = first
  let ahead: Outlook | undefined
  let problem: string | undefined = 'the node was not looked at yet'
  const totals = { looks: 0, failures: 0, removed: 0, failedRemovals: 0 }
  const look: TE.TaskEither<string, Outlook> = F.pipe(
    node.observe,
    TE.mapLeft(explainError),
    TE.tap((seen) => {
      memory = rememberNode(config.rules, memory)(seen)
      return write(parts, memory)
    }),
    TE.flatMapEither((seen) => E.mapLeft(explainOutlookError)(outlook(config, memory)(seen))),
  )
  const remove = async (from: Outlook): Promise<void> => {
    if (!config.reclaiming.isOn || signal.aborted) return
    for (const outcome of await reclaim(node, { clock, signal })(from)()) {
      const isRemoved = outcome._tag === 'Removed'
      totals[isRemoved ? 'removed' : 'failedRemovals'] += 1
      const because = outcome._tag === 'Failed' ? outcome.error : undefined
      const line = { message: `image ${outcome._tag.toLowerCase()}`, because, ...outcome.removal.target }
      log({ level: isRemoved ? 'info' : 'warn', ...line })
    }
  }
  return {
    run: async () => {
      while (!signal.aborted) {
        const looked = await look()
        totals.looks += 1
        problem = E.isLeft(looked) ? looked.left : undefined
        if (E.isLeft(looked)) {
          totals.failures += 1
          log({ level: 'error', message: looked.left })
        } else {
          ahead = looked.right
          const { collection, refusals, notes } = ahead
          log({ level: 'info', message: collection.totals.said, refusals, notes })
          await remove(ahead)
        }
        await pause(clock, millis(config.interval), signal)
      }
    },
    ahead: () => ahead,
    notReady: () => problem,
    totals: () => totals,
  }
}
