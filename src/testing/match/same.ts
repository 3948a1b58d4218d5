/** Deep equality. Absent and undefined fields are equal. */

/** Whether two values hold the same. */
export const same = (one: unknown, other: unknown): boolean => {
  const open: (readonly [unknown, unknown])[] = [[one, other]]
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [left, right] = pair
    if (Object.is(left, right)) continue
    if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
    if (formOf(left) !== formOf(right)) return false
    if (left instanceof Date && right instanceof Date) {
      if (!Object.is(left.getTime(), right.getTime())) return false
    } else if (left instanceof Map || left instanceof Set) {
      const [mine, others] = [[...left], [...(right as Map<unknown, unknown> | Set<unknown>)]]
      if (mine.length !== others.length) return false
      open.push([mine, others])
    } else {
      if (Array.isArray(left) && left.length !== (right as ReadonlyArray<unknown>).length) return false
      for (const key of new Set([...Object.keys(left), ...Object.keys(right)]))
        open.push([(left as Fields)[key], (right as Fields)[key]])
    }
  }
  return true
}

/** Objects without a prototype are as good as others. */
const formOf = (value: object): string => Object.prototype.toString.call(value)

/** Whether a value has all that a pattern names, each the same. */
export const hasAll =
  (pattern: object) =>
  (value: object): boolean =>
    differing(pattern)(value).length === 0

/** What a pattern names and a value has otherwise. */
export const differing =
  (pattern: object) =>
  (value: object): ReadonlyArray<readonly [name: string, wanted: unknown, found: unknown]> =>
    Object.entries(pattern).flatMap(([name, wanted]) => {
      const found = Object.hasOwn(value, name) ? (value as Fields)[name] : undefined
      return same(wanted, found) ? [] : [[name, wanted, found] as const]
    })

type Fields = Readonly<Record<string, unknown>>
