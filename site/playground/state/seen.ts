/** What a reader chose in an answer: a link takes it along, so that others see the same. */
import type { Question } from '../worker/question'

/** What is chosen in an answer, as far as anything is. */
export interface Seen {
  /** The identity of an object, a row or a record, as its view has it. */
  readonly object?: string
  /** How many waves of a cascade are over. */
  readonly wave?: number
}

/** What JSON says of it; whatever is of no such form is not chosen. */
export const seenIn = (value: unknown): Seen => {
  if (typeof value !== 'object' || value === null) return {}
  const { object, wave } = value as Readonly<Record<string, unknown>>
  return {
    ...(typeof object === 'string' ? { object } : {}),
    ...(typeof wave === 'number' && Number.isInteger(wave) && wave >= 0 ? { wave } : {}),
  }
}

/** What stays chosen when a question is answered after another: the object, if both are of one kind; its waves are others. */
export const seenAfter = (seen: Seen, before: Question | undefined, after: Question | undefined): Seen => {
  if (after === undefined || (before !== undefined && before.kind !== after.kind)) return {}
  if (before === undefined || JSON.stringify(before) === JSON.stringify(after)) return seen
  return seen.object === undefined ? {} : { object: seen.object }
}
