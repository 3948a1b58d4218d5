/** Settings as YAML, and back: what a form says and what is written beside it are the same. */
import { either as E } from 'fp-ts'

import { yaml } from '../../../src/cli/yaml.js'
import type { Setting } from '../worker/offer'
import type { Settings } from '../worker/question'

/** YAML of settings; nothing is an empty text. */
export const yamlOf = (settings: Settings): string =>
  Object.keys(settings).length === 0
    ? ''
    : yaml.print(Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, asNumber(value)])))

/** Numbers need no quotes. */
const asNumber = (value: Settings[string]): unknown =>
  typeof value === 'string' && String(Number(value)) === value ? Number(value) : value

/** Reads settings; the error is one line for each problem. */
export const settingsIn = (text: string, known: ReadonlyArray<Setting>): E.Either<string, Settings> => {
  if (text.trim() === '') return E.right({})
  const parsed = yaml.parse(text)
  if (E.isLeft(parsed)) return parsed
  const value = parsed.right
  if (value === null) return E.right({})
  if (typeof value !== 'object' || Array.isArray(value))
    return E.left('expected settings, such as image-gc-high-threshold: 80')
  const read = Object.entries(value).map(([name, given]) => readSetting(known, name, given))
  const wrong = read.flatMap((one) => (E.isLeft(one) ? [one.left] : []))
  return wrong.length > 0
    ? E.left(wrong.join('\n'))
    : E.right(Object.fromEntries(read.flatMap((one) => (E.isRight(one) && one.right !== undefined ? [one.right] : []))))
}

type Entry = readonly [name: string, value: Settings[string]]

const readSetting = (
  known: ReadonlyArray<Setting>,
  name: string,
  given: unknown,
): E.Either<string, Entry | undefined> => {
  const setting = known.find((one) => one.name === name)
  if (setting === undefined) return E.left(`${name}: there is no such setting`)
  if (setting.value === undefined) {
    if (given === true) return E.right([name, true])
    return given === false ? E.right(undefined) : E.left(`${name}: expected true or false`)
  }
  if (Array.isArray(given))
    return setting.many === true && given.every((one) => ['string', 'number'].includes(typeof one))
      ? E.right([name, given.map(String)])
      : E.left(`${name}: expected one value`)
  return typeof given === 'string' || typeof given === 'number'
    ? E.right([name, String(given)])
    : E.left(`${name}: expected ${setting.value}`)
}
