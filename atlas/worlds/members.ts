/**
 * Answers what the world of a case is where dimensions are members of it. `M.1`, `M.2`, ... are items of the list `M`, and
 * null leaves one out; `+NAME` brings several members; any other name is that of a member, which may be `(absent)`.
 */
import type { Digits } from '../universe.js'

const ABSENT = '(absent)'

export const membersWorld = (digits: Digits): unknown => {
  const world: Record<string, unknown> = {}
  const lists = new Map<string, unknown[]>()
  for (const [name, value] of digits) {
    const dot = name.indexOf('.')
    if (name.startsWith('+')) Object.assign(world, value)
    else if (dot >= 0) {
      const member = name.slice(0, dot)
      lists.set(member, [...(lists.get(member) ?? []), ...(value === null ? [] : [value])])
    } else if (value !== ABSENT) world[name] = value
  }
  return { ...world, ...Object.fromEntries(lists) }
}
