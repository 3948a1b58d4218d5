/**
 * Answers how one file of vectors fares: how many cases hold, each counted once per version that it names, which do not
 * and why, and what was left unseen.
 */
import { notCompared } from './difference.js'
import { rootRule } from './fields.js'
import { answer, judge } from './judge.js'
import { namesOf, readingsOf } from './reading.js'
import type { Shape } from './shape.js'
import type { Entry } from './vector-file.js'
import { readVectorFile } from './vector-file.js'

/** What became of one case, or of one version that it names. */
export interface Line {
  readonly name: string
  readonly because: string
}

/** What became of one file. */
export interface FileReport {
  readonly passed: number
  readonly failed: ReadonlyArray<Line>
  readonly skipped: ReadonlyArray<Line>
  /** What the reader should know beside the figures. */
  readonly notes: ReadonlyArray<string>
}

/** Replays every case of a file and compares it with what was recorded; a file that cannot be read is one failure. */
export const runFile = async (shapes: ReadonlyArray<Shape>, text: string): Promise<FileReport> => {
  const file = readVectorFile(text)
  if (file._tag === 'Broken') return brokenFile(file.because)
  const shape = shapes.find((candidate) => candidate.shape === file.shape)
  if (file.entries.length === 0) return { ...empty, notes: [`no cases of shape ${file.shape}`] }
  if (shape === undefined) return { ...empty, skipped: skippedAs(`unknown shape ${file.shape}`, file.entries) }
  const failed: Line[] = []
  const skipped: Line[] = []
  const unseen = new Set<string>()
  let passed = 0
  for (const entry of file.entries) {
    if (entry._tag === 'Malformed') {
      failed.push({ name: entry.name, because: `malformed: ${entry.because}` })
      continue
    }
    for (const reading of readingsOf(shape, entry.recorded)) {
      const verdict = judge(shape, reading, await answer(shape, reading))
      if (verdict._tag === 'Passed') passed++
      else if (verdict._tag === 'Failed') failed.push({ name: reading.name, because: verdict.because })
      else skipped.push({ name: reading.name, because: verdict.because })
      for (const expected of reading.outcomes)
        for (const field of notCompared(rootRule(shape.compared), expected)) unseen.add(field)
    }
  }
  return { passed, failed, skipped, notes: notesOf(unseen) }
}

/** True when every case was replayed and passed, and there was at least one. */
export const isSound = ({ passed, failed, skipped }: FileReport): boolean =>
  passed > 0 && failed.length === 0 && skipped.length === 0

/** The report of a file that cannot be read. */
export const brokenFile = (because: string): FileReport => ({
  ...empty,
  failed: [{ name: 'the file itself', because }],
})

const empty: FileReport = { passed: 0, failed: [], skipped: [], notes: [] }

const notesOf = (unseen: ReadonlySet<string>): ReadonlyArray<string> =>
  unseen.size === 0 ? [] : [`not compared: ${[...unseen].sort().join(', ')}`]

const skippedAs = (because: string, entries: ReadonlyArray<Entry>): ReadonlyArray<Line> =>
  entries
    .flatMap((entry) => (entry._tag === 'Sound' ? namesOf(entry.recorded) : [entry.name]))
    .map((name) => ({ name, because }))
