/** Settings of containerd's scheduler: those of a release, of a configuration file, and of single flags, which win. */
import { either as E, function as F, option as O } from 'fp-ts'

import { decodeContainerdConfig, explainClamp, parseGoDuration } from '../../decode/index.js'
import { ContainerdScheduler } from '../../simulate/loop/index.js'
import type { Environment, Flag, Given, Text } from '../command.js'
import { all, present } from '../fp.js'
import { sayProblems } from '../plan/errors.js'
import { count, optional } from '../values.js'
import type { Release } from './release.js'

/** Flags of single settings, in the names of containerd. */
export const schedulerFlags: ReadonlyArray<Flag> = [
  {
    name: 'pause-threshold',
    value: 'SHARE',
    about: 'share of time that collections may hold the database, 0 to 0.5; 0: no limit (default 0.02)',
  },
  {
    name: 'deletion-threshold',
    value: 'N',
    about: 'deletions that bring a collection forward; 0: they only let the next tick collect (default 0)',
  },
  { name: 'mutation-threshold', value: 'N', about: 'writes after which the next tick collects (default 100)' },
  {
    name: 'schedule-delay',
    value: 'DURATION',
    about: 'time between a reason to collect and the collection (default 0s)',
  },
  {
    name: 'startup-delay',
    value: 'DURATION',
    about: 'time from the start to the first tick; 0: none until something happens (default 100ms)',
  },
]

/** What holds, and what of the input was out of bounds or ignored. */
export interface SchedulerSettings {
  readonly config: ContainerdScheduler.Config
  readonly notes: ReadonlyArray<string>
}

/** Reads the single flags; the file is read once it is there. */
export const schedulerSettings = (
  given: Given,
  release: Release,
): E.Either<string, (environment: Environment) => E.Either<string, SchedulerSettings>> =>
  F.pipe(
    singleSettings(given),
    E.map(
      (single) => (environment) =>
        F.pipe(
          fromFile(environment, given, release),
          E.map(({ config, notes }) => {
            const held = ContainerdScheduler.clampConfig(release.scheduler)({ ...config, ...single })
            return { config: held.config, notes: [...notes, ...held.clamps.map(explainClamp)] }
          }),
        ),
    ),
  )

const singleSettings = (given: Given): E.Either<string, ContainerdScheduler.ConfigInput> =>
  F.pipe(
    all({
      pauseThreshold: optional(share)(given, 'pause-threshold'),
      deletionThreshold: optional(count)(given, 'deletion-threshold'),
      mutationThreshold: optional(count)(given, 'mutation-threshold'),
      scheduleDelay: optional(nanos)(given, 'schedule-delay'),
      startupDelay: optional(nanos)(given, 'startup-delay'),
    }),
    E.map(present),
  )

const share = (flag: string, value: string): E.Either<string, number> =>
  /^\d{1,9}(\.\d{1,9})?$/.test(value)
    ? E.right(Number(value))
    : E.left(`${flag}: expected a share of time such as 0.02, got ${JSON.stringify(value)}`)

/** A Go duration, exact to the nanosecond. */
const nanos = (flag: string, value: string): E.Either<string, ContainerdScheduler.Nanos> =>
  F.pipe(
    O.fromEither(parseGoDuration(value)),
    O.map(Number),
    O.filter((nanoseconds) => Number.isSafeInteger(nanoseconds) && nanoseconds >= 0),
    E.fromOption(() => `${flag}: expected a length of time such as 1.5s, zero or more, got ${JSON.stringify(value)}`),
  )

const fromFile = (environment: Environment, given: Given, release: Release): E.Either<string, SchedulerSettings> =>
  F.pipe(
    given.value('config'),
    O.map(environment.read),
    O.match(
      () => E.right({ config: { ...ContainerdScheduler.defaultConfig, ...release.scheduler }, notes: [] }),
      readFile(environment, release),
    ),
  )

const readFile =
  ({ toml }: Environment, { scheduler }: Release) =>
  ({ name, text }: Text): E.Either<string, SchedulerSettings> =>
    F.pipe(
      toml.parse(text),
      E.mapLeft((message) => `${name}: ${message}`),
      E.flatMap(F.flow(decodeContainerdConfig(scheduler), E.mapLeft(sayProblems(name)))),
      E.map(({ config, clamps, notes }) => ({
        config,
        notes: [...clamps.map(explainClamp), ...notes].map((note) => `${name}: ${note}`),
      })),
    )
