/** Reads rows about who removes a finalizer. */
import { either as E, function as F } from 'fp-ts'

import { type Holder, holdersFrom } from '../../simulate/cascade/index.js'
import type { Environment, Flag, Given } from '../command.js'
import { sayProblems } from '../plan/errors.js'
import { parseStructured } from '../structured.js'

/** The flag for rows about who removes a finalizer. */
export const holderFlag: Flag = {
  name: 'holders',
  value: 'FILE',
  about: 'JSON or YAML: further rows about who removes a finalizer, as in knownHolders of gcplan/simulate/cascade',
}

/** The rows of the files that are named. */
export const holdersIn = (environment: Environment, given: Given): E.Either<string, ReadonlyArray<Holder>> =>
  F.pipe(
    given.values(holderFlag.name).map((path) => {
      const { name, text } = environment.read(path)
      return F.pipe(
        parseStructured(environment.yaml, text),
        E.mapLeft((problem) => `${name}: ${problem}`),
        E.flatMap((value) => E.mapLeft(sayProblems(name))(holdersFrom(value))),
      )
    }),
    E.sequenceArray,
    E.map((rows) => rows.flat()),
  )
