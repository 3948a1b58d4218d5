/** Reader of JSON text that comes in parts, as `parseJsonText` reads a whole one. */
import { either as E } from 'fp-ts'

import { markedLength } from '../detect-text.js'
import type { DecodeError } from '../error.js'
import { refusal } from '../json-text.js'
import { cutterOf } from './cutter.js'
import type { Keep } from './frames.js'
import { sayLong, sayPlace } from './place.js'

/** Reads a text that comes in parts. */
export interface PartsReader<A> {
  /** Takes the next part of the text; a part may end anywhere. */
  readonly add: (part: string) => void
  /** Says what the text holds, once all parts are added. */
  readonly end: () => E.Either<DecodeError, A>
}

/** Reads JSON in parts; of each object of API lists it holds only what is kept. */
export const jsonInParts = (source: string, keep: Keep): PartsReader<unknown> => {
  const cutter = cutterOf(keep)
  let beginning = ''
  let isBegun = false
  return {
    add: (part) => {
      const text = !isBegun && part.startsWith('\uFEFF') ? part.slice(1) : part
      isBegun ||= part !== ''
      beginning += text.slice(0, Math.max(0, markedLength - beginning.length))
      cutter.add(text)
    },
    end: () => {
      const ended = cutter.end()
      return ended._tag === 'Broken'
        ? E.left(refusal(source)(beginning, ended.isLong ? sayLong(ended.place) : sayPlace(ended.place, ended.rest)))
        : E.right(ended.documents.length === 1 ? ended.documents[0] : ended.documents)
    },
  }
}
