/**
 * Answers what a file of vectors holds: its shape and its cases, each either sound or with what is wrong with it.
 */
import type { JsonObject } from './json.js'
import { fieldOf, isObject, showJson } from './json.js'
import type { Alternative, Case } from './shape.js'

/** One entry of `cases`. */
export type Entry =
  | { readonly _tag: 'Sound'; readonly recorded: Case }
  | { readonly _tag: 'Malformed'; readonly name: string; readonly because: string }

/** What a file turned out to be. */
export type VectorFile =
  | { readonly _tag: 'Vectors'; readonly shape: string; readonly entries: ReadonlyArray<Entry> }
  | { readonly _tag: 'Broken'; readonly because: string }

/** Reads the text of a file. */
export const readVectorFile = (text: string): VectorFile => {
  const parsed = parse(text)
  if (parsed._tag === 'Broken') return parsed
  if (!isObject(parsed.value))
    return broken(`expected an object with meta and cases, got ${showJson(parsed.value, 60)}`)
  const meta = fieldOf(parsed.value, 'meta')
  const shape = isObject(meta) ? fieldOf(meta, 'shape') : undefined
  if (typeof shape !== 'string') return broken(`expected meta.shape to be a string, got ${showJson(shape, 60)}`)
  const cases = fieldOf(parsed.value, 'cases')
  if (!Array.isArray(cases)) return broken(`expected cases to be an array, got ${showJson(cases, 60)}`)
  return { _tag: 'Vectors', shape, entries: cases.map(readCase(meta)) }
}

const parse = (text: string): { readonly _tag: 'Parsed'; readonly value: unknown } | Broken => {
  try {
    return { _tag: 'Parsed', value: JSON.parse(text.replace(/^\uFEFF/, '')) as unknown }
  } catch (error) {
    return broken(`not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const readCase =
  (meta: unknown) =>
  (value: unknown, index: number): Entry => {
    const place = `cases[${index}]`
    if (!isObject(value)) return malformed(place, `expected an object, got ${showJson(value, 60)}`)
    const name = fieldOf(value, 'name')
    if (typeof name !== 'string') return malformed(place, `expected name to be a string, got ${showJson(name, 60)}`)
    const missing = ['input', 'expected'].filter((field) => fieldOf(value, field) === undefined)
    if (missing.length > 0) return malformed(name, `${missing.join(' and ')} absent`)
    const fault = faultOfVersions(value) ?? faultOfOutcomes(value)
    return fault === null ? sound(value, name, meta) : malformed(name, fault)
  }

/** Versions that are lost would be counted nowhere; null when all are read. */
const faultOfVersions = (value: JsonObject): string | null => {
  const { versions, alternatives = [] } = value
  if (versions !== undefined && !isTexts(versions))
    return `expected versions to be an array of strings, got ${showJson(versions, 60)}`
  if (!Array.isArray(alternatives) || !alternatives.every(isAlternative))
    return `expected alternatives to be an array of versions and expected, got ${showJson(alternatives, 60)}`
  const named = [...(versions ?? []), ...alternatives.flatMap((alternative) => alternative.versions)]
  const twice = named.find((version, index) => named.indexOf(version) < index)
  return twice === undefined ? null : `version ${twice} named twice`
}

/** An answer that is one of none could not be told from a wrong one; null when there is at least one outcome. */
const faultOfOutcomes = ({ expected, alternatives }: JsonObject): string | null => {
  const answers = [
    expected,
    ...(Array.isArray(alternatives) ? alternatives.filter(isAlternative) : []).map(({ expected: its }) => its),
  ]
  const outcomes = answers.map((answer) => (isObject(answer) ? fieldOf(answer, 'oneOf') : undefined))
  const fault = outcomes.find((held) => held !== undefined && !(Array.isArray(held) && held.length > 0))
  return fault === undefined
    ? null
    : `expected oneOf to be a list with at least one outcome, got ${showJson(fault, 60)}`
}

const isAlternative = (value: unknown): value is Alternative =>
  isObject(value) && isTexts(fieldOf(value, 'versions')) && fieldOf(value, 'expected') !== undefined

const isTexts = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

type Broken = Extract<VectorFile, { readonly _tag: 'Broken' }>

const broken = (because: string): Broken => ({ _tag: 'Broken', because })

const malformed = (name: string, because: string): Entry => ({ _tag: 'Malformed', name, because })

const sound = (value: JsonObject, name: string, meta: unknown): Entry => ({
  _tag: 'Sound',
  recorded: { ...value, name, input: value['input'], expected: value['expected'], meta },
})
