/**
 * Answers whether a reader did what is promised: it came back with a value, or with problems that a person can read, and
 * changed nothing of what it was given nor of what all code shares.
 */
import { linesOf } from '../../src/decode/index.js'
import type { DecodeError } from '../../src/decode/index.js'

const wholesome = new Set<unknown>([
  Object.prototype,
  Array.prototype,
  Map.prototype,
  Set.prototype,
  Date.prototype,
  null,
])

/** Objects whose prototype the input has chosen. */
const isWholesome = (value: unknown): boolean => {
  const left = [value]
  const seen = new Set<object>()
  for (let one = left.pop(); left.length > 0 || one !== undefined; one = left.pop()) {
    if (typeof one !== 'object' || one === null || seen.has(one)) continue
    if (!wholesome.has(Object.getPrototypeOf(one))) return false
    seen.add(one)
    if (seen.size < 200) left.push(...Object.values(one).slice(0, 50))
  }
  return true
}

const isFault = (error: DecodeError): string | null => {
  const lines = linesOf(error)
  if (lines.length === 0 || lines.length > 100) return `${lines.length} problems`
  if (error._tag === 'WrongFile')
    return error.found === '' || error.instead === '' || error.source === '' ? 'a nameless wrong file' : null
  if (error.problems.some(({ expected, actual }) => expected === '' || actual === '')) return 'a problem without words'
  return null
}

type Answer =
  | { readonly _tag: 'Left'; readonly left: DecodeError }
  | { readonly _tag: 'Right'; readonly right: unknown }

/** What is wrong with an answer; null if nothing is. `isOwn`: the value is made of what the reader made alone. */
export const faultIn = (answer: unknown): string | null => {
  if (typeof answer !== 'object' || answer === null) return 'no answer'
  const { _tag } = answer as Answer
  if (_tag === 'Right') return null
  if (_tag !== 'Left') return Array.isArray(answer) ? null : 'no answer'
  return isFault((answer as Extract<Answer, { _tag: 'Left' }>).left)
}

/** Like {@link faultIn}, and that no input has chosen what a value that was read inherits. */
export const closerFaultIn = (answer: unknown): string | null =>
  faultIn(answer) ?? (isWholesome(answer) ? null : 'a value with a prototype of its own')

const shared: ReadonlyArray<object> = [
  ...[Object, Array, Function, String, Number, Boolean, Symbol, Date, RegExp, Map, Set, Promise, Error, JSON],
  ...[Object, Array, Function, String, Number, Boolean, Symbol, Date, RegExp, Map, Set, Promise, Error].map(
    ({ prototype }) => prototype as object,
  ),
  ...[Math, Reflect, globalThis],
]

/** All that code shares, as text: names of fields, and whether each is still what it was. */
const stateOf = (): ReadonlyArray<ReadonlyMap<PropertyKey, unknown>> =>
  shared.map((one) => {
    const found = new Map<PropertyKey, unknown>()
    for (const [name, { value, get, set }] of Object.entries(Object.getOwnPropertyDescriptors(one)))
      // Node makes some globals when they are first asked for.
      found.set(name, one === globalThis ? null : (value ?? get ?? set))
    return found
  })

const before = stateOf()

/** The first thing that all code shares and that is not what it was. */
export const pollution = (): string | null => {
  for (const [place, now] of stateOf().entries()) {
    const was = before[place]
    if (was === undefined) continue
    for (const [name, value] of now)
      if (!was.has(name) || !Object.is(was.get(name), value)) return `${String(name)} of shared object ${place}`
    if (was.size !== now.size) return `a field of shared object ${place} is gone`
  }
  return null
}
