/**
 * Replays `containerd/scheduler`: a course of events through the scheduler in virtual time.
 */
import { ContainerdScheduler as Scheduler } from '../../src/simulate/loop/index.js'
import type { Case, Replayed, Shape } from '../shape.js'
import { noRules } from './containerd-graph.js'

interface Input {
  readonly config: {
    readonly pauseThreshold: number
    readonly deletionThreshold: number
    readonly mutationThreshold: number
    readonly scheduleDelayNs: number
    readonly startupDelayNs: number
  }
  readonly events: ReadonlyArray<{ readonly at: number; readonly type: string; readonly dirty?: boolean }>
  readonly gc: ReadonlyArray<{ readonly durationNs: number; readonly elapsedNs: number; readonly fail?: boolean }>
  readonly untilNs: number
}

const releaseOf: ReadonlyMap<string, Scheduler.Release> = new Map([
  ['1.6.20', Scheduler.releases.containerd_1_6],
  ['1.7.24', Scheduler.releases.containerd_1_7],
  ['2.1.9', Scheduler.releases.containerd_2_0],
  ['2.2.7', Scheduler.releases.containerd_2_2],
  ['2.3.4', Scheduler.releases.containerd_2_3],
])

/** The recorded lists stop at this many entries; the counts do not. */
const listed = 60

const replay = (recorded: Case): Promise<Replayed> => {
  const { version } = recorded
  const release = version === undefined ? undefined : releaseOf.get(version)
  if (release === undefined) return Promise.resolve({ _tag: 'Skipped', because: noRules(version) })
  const input = recorded.input as Input
  const { config } = Scheduler.clampConfig(release)({
    pauseThreshold: input.config.pauseThreshold,
    deletionThreshold: input.config.deletionThreshold,
    mutationThreshold: input.config.mutationThreshold,
    scheduleDelay: input.config.scheduleDelayNs,
    startupDelay: input.config.startupDelayNs,
  })
  const history = Scheduler.simulate(config)({
    events: input.events.map((event, index) => traceEvent(event, String(index))),
    outcomes: input.gc.map((run) => ({
      duration: run.durationNs,
      pause: run.elapsedNs,
      fails: run.fail === true,
    })),
    until: input.untilNs,
  })
  return Promise.resolve({
    _tag: 'Replayed',
    actual: {
      effective: {
        pauseThreshold: config.pauseThreshold,
        deletionThreshold: config.deletionThreshold,
        mutationThreshold: config.mutationThreshold,
        scheduleDelayNs: config.scheduleDelay,
        startupDelayNs: config.startupDelay,
      },
      runs: history.runs.slice(0, listed).map(({ start, end, ok }) => ({ start, end, ok })),
      waits: input.events.flatMap((event, index) =>
        event.type === 'mutation' ? [] : [waitOf(event, history.resolved.get(String(index)))],
      ),
      schedules: history.timers.slice(0, listed).map((timer) => ({ at: timer.at, delayNs: timer.delay })),
      runCount: history.runs.length,
      scheduleCount: history.timers.length,
      ...(history.crashedAt === null ? {} : { crash: true }),
    },
  })
}

const traceEvent = (event: Input['events'][number], waiter: string): Scheduler.TraceEvent =>
  event.type === 'mutation'
    ? { _tag: 'Written', at: event.at, dirty: event.dirty === true }
    : { _tag: event.type === 'trigger' ? 'Triggered' : 'Awaited', at: event.at, waiter }

const waitOf = (event: Input['events'][number], end: { readonly at: number; readonly ok: boolean } | undefined) => ({
  at: event.at,
  type: event.type,
  resolvedAt: end?.at ?? null,
  ok: end?.ok ?? null,
})

/** The scheduler of containerd, all recorded versions. */
export const containerdScheduler: Shape = {
  shape: 'containerd/scheduler',
  compared: {
    effective: 'ordered',
    runs: 'ordered',
    waits: 'ordered',
    schedules: 'ordered',
    runCount: 'ordered',
    scheduleCount: 'ordered',
    crash: 'ordered',
  },
  replay,
}
