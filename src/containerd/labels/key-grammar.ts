/**
 * What a label key means to the collector. Whether that meaning applies depends on the object that carries the label
 * and on the policy; values are read elsewhere.
 *
 * @upstream containerd v2.3.4 core/metadata/gc.go scanRoots, references
 */

/** Meanings of a label key, small enough for a bit mask. */
export const label = {
  none: 0,
  /** `gc.root`, exactly. */
  root: 1,
  /** Any longer key that begins with `gc.root`. */
  rootPrefixed: 2,
  refContent: 3,
  refSnapshot: 4,
  refImage: 5,
  refStream: 6,
  refMount: 7,
  backContainer: 8,
  backContent: 9,
  backImage: 10,
  backSnapshot: 11,
  condition: 12,
  usedAt: 13,
  expire: 14,
  flat: 15,
} as const

/** One meaning of {@link label}. */
export type LabelMeaning = (typeof label)[keyof typeof label]

/** A set of meanings. */
export const setOf = (...meanings: ReadonlyArray<LabelMeaning>): number =>
  meanings.reduce<number>((set, meaning) => set | (1 << meaning), 0)

/** True when a set holds a meaning. */
export const holds = (set: number, meaning: LabelMeaning): boolean => ((set >> meaning) & 1) === 1

/** What a key means. */
export const meaningOf = (key: string): LabelMeaning => {
  if (!key.startsWith(prefix)) return label.none
  switch (key.charCodeAt(prefix.length)) {
    case 0x72: // r
      return key.startsWith('ref.', prefix.length) ? refMeaning(key) : rootMeaning(key)
    case 0x62: // b
      return key.startsWith('bref.', prefix.length) ? backMeaning(key) : label.none
    case 0x63: // c
      return key.startsWith('cond.snapshot', prefix.length)
        ? label.condition
        : key.startsWith('cond.value-usedat', prefix.length)
          ? label.usedAt
          : label.none
    case 0x65: // e
      return key === expireKey ? label.expire : label.none
    case 0x66: // f
      return key === flatKey ? label.flat : label.none
    default:
      return label.none
  }
}

/** What a key means and which snapshotter it names; empty where it names none. */
export interface KeyReading {
  readonly meaning: LabelMeaning
  readonly snapshotter: string
}

/** Keys with their readings and the order of their first sight. */
export interface KeyBook {
  /** What is read in each key, and its place among the keys. */
  readonly known: Map<string, KeyReading & { readonly place: number }>
  /** All keys that were read, each once. */
  readonly keys: string[]
}

/** Reads one key. */
export const readKey = (key: string): KeyReading => {
  const meaning = meaningOf(key)
  switch (meaning) {
    case label.refSnapshot:
      return { meaning, snapshotter: upToSlash(key, refSnapshot.length) }
    case label.backSnapshot:
      return { meaning, snapshotter: upToSlash(key, backSnapshot.length) }
    case label.condition:
      return { meaning, snapshotter: conditionSnapshotter(key) }
    default:
      return { meaning, snapshotter: '' }
  }
}

/** An empty book. Stores hold millions of labels and few distinct keys, so that each key is read once. */
export const keyBook = (): KeyBook => ({ known: new Map(), keys: [] })

/** Reads a key in a book, which remembers it. */
export const readOnce = ({ known, keys }: KeyBook, key: string): KeyReading & { readonly place: number } => {
  const before = known.get(key)
  if (before !== undefined) return before
  const reading = { ...readKey(key), place: keys.length }
  known.set(key, reading)
  keys.push(key)
  return reading
}

/** Up to the next `/`, or the end: dots belong to the name. */
const upToSlash = (key: string, start: number): string => {
  const slash = key.indexOf('/', start)
  return slash < 0 ? key.slice(start) : key.slice(start, slash)
}

/** All leading `.` and `/` are dropped. */
const conditionSnapshotter = (key: string): string => {
  let start = conditionPrefix.length
  while (key.charCodeAt(start) === 0x2e || key.charCodeAt(start) === 0x2f) start++
  return upToSlash(key, start)
}

/** Key of the label that gives an expiry time. */
export const expireKey = 'containerd.io/gc.expire'
/** Key of the label that makes a lease flat. */
export const flatKey = 'containerd.io/gc.flat'

const prefix = 'containerd.io/gc.'
const refStart = prefix.length + 'ref.'.length
const backStart = prefix.length + 'bref.'.length
const refSnapshot = 'containerd.io/gc.ref.snapshot.'
const backSnapshot = 'containerd.io/gc.bref.snapshot.'
const conditionPrefix = 'containerd.io/gc.cond.snapshot'

const rootMeaning = (key: string): LabelMeaning =>
  !key.startsWith('root', prefix.length)
    ? label.none
    : key.length === prefix.length + 4
      ? label.root
      : label.rootPrefixed

const refMeaning = (key: string): LabelMeaning => {
  if (isWord(key, refStart, 'content')) return label.refContent
  if (key.startsWith('snapshot.', refStart)) return label.refSnapshot
  if (isWord(key, refStart, 'image')) return label.refImage
  if (isWord(key, refStart, 'stream')) return label.refStream
  return isWord(key, refStart, 'mount') ? label.refMount : label.none
}

const backMeaning = (key: string): LabelMeaning => {
  if (isWord(key, backStart, 'content')) return label.backContent
  if (key.startsWith('snapshot.', backStart)) return label.backSnapshot
  if (isWord(key, backStart, 'image')) return label.backImage
  return isWord(key, backStart, 'container') ? label.backContainer : label.none
}

/** A word counts at the end of the key or before `.` or `/`. */
const isWord = (key: string, start: number, word: string): boolean => {
  if (!key.startsWith(word, start)) return false
  const end = start + word.length
  if (key.length === end) return true
  const next = key.charCodeAt(end)
  return next === 0x2e || next === 0x2f
}
