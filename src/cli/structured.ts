import { either as E, function as F } from 'fp-ts'

import { linesOf, parseJsonText } from '../decode/index.js'
import type { Yaml } from './command.js'

/** Begins with a bracket, as JSON that tools print does; YAML that does so is JSON as far as anyone writes it. */
export const looksLikeJson = (text: string): boolean => /^\s*[[{]/.test(text)

/** JSON where the text begins like JSON, else YAML. */
export const parseStructured = (yaml: Yaml, text: string): E.Either<string, unknown> =>
  looksLikeJson(text)
    ? F.pipe(
        parseJsonText('')(text),
        E.mapLeft((error) => linesOf(error).join('; ')),
      )
    : yaml.parse(text)

/** Whether a value may have fields. */
export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** A field of a value's own, never one that it inherits; nothing where the value has no fields. */
export const ownField = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined

/** JSON, or nothing where the text is none. */
export const parsedJson = (text: string): unknown => E.toUnion(E.mapLeft(() => undefined)(parseJsonText('')(text)))
