/**
 * Answers whether the comparison can fail: every recorded answer is altered in one place at a time, and each altered case
 * has to fail.
 */
import type { Alteration } from './alter.js'
import { alterationsOf } from './alter.js'
import { rootRule } from './fields.js'
import { answer, judge } from './judge.js'
import type { Reading } from './reading.js'
import { readingsOf } from './reading.js'
import type { Case, Shape } from './shape.js'
import { readVectorFile } from './vector-file.js'

/** What altering one file showed. */
export interface SelfCheck {
  readonly alterations: number
  /** Altered cases that did not fail: the case's name and the change. */
  readonly undetected: ReadonlyArray<string>
  /** What kept the check from being complete; it is not sound then. */
  readonly defects: ReadonlyArray<string>
  /** What else the reader should know. */
  readonly notes: ReadonlyArray<string>
}

/** Alters the cases of one file, at most `sample` alterations per case beside the first of each compared field. */
export const selfCheck = async (shapes: ReadonlyArray<Shape>, text: string, sample: number): Promise<SelfCheck> => {
  const file = readVectorFile(text)
  if (file._tag === 'Broken') return { ...nothing, defects: [file.because] }
  const shape = shapes.find((candidate) => candidate.shape === file.shape)
  if (shape === undefined) return { ...nothing, notes: [`unknown shape ${file.shape}`] }
  const undetected: string[] = []
  const defects: string[] = []
  const altered = new Set<string>()
  let alterations = 0
  let skipped = 0
  for (const entry of file.entries) {
    if (entry._tag === 'Malformed') {
      defects.push(`${entry.name} is malformed: ${entry.because}`)
      continue
    }
    const checked = await checkCase(shape, entry.recorded, sample, altered)
    if (checked === 'Failed') defects.push(`${entry.recorded.name} fails unaltered`)
    else if (checked === 'Skipped') skipped++
    else {
      alterations += checked.alterations
      undetected.push(...checked.undetected)
    }
  }
  const notes = skipped === 0 ? [] : [`${skipped} skipped`]
  const absent = Object.keys(shape.compared).filter((field) => !altered.has(field))
  if (absent.length > 0) notes.push(`never altered, absent from every replayed case: ${absent.join(', ')}`)
  return { alterations, undetected, defects, notes }
}

const nothing: SelfCheck = { alterations: 0, undetected: [], defects: [], notes: [] }

const checkCase = async (
  shape: Shape,
  recorded: Case,
  sample: number,
  altered: Set<string>,
): Promise<'Failed' | 'Skipped' | Pick<SelfCheck, 'alterations' | 'undetected'>> => {
  const readings = readingsOf(shape, recorded)
  const answers = await answer(shape, readings)
  const verdict = judge(shape, readings, answers)
  if (verdict._tag !== 'Passed') return verdict._tag
  const rule = rootRule(shape.compared)
  const changes = [...new Set(readings.map(({ expected }) => expected))].flatMap((expected) =>
    alterationsOf(rule, expected).map((alteration) => ({
      alteration,
      readings: replace(readings, expected, alteration),
    })),
  )
  const chosen = choose(changes, sample, altered)
  return {
    alterations: chosen.length,
    undetected: chosen
      .filter((change) => judge(shape, change.readings, answers)._tag !== 'Failed')
      .map(({ alteration }) => `${recorded.name}: ${alteration.change}`),
  }
}

const replace = (readings: ReadonlyArray<Reading>, expected: unknown, alteration: Alteration): ReadonlyArray<Reading> =>
  readings.map((reading) => (reading.expected === expected ? { ...reading, expected: alteration.expected } : reading))

/** Evenly spread over the case; the first alteration of a field that no case before showed is always among them. */
const choose = <A extends { readonly alteration: Alteration }>(
  changes: ReadonlyArray<A>,
  sample: number,
  altered: Set<string>,
): ReadonlyArray<A> =>
  changes.filter(({ alteration }, index) => {
    const isFirst = !altered.has(alteration.field)
    altered.add(alteration.field)
    return isFirst || isSampled(index, changes.length, sample)
  })

const isSampled = (index: number, count: number, sample: number): boolean =>
  count <= sample || Math.floor((index * sample) / count) !== Math.floor(((index - 1) * sample) / count)
