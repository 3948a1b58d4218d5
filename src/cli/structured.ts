/**
 * Answers what a text means that is JSON or YAML.
 */
import { either as E } from 'fp-ts'

import type { DecodeError } from '../decode/index.js'
import { linesOf, parseJsonText } from '../decode/index.js'
import type { Yaml } from './command.js'

/** JSON where the text begins like JSON, else YAML. */
export const parseStructured = (yaml: Yaml, text: string): E.Either<string, unknown> =>
  /^\s*[[{]/.test(text)
    ? E.mapLeft((error: DecodeError) => linesOf(error).join('; '))(parseJsonText('')(text))
    : yaml.parse(text)
