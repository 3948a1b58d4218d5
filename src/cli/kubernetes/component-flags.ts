/** Reads the flags of a control plane component from its command line or from the Pod that runs it. */
import { either as E, function as F } from 'fp-ts'

import type { InvalidInput } from '../../index.js'
import type { Text, Yaml } from '../command.js'
import { sayProblems } from '../plan/errors.js'
import { ownField, parseStructured } from '../structured.js'

/** Reads the flags in a file. */
export const componentFlags =
  <A>(yaml: Yaml, decode: (input: unknown) => E.Either<InvalidInput, A>) =>
  ({ name, text }: Text): E.Either<string, A> =>
    F.pipe(
      commandLineIn(yaml, text),
      E.mapLeft((message) => `${name}: ${message}`),
      E.flatMap((line) => F.pipe(decode(line), E.mapLeft(sayProblems(name)))),
    )

/** The words of a command line: the text as `ps -o args=` prints it, or what the first container of a Pod runs. */
const commandLineIn = (yaml: Yaml, text: string): E.Either<string, unknown> =>
  /^\s*[[{]|^(apiVersion|kind|metadata|spec|---)\b/m.test(text)
    ? F.pipe(
        parseStructured(yaml, text),
        E.map(commandOf),
        E.filterOrElse(
          (words) => words.length > 0,
          () => 'expected a command line, or a Pod whose first container has a command',
        ),
      )
    : E.right(text.trim())

const commandOf = (pod: unknown): ReadonlyArray<unknown> => {
  const containers = ownField(ownField(pod, 'spec'), 'containers')
  const first: unknown = Array.isArray(containers) ? containers[0] : undefined
  return ['command', 'args'].flatMap((field): ReadonlyArray<unknown> => {
    const value = ownField(first, field)
    return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
  })
}
