import type { Millis } from '../core/time.js'

/** 1st, 2nd, 3rd, 4th, ... */
export const ordinal = (rank: number): string => {
  const teens = rank % 100 >= 11 && rank % 100 <= 13
  const suffix = teens ? 'th' : rank % 10 === 1 ? 'st' : rank % 10 === 2 ? 'nd' : rank % 10 === 3 ? 'rd' : 'th'
  return `${rank}${suffix}`
}

/** A number of things, e.g. `1 pod`, `2 pods`. */
export const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`

/** A span by its two largest units, rounded towards zero: `3 d 4 h`, `5 min 30 s`, `250 ms`. */
export const spanText = (span: Millis): string => {
  const size = Math.abs(span)
  const at = units.findIndex(([, length]) => size >= length)
  const [unit, length] = units[at] ?? ['ms', 1]
  const [lesser, lesserLength] = units[at + 1] ?? ['', 0]
  const rest = lesserLength === 0 || lesser === 'ms' ? 0 : Math.floor((size % length) / lesserLength)
  const text = `${Math.floor(size / length)} ${unit}${rest === 0 ? '' : ` ${rest} ${lesser}`}`
  return span < 0 ? `-${text}` : text
}

const units: ReadonlyArray<readonly [string, number]> = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
  ['ms', 1],
]

/** Up to three names; of more, the first two and how many others there are. */
export const listed = (names: ReadonlyArray<string>): string =>
  names.length <= 3 ? names.join(', ') : `${names.slice(0, 2).join(', ')} and ${names.length - 2} others`

/** Why an object is not deleted that is being deleted already. */
export const alreadyDeleted = (reason: {
  readonly since: Date
  readonly finalizers: ReadonlyArray<string>
}): string => {
  const held = reason.finalizers.length === 0 ? '' : `; held by ${listed(reason.finalizers)}`
  return `it is already being deleted (deletionTimestamp ${reason.since.toISOString()})${held}`
}
