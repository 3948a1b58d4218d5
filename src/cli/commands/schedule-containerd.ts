/**
 * Answers `gcplan schedule containerd`: when containerd's collections would run over a course of events, and why.
 */
import { either as E, option as O } from 'fp-ts'

import {
  decodeContainerdConfig,
  decodeContainerdTrace,
  defaultContainerdConfig,
  explainClamp,
} from '../../decode/index.js'
import { ContainerdScheduler } from '../../simulate/loop/index.js'
import type { Command, Given, Prepared, Result, Environment } from '../command.js'
import type { Release } from '../containerd/release.js'
import { releaseFlag, releaseOf } from '../containerd/release.js'
import { printSchedule } from '../containerd/schedule.js'
import { sayProblems } from '../plan/errors.js'
import type { Format } from '../plan/flags.js'
import { outputFlags, outputFormat } from '../plan/flags.js'
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
    'Replays a course of events through the scheduler of containerd in virtual time. Without a configuration its defaults hold.',
    'The course is JSON: "events", each with "at", "type" (mutation, trigger: a synchronous delete, wait) and for a mutation "dirty" (a deletion happened since the last collection); "gc", how the first, second, ... collection goes ("durationNs", "elapsedNs" for the pause, "fail"; the last one repeats); "untilNs". Times count from the start, as nanoseconds or as text such as "1.5s".',
    'Time passing is no trigger: an expired lease waits for the next deletion, for enough writes, or for somebody who asks.',
  ],
  groups: [
    {
      heading: 'Files',
      flags: [
        { name: 'config', value: 'FILE', about: 'config.toml of containerd, version 1, 2 or 3' },
        { name: 'trace', value: 'FILE', about: 'the course of events; left out: standard input' },
      ],
    },
    {
      heading: 'Settings',
      flags: [
        releaseFlag,
        {
          name: 'defaults',
          about: 'print the settings of the scheduler as TOML with their defaults, and nothing else',
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
  exitCodes: {
    0: 'the course is printed',
    2: null,
    3: 'the scheduler crashed, as releases before 2.2 do when their first collection fails',
  },
  prepare: (given) => {
    const format = outputFormat(given)
    if (E.isLeft(format)) return format
    const release = releaseOf(given)
    if (E.isLeft(release)) return release
    const version = optional(oneOf(['1', '2', '3'] as const))(given, 'config-version')
    if (E.isLeft(version)) return version
    if (given.has('defaults')) {
      const toml = defaultContainerdConfig(versions[O.getOrElse((): '1' | '2' | '3' => '3')(version.right)])
      return E.right({ paths: [], stdin: 'optional', printsYaml: false, run: () => resultOf(toml, [], 0) })
    }
    return tracePaths(given).length + given.files.length > 1
      ? E.left('expected one course of events, got several files')
      : E.right(prepared(given, format.right, release.right))
  },
}

const tracePaths = (given: Given): ReadonlyArray<string> => [...given.values('trace'), ...given.files]

const prepared = (given: Given, format: Format, release: Release): Prepared => ({
  paths: [...tracePaths(given), ...given.values('config')],
  stdin: tracePaths(given).length === 0 ? 'required' : 'optional',
  printsYaml: format === 'yaml',
  ...(given.has('config') ? { readsToml: true } : {}),
  run: (environment, stdin) => {
    const [path] = tracePaths(given)
    const file = path === undefined ? O.toUndefined(stdin) : environment.read(path)
    if (file === undefined) return failed('no course of events is given: --trace FILE')
    const trace = decodeContainerdTrace(file.text)
    return E.isLeft(trace)
      ? failed(sayDecodeError(file)(trace.left))
      : replay(environment, given, format, release, trace.right)
  },
})

const replay = (
  environment: Environment,
  given: Given,
  format: Format,
  release: Release,
  trace: ContainerdScheduler.Trace,
): Result => {
  const settings = settingsOf(environment, given, release)
  if (E.isLeft(settings)) return failed(settings.left)
  const { config, notes } = settings.right
  const history = ContainerdScheduler.simulate(config)(trace)
  return resultOf(
    printSchedule(format, environment)({ config, trace, history }),
    notes,
    history.crashedAt === null ? 0 : 3,
  )
}

interface Settings {
  readonly config: ContainerdScheduler.Config
  readonly notes: ReadonlyArray<string>
}

const settingsOf = (environment: Environment, given: Given, release: Release): E.Either<string, Settings> => {
  const path = given.value('config')
  if (O.isNone(path))
    return E.right({ config: { ...ContainerdScheduler.defaultConfig, ...release.scheduler }, notes: [] })
  const { name, text } = environment.read(path.value)
  const parsed = environment.toml.parse(text)
  if (E.isLeft(parsed)) return E.left(`${name}: ${parsed.left}`)
  const decoded = decodeContainerdConfig(release.scheduler)(parsed.right)
  if (E.isLeft(decoded)) return E.left(sayProblems(name)(decoded.left))
  const { config, clamps, notes } = decoded.right
  return E.right({ config, notes: [...clamps.map(explainClamp), ...notes].map((note) => `${name}: ${note}`) })
}
