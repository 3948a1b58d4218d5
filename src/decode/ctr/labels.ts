/**
 * Parser of the label column, `k=v,k=v`. Values may contain commas, so a text can have several readings:
 *
 * 1. a part between commas without a `=` belongs to the value before it;
 * 2. a part that begins with `containerd.io/` and has a `=` is a label of its own: no value is expected to contain one;
 * 3. so is a part that begins with something that looks like a key.
 *
 * Where rule 3 may have cut off a value that the collector reads, the labels are uncertain, and callers must keep whatever
 * they might hold.
 */
import type { Labels } from '../../containerd/snapshot.js'
import { type Decoder, mapped } from '../codec.js'
import { text } from '../leaf.js'

/** The labels of a column. */
export interface JoinedLabels {
  /** As they read best. */
  readonly pairs: Labels
  /** False when another reading would mean something else to the collector. */
  readonly certain: boolean
}

/** Reads a column of labels; `-` and an empty text stand for none. */
export const joinedLabels: Decoder<JoinedLabels> = mapped(text, (column) => splitLabels(column))

interface Label {
  readonly key: string
  value: string
  /** What stands after it, as far as it is known for the beginning of a label. */
  isEndCertain: boolean
}

const splitLabels = (column: string): JoinedLabels => {
  if (column === '' || column === '-') return { pairs: [], certain: true }
  const labels: Label[] = []
  let certain = true
  for (const part of column.split(',')) {
    const last = labels.at(-1)
    const equals = part.indexOf('=')
    const isOurs = part.startsWith(ours)
    if (equals < 0 || (!isOurs && !looksLikeKey.test(part.slice(0, equals)))) {
      if (last === undefined || isOurs) certain = false
      else {
        last.value += `,${part}`
        last.isEndCertain = equals < 0
      }
      continue
    }
    if (last !== undefined && !isOurs) last.isEndCertain = false
    labels.push({ key: part.slice(0, equals), value: part.slice(equals + 1), isEndCertain: true })
  }
  const keys = new Set<string>()
  const distinct = labels.filter(({ key }) => keys.size < keys.add(key).size)
  return {
    pairs: distinct.map(({ key, value }) => [key, value]),
    certain: certain && distinct.length === labels.length && labels.every(isCertain),
  }
}

/**
 * What means the same whatever its value is can be read in one way alone, and so can what surely ends. A digest that goes
 * on names no blob, so that only what stands before the comma could hold one.
 */
const isCertain = ({ key, value, isEndCertain }: Label): boolean => {
  if (!key.startsWith('containerd.io/gc.') || anyValue.test(key)) return true
  if (value.includes('=')) return false
  return isEndCertain || (digestKey.test(key) && digest.test(value))
}

const ours = 'containerd.io/'
const looksLikeKey = /^[A-Za-z0-9][A-Za-z0-9._/-]*$/
const anyValue = /^containerd\.io\/gc\.(root|flat$)/
const digestKey = /^containerd\.io\/gc\.b?ref\.content/
const digest = /^[a-z0-9]+([.+_-][a-z0-9]+)*:[A-Za-z0-9_-]+$/
