/** When containerd would collect over a course of events. */
import { either as E, function as F } from 'fp-ts'
import { decodeContainerdTrace } from 'gcplan/decode'
import { ContainerdScheduler } from 'gcplan/simulate/loop'

import { scheduleContainerd } from '../../../../src/cli/commands/schedule-containerd.js'
import { releaseOf } from '../../../../src/cli/containerd/release.js'
import { say, sayReason, waits } from '../../../../src/cli/containerd/schedule.js'
import { type SchedulerSettings, schedulerSettings } from '../../../../src/cli/containerd/scheduler-settings.js'
import { all } from '../../../../src/cli/fp.js'
import { counted } from '../../../../src/cli/lines.js'
import { sayDecodeError } from '../../../../src/cli/plan/inputs.js'
import type { ScheduleAnswer } from '../answers'
import type { ScheduleQuestion } from '../question'
import type { Asking } from './asking'

interface Scheduled {
  readonly settings: SchedulerSettings
  readonly trace: ContainerdScheduler.Trace
}

export const schedule: Asking<ScheduleQuestion, Scheduled> = {
  command: () => scheduleContainerd,
  places: (files) => ({
    files: files.filter(({ kind }) => kind === 'ContainerdTrace').map(({ file }) => file.name),
    values: new Map(),
  }),
  spoken: () => ({ words: [], values: new Map() }),
  sources: (given) =>
    F.pipe(
      releaseOf(given),
      E.flatMap((release) => schedulerSettings(given, release)),
      E.bindTo('settingsIn'),
      E.bind('path', () =>
        F.pipe(
          given.files,
          E.fromPredicate(
            (paths) => paths.length === 1,
            () => 'expected one file of events, got several',
          ),
          E.map(([path = '']) => path),
        ),
      ),
      E.map(({ settingsIn, path }) => ({
        paths: [path],
        stdin: 'optional',
        read: (environment) => {
          const file = environment.read(path)
          return all({
            settings: settingsIn(environment),
            trace: F.pipe(decodeContainerdTrace(file.value ?? file.text), E.mapLeft(sayDecodeError(file))),
          })
        },
      })),
    ),
  show: ({ inputs: { settings, trace } }) => E.right({ view: viewOf(settings.config, trace), notes: settings.notes }),
}

const viewOf = (config: ContainerdScheduler.Config, trace: ContainerdScheduler.Trace): ScheduleAnswer => {
  const history = ContainerdScheduler.simulate(config)(trace)
  const set = history.timers.length === 1 ? 'once' : `${history.timers.length} times`
  return {
    settings: [
      { name: 'pause_threshold', said: String(config.pauseThreshold) },
      { name: 'deletion_threshold', said: String(config.deletionThreshold) },
      { name: 'mutation_threshold', said: String(config.mutationThreshold) },
      { name: 'schedule_delay', said: say(config.scheduleDelay) },
      { name: 'startup_delay', said: say(config.startupDelay) },
    ],
    runs: history.runs.map(({ start, end, ok, because }, index) => ({
      number: index + 1,
      at: start,
      atSaid: say(start),
      tookNanos: end - start,
      tookSaid: say(end - start),
      isOk: ok,
      why: sayReason(because),
    })),
    waits: waits(trace, history).map(({ waiter, at, ok }) =>
      at === null
        ? `${waiter} still waits`
        : `${waiter} was answered at ${say(at)}: the collection ${ok === true ? 'succeeded' : 'failed'}`,
    ),
    said: `until ${say(trace.until)}: ${counted(history.runs.length, 'collection')}, timer set ${set}`,
    crashedSaid: history.crashedAt === null ? null : say(history.crashedAt),
  }
}
