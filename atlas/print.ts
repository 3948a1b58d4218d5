/**
 * Answers how a run reads: one line per universe with its differences, what was left out, and the sum last.
 */
import type { Open } from './open.js'
import type { Difference, Played } from './play.js'

/** Blocks of one universe: all that were asked for, those that were equal before, those that were played now. */
export interface Tally {
  readonly name: string
  readonly asked: number
  readonly remembered: number
  readonly played: ReadonlyArray<Played>
}

/** How many blocks are equal. */
export const equalIn = ({ remembered, played }: Tally): number =>
  remembered + played.filter(({ differences }) => differences.length === 0).length

/** Blocks that differ are told one after the other, at most this many of a universe. */
const TOLD = 3

/** The lines of one universe. */
export const printTally = (tally: Tally): ReadonlyArray<string> => {
  const { name, asked, remembered, played } = tally
  const seconds = played.reduce((sum, block) => sum + block.seconds, 0)
  const pace = played.length === 0 ? '' : `, ${(seconds / played.length).toFixed(2)} s per block`
  const before = remembered === 0 ? '' : `, ${remembered} of them before`
  const different = played
    .filter(({ differences }) => differences.length > 0)
    .toSorted((a, b) => a.block - b.block)
    .slice(0, TOLD)
  return [
    `${name}: ${equalIn(tally)} of ${asked} blocks equal${before}${pace}`,
    ...different.flatMap(({ block, differences }) => [
      ...differences.flatMap((one) => printDifference(block, one)),
      `    Replay: npm run atlas -- ${name} --block ${block}`,
    ]),
  ]
}

const printDifference = (
  block: number,
  { version, index, input, expected, actual }: Difference,
): ReadonlyArray<string> => [
  `  block ${block}${version === undefined ? '' : ` @ ${version}`} differs${index === null ? '' : ` at case ${index}`}`,
  `    input    ${input}`,
  `    expected ${expected}`,
  `    actual   ${actual}`,
]

/** The lines of what is not played. */
export const printLeftOut = (open: ReadonlyArray<Open>, unknown: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...open.map(
    ({ name, versions, because }) =>
      `left out, known to differ: ${name}${versions === undefined ? '' : ` @ ${versions.join(', ')}`} (${because})`,
  ),
  ...unknown.map((name) => `not enumerated: ${name}`),
]

/** The last line. */
export const printSum = (tallies: ReadonlyArray<Tally>): string => {
  const asked = tallies.reduce((sum, tally) => sum + tally.asked, 0)
  return `${tallies.reduce((sum, tally) => sum + equalIn(tally), 0)} of ${asked} blocks equal`
}
