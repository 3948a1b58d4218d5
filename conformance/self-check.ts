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
import type { Shape } from './shape.js'
import { readVectorFile } from './vector-file.js'

/** What altering one file showed. */
export interface SelfCheck {
  readonly alterations: number
  /** Altered answers that did not fail: the case's name, with the version, and the change. */
  readonly undetected: ReadonlyArray<string>
  /** What kept the check from being complete; it is not sound then. */
  readonly defects: ReadonlyArray<string>
  /** What else the reader should know. */
  readonly notes: ReadonlyArray<string>
}

/** Alters the answers of one file, at most `sample` alterations per case and version beside the first of each compared field. */
export const selfCheck = async (shapes: ReadonlyArray<Shape>, text: string, sample: number): Promise<SelfCheck> => {
  const file = readVectorFile(text)
  if (file._tag === 'Broken') return { ...nothing, defects: [file.because] }
  const shape = shapes.find((candidate) => candidate.shape === file.shape)
  if (shape === undefined) return { ...nothing, defects: [`unknown shape ${file.shape}`] }
  if (file.entries.length === 0) return { ...nothing, defects: [`no cases of shape ${file.shape}`] }
  const undetected: string[] = []
  const defects: string[] = []
  const altered = new Set<string>()
  let alterations = 0
  for (const entry of file.entries) {
    if (entry._tag === 'Malformed') {
      defects.push(`${entry.name} is malformed: ${entry.because}`)
      continue
    }
    for (const reading of readingsOf(shape, entry.recorded)) {
      const checked = await checkReading(shape, reading, sample, altered)
      if (checked === 'Failed') defects.push(`${reading.name} fails unaltered`)
      else if (checked === 'Skipped') defects.push(`${reading.name} is skipped`)
      else {
        alterations += checked.alterations
        undetected.push(...checked.undetected)
      }
    }
  }
  const absent = Object.keys(shape.compared).filter((field) => !altered.has(field))
  const notes = absent.length === 0 ? [] : [`never altered, absent from every replayed case: ${absent.join(', ')}`]
  return { alterations, undetected, defects, notes }
}

const nothing: SelfCheck = { alterations: 0, undetected: [], defects: [], notes: [] }

const checkReading = async (
  shape: Shape,
  reading: Reading,
  sample: number,
  altered: Set<string>,
): Promise<'Failed' | 'Skipped' | Pick<SelfCheck, 'alterations' | 'undetected'>> => {
  const given = await answer(shape, reading)
  const verdict = judge(shape, reading, given)
  if (verdict._tag !== 'Passed') return verdict._tag
  // Of several outcomes the one that the answer is stands alone: altered, it might become another one that is right.
  const outcome = reading.outcomes.find((each) => judge(shape, { outcomes: [each] }, given)._tag === 'Passed')
  const chosen = choose(alterationsOf(rootRule(shape.compared), outcome), sample, altered)
  return {
    alterations: chosen.length,
    undetected: chosen
      .filter(({ expected }) => judge(shape, { outcomes: [expected] }, given)._tag !== 'Failed')
      .map(({ change }) => `${reading.name}: ${change}`),
  }
}

/** Evenly spread over the answer; the first alteration of a field that no case before showed is always among them. */
const choose = (changes: ReadonlyArray<Alteration>, sample: number, altered: Set<string>): ReadonlyArray<Alteration> =>
  changes.filter(({ field }, index) => {
    const isFirst = !altered.has(field)
    altered.add(field)
    return isFirst || isSampled(index, changes.length, sample)
  })

const isSampled = (index: number, count: number, sample: number): boolean =>
  count <= sample || Math.floor((index * sample) / count) !== Math.floor(((index - 1) * sample) / count)
