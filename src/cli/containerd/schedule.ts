/** Prints a schedule of garbage collections: when each ran and why, what the timer did in between, and who waited. */
import { formatGoDuration } from '../../decode/index.js'
import type { ContainerdScheduler } from '../../simulate/loop/index.js'
import { printerOf } from '../document.js'
import { counted } from '../lines.js'
import type { Format } from '../plan/flags.js'

/** A replayed trace with the settings under which it ran. */
export interface Replay {
  readonly config: ContainerdScheduler.Config
  readonly trace: ContainerdScheduler.Trace
  readonly history: ContainerdScheduler.History
}

const linesOf = (_: Format, { config, trace, history }: Replay): ReadonlyArray<string> => [
  `pause_threshold ${config.pauseThreshold}, deletion_threshold ${config.deletionThreshold}, mutation_threshold ${config.mutationThreshold}, schedule_delay ${say(config.scheduleDelay)}, startup_delay ${say(config.startupDelay)}`,
  '',
  ...history.runs.map(
    ({ start, end, ok, because }) =>
      `${say(start).padEnd(16)}${ok ? 'collected' : 'failed   '}  in ${say(end - start)}: ${sayReason(because)}`,
  ),
  ...(history.runs.length === 0 ? ['nothing collected'] : []),
  ...waits(trace, history).map(({ waiter, at, ok }) =>
    at === null
      ? `${waiter} still waits`
      : `${waiter} was answered at ${say(at)}: the collection ${ok === true ? 'succeeded' : 'failed'}`,
  ),
  ...(history.crashedAt === null
    ? []
    : [`${say(history.crashedAt).padEnd(16)}the scheduler crashed: its first collection failed`]),
  '',
  `until ${say(trace.until)}: ${counted(history.runs.length, 'collection')}, timer set ${history.timers.length === 1 ? 'once' : `${history.timers.length} times`}`,
]

/** Why a collection runs. */
export const sayReason = (reason: ContainerdScheduler.CollectReason): string => {
  switch (reason._tag) {
    case 'Triggered':
      return 'triggered'
    case 'NeverCollected':
      return 'the first tick'
    case 'Deletions':
      return `${counted(reason.deletions, 'deletion')} since the last one${reason.deletionThreshold > 0 ? `, threshold ${reason.deletionThreshold}` : ''}`
    case 'Mutations':
      return `${counted(reason.mutations, 'write')} since the last one, threshold ${reason.mutationThreshold}`
  }
}

/** A synchronous call, and when it was answered. */
export interface Wait {
  readonly waiter: string
  readonly at: number | null
  readonly ok: boolean | null
}

/** Who waits for a collection. */
export const waits = (
  { events }: ContainerdScheduler.Trace,
  { resolved }: ContainerdScheduler.History,
): ReadonlyArray<Wait> =>
  events.flatMap((event): ReadonlyArray<Wait> => {
    if (event._tag !== 'Triggered' && event._tag !== 'Awaited') return []
    const result = resolved.get(event.waiter)
    return [{ waiter: event.waiter, at: result?.at ?? null, ok: result?.ok ?? null }]
  })

/** Nanoseconds as containerd writes them. */
export const say = (nanos: number): string => formatGoDuration(BigInt(Math.round(nanos)))

const documentOf = ({ config, trace, history }: Replay): object => ({
  config,
  runs: history.runs,
  timers: history.timers,
  waits: waits(trace, history),
  crashedAt: history.crashedAt,
  until: trace.until,
})

/** Prints a replay in one format. */
export const printSchedule = printerOf('gcplan/schedule', documentOf, linesOf)
