import { option as O } from 'fp-ts'

import { type Int64, int64FromBigint, maxInt64 } from '../../core/int64.js'
import { type Knowledge, known, unknown } from '../../core/knowledge.js'
import { type Decoder, reading } from '../codec.js'

/** A size in decimal units, rounded to four digits unless it is below a thousand. */
export interface RoundedSize {
  readonly bytes: Int64
  /** True when the number is not rounded. */
  readonly exact: boolean
}

const decimalUnits = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB']

/** A size such as `65.35kB`, as `content ls` prints them. */
export const decimalSize: Decoder<RoundedSize> = reading('a size such as "65.35kB"', (value) => {
  const [, whole = '', fraction = '', unit = ''] = /^(\d{1,4})(?:\.(\d{1,3}))?([kMGTPE]?B)$/.exec(String(value)) ?? []
  if (typeof value !== 'string' || unit === '') return O.none
  const places = decimalUnits.indexOf(unit) * 3
  if (places < fraction.length) return O.none
  const bytes = BigInt(`${whole}${fraction.padEnd(places, '0')}`)
  return bytes > maxInt64 ? O.none : O.some({ bytes: int64FromBigint(bytes), exact: unit === 'B' })
})

/** A size as `snapshots usage` prints them: `4096` with `-b`; rounded and thus unknown, as `4.0 KiB`, without. */
export const usageSize: Decoder<Knowledge<Int64>> = reading('a size such as "4096" or "4.0 KiB"', (value) => {
  if (typeof value !== 'string') return O.none
  const exact = /^(0|[1-9]\d{0,18})(?:\.0 B)?$/.exec(value)?.[1]
  if (exact !== undefined) return BigInt(exact) > maxInt64 ? O.none : O.some(known(int64FromBigint(BigInt(exact))))
  return /^\d+\.\d [KMGTPEZY]iB$/.test(value) ? O.some(unknown) : O.none
})
