/** What the banner of a forecast says: the worst that happens, and when. */
import type { ForecastRow } from 'gcplan/view'

import { shortDigest } from '../../graph/shortened.js'
import type { ForecastAnswer } from '../../worker/answers'

/** The banner over a forecast. */
export const bannerOf = ({ rows, totals, fullAt, first, said }: ForecastAnswer) => {
  const eviction = rows.find(({ kind }) => kind === 'eviction')
  const pressure = rows.find((row) => row.kind === 'state' && row.said.endsWith('begins'))
  const sentences = [
    ...(first === null ? [] : [`${sayWhen(first)}, the first images go: ${sayNames(first.images)}`]),
    ...(eviction === undefined ? [] : [`${sayWhen(eviction)}: ${eviction.said}`]),
    ...(pressure === undefined ? [] : [`${sayWhen(pressure)}: ${pressure.said}`]),
    ...(fullAt === null ? [] : [`the disk is full at ${sayClock(fullAt)}`]),
  ]
  if (sentences.length === 0) sentences.push(said)
  if (eviction !== undefined) return { fate: 'lost', title: 'Pods are evicted', sentences } as const
  if (pressure !== undefined) return { fate: 'stuck', title: 'The node comes under pressure', sentences } as const
  if (rows.every(({ freedBytes }) => freedBytes === null || freedBytes === 0) && totals.countedBytes === 0)
    return { fate: 'made', title: 'Nothing is removed, no pod is evicted', sentences } as const
  if (totals.runs > 0) return { fate: 'marked', title: 'Images are collected, no pod is evicted', sentences } as const
  return { fate: 'made', title: 'Nothing happens', sentences } as const
}

const namesShown = 4
const sayNames = (names: ReadonlyArray<string>): string =>
  `${names.slice(0, namesShown).map(shortDigest).join(', ')}${names.length > namesShown ? ` and ${names.length - namesShown} more` : ''}`

/** E.g. `02-01 13:05 UTC`. */
export const sayClock = (at: string): string => `${at.slice(5, 10)} ${at.slice(11, 16)} UTC`

/** E.g. `in 3 h 5 min`. */
export const sayAfter = (millis: number): string => {
  const minutes = Math.round(millis / 60_000)
  if (minutes < 60) return `in ${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `in ${hours} h ${minutes % 60} min` : `in ${Math.floor(hours / 24)} d ${hours % 24} h`
}

/** Both. */
export const sayWhen = ({ at, afterMillis }: Pick<ForecastRow, 'at' | 'afterMillis'>): string =>
  `${sayAfter(afterMillis)}, ${sayClock(at)}`
