import { show } from '../core/problem.js'
import { isInstant } from '../core/time.js'

/** A field with what it was and is, as short text. */
export interface MovedField {
  readonly field: string
  readonly before: string
  readonly after: string
}

/** Policies are no deeper than this; what lies below counts as moved unless it is the same value. */
const deepest = 32

/** Fields that moved by more than so many percent, those of the earlier policy first, then those that came. */
export const movedFields = (percent: number, before: unknown, after: unknown): ReadonlyArray<MovedField> => {
  const moved: MovedField[] = []
  const compare = (field: string, old: unknown, now: unknown, depth: number): void => {
    if (isBranch(old) && isBranch(now) && Array.isArray(old) === Array.isArray(now) && depth < deepest) {
      const steps = new Set([...Object.keys(old), ...Object.keys(now)])
      for (const step of steps)
        compare(field === '' ? step : `${field}.${step}`, at(old, step), at(now, step), depth + 1)
    } else if (!isNear(percent, old, now)) moved.push({ field, before: show(old), after: show(now) })
  }
  compare('', before, after, 0)
  return moved
}

const isNear = (percent: number, old: unknown, now: unknown): boolean => {
  if (Object.is(old, now)) return true
  const [from, to] = [amount(old), amount(now)]
  if (from === null || to === null) return false
  if (from === to) return true
  return from * to > 0 && Math.abs(to - from) * 100 <= percent * Math.abs(from)
}

/** The number that a value is: an instant counts from the epoch, an integer may be wide. */
const amount = (value: unknown): number | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'bigint' || (typeof value === 'string' && /^-?\d+$/.test(value))) return Number(value)
  return isInstant(value) ? value.getTime() : null
}

const isBranch = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !(value instanceof Date)

const at = (branch: Readonly<Record<string, unknown>>, step: string): unknown =>
  Object.hasOwn(branch, step) ? branch[step] : undefined
