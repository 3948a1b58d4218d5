/**
 * Attacks one reader with a chunk of hostile inputs. A chunk depends on the seed, the reader's name and its number alone, so that
 * it can be repeated by itself.
 */
import { seeded } from '../../bench/random.js'
import { fnv1a } from '../../src/internal/fnv.js'
import type { Entry } from './entries.js'
import { hostile } from './inputs.js'
import { closerFaultIn, faultIn, pollution } from './judge.js'

/** Inputs in a chunk. */
export const chunkSize = 1000

/** One input that a reader could not stand. */
export interface Fault {
  readonly chunk: number
  /** Its place in the chunk. */
  readonly place: number
  readonly because: string
  readonly input: string
}

/** What came of a chunk. */
export interface Attacked {
  readonly inputs: number
  readonly read: number
  readonly refused: number
  readonly faults: ReadonlyArray<Fault>
}

/** An input as one line; it may be none that JSON can hold. */
const lineOf = (input: unknown): string => {
  try {
    return (JSON.stringify(input) ?? String(input)).slice(0, 300)
  } catch {
    return `a ${typeof input}`
  }
}

const tagOf = (answer: unknown): unknown => (answer as { readonly _tag?: unknown } | null)?._tag

/** What a reader does with one input; text if it is wrong. */
const attackOnce = (
  read: Entry['read'],
  input: unknown,
  closer: boolean,
): { readonly tag?: unknown; readonly fault?: string | null } => {
  try {
    const answer = read(input)
    return { tag: tagOf(answer), fault: closer ? closerFaultIn(answer) : faultIn(answer) }
  } catch (thrown) {
    return {
      fault: `threw ${thrown instanceof Error ? `${thrown.name}: ${thrown.message.slice(0, 200)}` : typeof thrown}`,
    }
  }
}

/** Reads the inputs of a chunk. `told` hears the place of each input before it is read. */
export const attack = (entry: Entry, seed: number, chunk: number, inputs: number): Attacked => {
  const random = seeded(fnv1a(`${seed} ${entry.name} ${chunk}`))
  const faults: Fault[] = []
  let refused = 0
  for (let place = 0; place < inputs; place++) {
    const input = hostile(random, entry)
    const { tag, fault } = attackOnce(entry.read, input, typeof input === 'string')
    if (tag === 'Left') refused++
    if (typeof fault === 'string') faults.push({ chunk, place, because: fault, input: lineOf(input) })
  }
  const polluted = pollution()
  if (polluted !== null)
    faults.push({ chunk, place: inputs, because: `pollution: ${polluted}`, input: 'one of the chunk' })
  return { inputs, read: inputs - refused, refused, faults }
}
