/** Prints lint findings and chooses the exit code. */
import pico from 'picocolors'

import type { ContainerdFinding, Finding, LifecycleFinding, OwnerFinding } from '../../lint/index.js'
import type { Environment, ExitCode, Result } from '../command.js'
import { written } from '../document.js'
import { safe, shortened } from '../lines.js'
import type { Format } from '../plan/flags.js'
import { resultOf } from '../plan/print.js'

/** A finding with its sentence; or, without a tag, the kubelet's own refusal of the settings. */
export interface Line {
  readonly level: Finding['level']
  readonly explained: string
  readonly finding?: Finding | ContainerdFinding | LifecycleFinding | OwnerFinding
}

/** Findings with their sentences. */
export const linesOf =
  <F extends NonNullable<Line['finding']>>(explain: (finding: F) => string) =>
  (found: ReadonlyArray<F>): ReadonlyArray<Line> =>
    found.map((finding) => ({ level: finding.level, explained: explain(finding), finding }))

/** The result of a lint command. */
export const lintResult = (
  format: Format,
  environment: Pick<Environment, 'color' | 'yaml'>,
  lines: ReadonlyArray<Line>,
  notes: ReadonlyArray<string> = [],
): Result => resultOf(printFindings(format, environment)(lines), notes, exitCodeOf(lines))

/** Prints findings, the gravest level first and otherwise in their order. */
const printFindings =
  (format: Format, environment: Pick<Environment, 'color' | 'yaml'>) =>
  (found: ReadonlyArray<Line>): string => {
    const lines = levels.flatMap((level) => found.filter((line) => line.level === level))
    return written(format, environment, {
      document: () => documentOf(lines),
      text: () =>
        lines.length === 0 ? 'nothing found\n' : lines.map(textOf(format, environment.color, lines)).join(''),
    })
  }

/** 2 if something will not or may not work as intended; notes alone do not count. */
const exitCodeOf = (found: ReadonlyArray<Line>): ExitCode => (found.some(({ level }) => level !== 'note') ? 2 : 0)

const levels: ReadonlyArray<Finding['level']> = ['problem', 'advice', 'note']

const textOf = (format: Format, color: boolean, lines: ReadonlyArray<Line>): ((line: Line) => string) => {
  const short = shortened(
    format,
    lines.map(({ explained }) => explained),
  )
  const { dim, red, yellow } = pico.createColors(color)
  const paint = { problem: red, advice: yellow, note: dim }
  return ({ level, explained }) => `${paint[level](level.padEnd(7))}  ${safe(short(explained))}\n`
}

const documentOf = (lines: ReadonlyArray<Line>): object => ({
  kind: 'gcplan/findings',
  version: 1,
  findings: lines.map(({ level, explained, finding }) =>
    finding === undefined
      ? { _tag: 'RefusedByKubelet', level, explained }
      : { _tag: finding._tag, level, explained, ...plain(finding) },
  ),
})

/** The fields of a finding other than those that come first. */
const plain = (finding: NonNullable<Line['finding']>): object =>
  Object.fromEntries(Object.entries(finding).filter(([name]) => name !== '_tag' && name !== 'level'))
