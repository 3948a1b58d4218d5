/**
 * Lets parsed objects share what they have in common: the pods of a ReplicaSet lie side by side in a list, and differ in little but
 * their names.
 */
import { isObject } from './structured.js'

/**
 * Gives each value that it is handed, freshly parsed and nobody else's yet, those parts of the one before that are equal: texts,
 * and whole arrays and objects.
 */
export const sharing = (): ((value: unknown) => unknown) => {
  let last: unknown
  return (value) => (last = shared(last, value, deepest))
}

/** What lies deeper stays as it is: objects of a cluster end sooner, and what is nested without end must not overflow the stack. */
const deepest = 32

const shared = (before: unknown, value: unknown, levels: number): unknown => {
  if (value === before) return before
  if (levels === 0 || !isObject(value) || !isObject(before) || Array.isArray(value) !== Array.isArray(before))
    return value
  const [earlier, fields] = [before as Fields, value as Fields]
  const [names, order] = [Object.keys(fields), Object.keys(earlier)]
  let same = 0
  for (let place = 0; place < names.length; place++) {
    const name = names[place] ?? ''
    const isInPlace = name === order[place]
    if (!isInPlace && !Object.hasOwn(earlier, name)) continue
    const field = shared(earlier[name], fields[name], levels - 1)
    if (field !== earlier[name]) continue
    // Equal texts are one text from here on.
    fields[name] = field
    if (isInPlace) same++
  }
  return same === names.length && same === order.length ? before : value
}

type Fields = Record<string, unknown>
