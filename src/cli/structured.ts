import { either as E } from 'fp-ts'

import { linesOf, parseJsonText } from '../decode/index.js'
import type { Yaml } from './command.js'
import { pipe } from './fp.js'

/** JSON where the text begins like JSON, else YAML. */
export const parseStructured = (yaml: Yaml, text: string): E.Either<string, unknown> =>
  /^\s*[[{]/.test(text)
    ? pipe(
        parseJsonText('')(text),
        E.mapLeft((error) => linesOf(error).join('; ')),
      )
    : yaml.parse(text)
