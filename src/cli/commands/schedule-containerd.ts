/** `gcplan schedule containerd`: when containerd's garbage collection would run over a series of events, and why. */
import { either as E, function as F, option as O } from 'fp-ts'

import { decodeContainerdTrace, defaultContainerdConfig } from '../../decode/index.js'
import { ContainerdScheduler } from '../../simulate/loop/index.js'
import type { Command, Environment, Given, Prepared } from '../command.js'
import { all } from '../fp.js'
import { releaseFlag, releaseOf } from '../containerd/release.js'
import { printSchedule } from '../containerd/schedule.js'
import { type SchedulerSettings, schedulerFlags, schedulerSettings } from '../containerd/scheduler-settings.js'
import { type Format, outputFlags, outputFormat } from '../plan/flags.js'
import { sayDecodeError } from '../plan/inputs.js'
import { failed, resultOf } from '../plan/print.js'
import { oneOf, optional } from '../values.js'

const versions = { '1': 1, '2': 2, '3': 3 } as const

/** The command. */
export const scheduleContainerd: Command = {
  words: ['schedule', 'containerd'],
  summary: "when containerd's scheduler would collect, and why",
  usage: '[FLAGS] [--trace] FILE | --defaults',
  about: [
    "Replays events through containerd's scheduler in virtual time, with its defaults unless --config or single settings are given; these win.",
    'The trace is JSON: "events", each with "at", "type" (mutation, trigger: a synchronous delete, wait) and for a mutation "dirty" (a deletion happened since the last collection); "gc", how the first, second, ... collection goes ("durationNs", "elapsedNs" for the pause, "fail"; the last one repeats); "untilNs". Times count from the start, as nanoseconds or as text such as "1.5s".',
    'Time passing triggers nothing: an expired lease waits for the next deletion, enough writes, or a synchronous delete.',
  ],
  groups: [
    {
      heading: 'Files',
      flags: [
        { name: 'config', value: 'FILE', about: 'config.toml of containerd, version 1, 2 or 3' },
        { name: 'trace', value: 'FILE', about: 'the events (default: standard input)' },
      ],
    },
    {
      heading: 'Settings',
      flags: [
        releaseFlag,
        ...schedulerFlags,
        {
          name: 'defaults',
          about: 'print the default settings of the scheduler as TOML, and nothing else',
        },
        {
          name: 'config-version',
          value: 'N',
          about: 'version of the file that --defaults prints: 1, 2 or 3 (default 3)',
        },
      ],
    },
    outputFlags,
  ],
  examples: [
    'gcplan schedule containerd --config /etc/containerd/config.toml --trace course.json',
    `echo '{"events": [{"at": "5s", "type": "mutation", "dirty": true}], "untilNs": "60s"}' | gcplan schedule containerd`,
    'gcplan schedule containerd --defaults --config-version 2',
  ],
  refusalIsAnswer: true,
  exitCodes: {
    0: 'the replay is printed',
    2: null,
    3: 'the scheduler crashed, as releases before 2.2 do when their first collection fails',
  },
  prepare: (given) =>
    F.pipe(
      all({
        format: outputFormat(given),
        settings: F.pipe(
          releaseOf(given),
          E.flatMap((release) => schedulerSettings(given, release)),
        ),
        version: optional(oneOf(['1', '2', '3']))(given, 'config-version'),
        path: tracePath(given),
      }),
      E.map(({ format, settings, version, path }) =>
        given.has('defaults')
          ? printsDefaults(O.getOrElse((): keyof typeof versions => '3')(version))
          : replays(given, format, settings, path),
      ),
    ),
}

const printsDefaults = (version: keyof typeof versions): Prepared => ({
  paths: [],
  stdin: 'optional',
  run: () => resultOf(defaultContainerdConfig(versions[version]), [], 0),
})

const tracePath = (given: Given): E.Either<string, O.Option<string>> => {
  const paths = [...given.values('trace'), ...given.files]
  return paths.length > 1 && !given.has('defaults')
    ? E.left('expected one file of events, got several')
    : E.right(O.fromNullable(paths[0]))
}

const replays = (
  given: Given,
  format: Format,
  settingsIn: (environment: Environment) => E.Either<string, SchedulerSettings>,
  path: O.Option<string>,
): Prepared => ({
  paths: [
    ...O.match(
      () => [],
      (trace: string) => [trace],
    )(path),
    ...given.values('config'),
  ],
  stdin: O.isNone(path) ? 'required' : 'optional',
  ...(given.has('config') ? { readsToml: true } : {}),
  run: (environment, stdin) =>
    F.pipe(
      all({
        trace: F.pipe(
          path,
          O.map(environment.read),
          O.alt(() => stdin),
          E.fromOption(() => 'no events given: --trace FILE'),
          E.flatMap((file) => F.pipe(decodeContainerdTrace(file.text), E.mapLeft(sayDecodeError(file)))),
        ),
        settings: settingsIn(environment),
      }),
      E.match(failed, ({ trace, settings: { config, notes } }) => {
        const history = ContainerdScheduler.simulate(config)(trace)
        const stdout = printSchedule(format, environment)({ config, trace, history })
        return resultOf(stdout, notes, history.crashedAt === null ? 0 : 3)
      }),
    ),
})
