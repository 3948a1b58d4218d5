/**
 * Answers how one file of vectors fares: how many cases hold, which do not and why, and what was left unseen.
 */
import { notCompared } from './difference.js'
import { rootRule } from './fields.js'
import type { Verdict } from './judge.js'
import { answer, judge } from './judge.js'
import { readingsOf, versionsNotReplayed } from './reading.js'
import type { Case, Shape } from './shape.js'
import type { Entry } from './vector-file.js'
import { readVectorFile } from './vector-file.js'

/** What became of one named case. */
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
  if (shape === undefined) return { ...empty, skipped: file.entries.map(skipAs(`unknown shape ${file.shape}`)) }
  const failed: Line[] = []
  const skipped: Line[] = []
  let passed = 0
  for (const entry of file.entries) {
    const verdict = await verdictOf(shape, entry)
    const name = nameOf(entry)
    if (verdict._tag === 'Passed') passed++
    else if (verdict._tag === 'Failed') failed.push({ name, because: verdict.because })
    else skipped.push({ name, because: verdict.because })
  }
  return { passed, failed, skipped, notes: notesOf(shape, file.entries) }
}

/** The report of a file that cannot be read. */
export const brokenFile = (because: string): FileReport => ({
  ...empty,
  failed: [{ name: 'the file itself', because }],
})

const empty: FileReport = { passed: 0, failed: [], skipped: [], notes: [] }

const verdictOf = async (shape: Shape, entry: Entry): Promise<Verdict> => {
  if (entry._tag === 'Malformed') return { _tag: 'Failed', because: `malformed: ${entry.because}` }
  const readings = readingsOf(shape, entry.recorded)
  return judge(shape, readings, await answer(shape, readings))
}

const notesOf = (shape: Shape, entries: ReadonlyArray<Entry>): ReadonlyArray<string> => {
  const recorded = entries.flatMap((entry) => (entry._tag === 'Sound' ? [entry.recorded] : []))
  return [
    ...note('not compared', recorded.flatMap(fieldsNotCompared(shape))),
    ...note(
      'versions not replayed',
      recorded.flatMap((held) => versionsNotReplayed(shape, held)),
    ),
  ]
}

const fieldsNotCompared =
  (shape: Shape) =>
  (recorded: Case): ReadonlyArray<string> =>
    notCompared(rootRule(shape.compared), recorded.expected)

const note = (title: string, words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words.length === 0 ? [] : [`${title}: ${[...new Set(words)].sort().join(', ')}`]

const skipAs =
  (because: string) =>
  (entry: Entry): Line => ({ name: nameOf(entry), because })

const nameOf = (entry: Entry): string => (entry._tag === 'Sound' ? entry.recorded.name : entry.name)
