/** Plays a sequence on servers, and compares what they answer. */
import { isDryRun, isFromCache, normalOf } from './normal.js'
import { cacheAtRest } from './rest.js'
import type { Answer, Side } from './sides.js'
import { type Said, type Step, note, nothingSaid, spelled } from './step.js'

/** A player of one server. */
export interface Player {
  readonly side: Side
  readonly play: (step: Step) => Promise<Played>
}

/** What came of a step. */
export interface Played {
  readonly sent: Step
  readonly answer: Answer
  /** The answer in a form that can be compared. */
  readonly normal: unknown
}

/** Plays on a server. */
export const playerOf = (side: Side): Player => {
  const said: Said = nothingSaid()
  const normal = normalOf()
  return {
    side,
    play: async (step) => {
      const sent = spelled(said, step)
      if (isFromCache(step)) await cacheAtRest(side, sent)
      const answer = await side.ask(sent)
      if (!isDryRun(step)) note(said, step, answer.body)
      return { sent, answer, normal: normal(answer, step) }
    },
  }
}

/** Where two values differ: the path, and what stands there. */
export interface Difference {
  readonly at: string
  readonly fake: unknown
  readonly real: unknown
}

/** All differences of two values. */
export const differencesOf = (fake: unknown, real: unknown, at = ''): ReadonlyArray<Difference> => {
  if (Array.isArray(fake) && Array.isArray(real) && fake.length === real.length)
    return fake.flatMap((one, index) => differencesOf(one, real[index], `${at}[${index}]`))
  if (isFields(fake) && isFields(real))
    return [...new Set([...Object.keys(fake), ...Object.keys(real)])].flatMap((name) =>
      differencesOf(fake[name], real[name], at === '' ? name : `${at}.${name}`),
    )
  return JSON.stringify(fake) === JSON.stringify(real) ? [] : [{ at, fake, real }]
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
