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
  return (value) => (last = shared(last, value))
}

const shared = (before: unknown, value: unknown): unknown => {
  if (value === before) return before
  if (!isObject(value) || !isObject(before) || Array.isArray(value) !== Array.isArray(before)) return value
  const [earlier, fields] = [before as Fields, value as Fields]
  let isSame = true
  let left = Object.keys(earlier).length
  for (const name of Object.keys(fields)) {
    const isThere = Object.hasOwn(earlier, name)
    const field = isThere ? shared(earlier[name], fields[name]) : fields[name]
    if (!isThere || field !== earlier[name]) isSame = false
    // Equal texts are one text from here on.
    if (isThere && field === earlier[name]) fields[name] = field
    left--
  }
  return isSame && left === 0 ? before : value
}

type Fields = Record<string, unknown>
