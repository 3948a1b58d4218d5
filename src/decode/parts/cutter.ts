/**
 * Cuts a text that comes in parts into values small enough for `JSON.parse`, and checks what lies between them. It breaks where
 * `brokenAt` finds the whole text broken.
 */
import { option as O } from 'fp-ts'

import { elementAt } from '../../internal/lists.js'
import { brokenAt } from '../json-position.js'
import { type Frame, type Keep, close, openedBy, put, textFrame } from './frames.js'
import { type Place, firstPlace, placeAfter, shownLength } from './place.js'
import { type Scan, endOf, scanOf, skipBlank } from './scan.js'

/** Where a text is broken, and up to sixty characters from there on; none if it ends too early. */
interface Broken {
  readonly _tag: 'Broken'
  readonly place: Place
  readonly rest: string
  /** It is a value that is too long for any engine. */
  readonly isLong: boolean
}

/** Takes parts of a text, then says what they hold. */
export interface Cutter {
  readonly add: (part: string) => void
  readonly end: () => Broken | { readonly _tag: 'Whole'; readonly documents: ReadonlyArray<unknown> }
}

/** What must come next, as in the search for the place where a whole text breaks. */
type Next = 'value' | 'first-value' | 'key' | 'first-key' | 'end'

/** A token that began in an earlier part. */
interface Token {
  readonly scan: Scan
  readonly place: Place
  readonly pieces: string[]
  length: number
}

/** The longest text that a JavaScript engine holds. */
const longest = 2 ** 29 - 24

/** A cutter of a text whose values are no longer than any text can be. */
export const cutterOf = (keep: Keep, limit: number = longest): Cutter => {
  const text = textFrame()
  const open: Frame[] = [text]
  const frame = (): Frame => elementAt(open, open.length - 1)
  let next: Next = 'value'
  let token: Token | undefined
  let broken: Broken | undefined
  const breakAt = (at: Place, rest: string, isLong = false): void => {
    broken = { _tag: 'Broken', place: at, rest: rest.slice(0, shownLength), isLong }
  }
  /** Where the part at hand begins, and what stood before it. */
  let place = firstPlace
  let before = ''
  /** Objects may follow each other if the first one begins the text. */
  let isSequence = false

  const fail = (part: string, at: number): number => {
    breakAt(placeAfter(place, part.slice(0, at)), part.slice(at, at + shownLength))
    return part.length
  }
  /** Takes a whole token; of one that is broken, the place in it. */
  const take = ({ isKey }: Scan, token: string): number | undefined => {
    const parsed = parse(isKey ? token.slice(0, -1) : token)
    const current = frame()
    if (O.isNone(parsed) || (isKey && !token.endsWith(':'))) return isKey ? 0 : brokenAt(token)
    if (!isKey) put(keep)(current, parsed.value)
    else if (current._tag === 'Document') current.key = String(parsed.value)
    next = isKey ? 'value' : 'end'
    return undefined
  }
  const pop = (): void => {
    const closed = open.pop()
    if (closed !== undefined) close(keep)(frame(), closed)
    next = 'end'
  }
  const push = (opened: Frame): void => {
    open.push(opened)
    next = opened._tag === 'Document' ? 'first-key' : 'first-value'
  }
  /** Begins a token, and takes it unless it goes on in the next part. */
  const begin = (part: string, at: number, isKey: boolean): number => {
    const scan = scanOf(isKey)
    const end = endOf(scan, part, at)
    if (end !== undefined) {
      const wrong = take(scan, part.slice(at, end))
      return wrong === undefined ? end : fail(part, at + wrong)
    }
    const opened = isKey ? undefined : openedBy(part[at] ?? '', frame())
    if (opened !== undefined) {
      push(opened)
      return at + 1
    }
    token = { scan, place: placeAfter(place, part.slice(0, at)), pieces: [part.slice(at)], length: part.length - at }
    return part.length
  }
  const step = (part: string, at: number): number => {
    const here = part[at] ?? ''
    const current = frame()
    if (next === 'end') {
      if (current === text) {
        const follows = isSequence && here === '{' && (at === 0 ? before : part[at - 1]) === '\n'
        next = 'value'
        return follows ? at : fail(part, at)
      }
      if (here === ',') next = current._tag === 'Document' ? 'key' : 'value'
      else if (here === (current._tag === 'Document' ? '}' : ']')) pop()
      else return fail(part, at)
      return at + 1
    }
    if ((next === 'first-value' && here === ']') || (next === 'first-key' && here === '}')) {
      pop()
      return at + 1
    }
    if (next === 'key' || next === 'first-key') return here === '"' ? begin(part, at, true) : fail(part, at)
    const opened = current._tag === 'Document' ? openedBy(here, current) : undefined
    if (opened === undefined) return begin(part, at, false)
    push(opened)
    return at + 1
  }
  /** Goes on with a token of an earlier part; the place behind it. */
  const resume = (part: string, began: Token): number => {
    const end = endOf(began.scan, part, 0)
    began.pieces.push(part.slice(0, end))
    began.length += part.length
    if (began.length > limit) breakAt(began.place, '', true)
    if (began.length > limit || end === undefined) return part.length
    token = undefined
    return finish(began, part.slice(end)) ? end : part.length
  }
  /** Takes a token that is whole; false where it is broken. */
  const finish = ({ scan, place: began, pieces }: Token, rest: string): boolean => {
    const whole = pieces.join('')
    const wrong = take(scan, whole)
    if (wrong !== undefined) breakAt(placeAfter(began, whole.slice(0, wrong)), whole.slice(wrong) + rest)
    return wrong === undefined
  }

  return {
    add: (part) => {
      if (broken !== undefined) {
        breakAt(broken.place, broken.rest + part.slice(0, shownLength), broken.isLong)
        return
      }
      if (part === '') return
      if (place === firstPlace) isSequence = part.startsWith('{')
      let at = token === undefined ? 0 : resume(part, token)
      for (at = skipBlank(part, at); at < part.length; at = skipBlank(part, at)) at = step(part, at)
      place = placeAfter(place, part)
      before = part.slice(-1)
    },
    end: () => {
      if (broken === undefined && token !== undefined) finish(token, '')
      if (broken === undefined && (next !== 'end' || open.length > 1)) breakAt(place, '')
      return broken ?? { _tag: 'Whole', documents: text.values }
    },
  }
}

const parse = (text: string): O.Option<unknown> => O.tryCatch((): unknown => JSON.parse(text))
