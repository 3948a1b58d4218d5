/** Prints lint findings and chooses the exit code. */
import pico from 'picocolors'

import {
  type ContainerdFinding,
  type Finding,
  type LifecycleFinding,
  type OwnerFinding,
  explainFinding,
} from '../../lint/index.js'
import type { ExitCode, Environment } from '../command.js'
import { written } from '../document.js'
import { shortened } from '../lines.js'
import type { Format } from '../plan/flags.js'
import { safe } from '../safe.js'

/** A finding with its sentence; or, without a tag, the kubelet's own refusal of the settings. */
export interface Line {
  readonly level: Finding['level']
  readonly explained: string
  readonly finding?: Finding | ContainerdFinding | LifecycleFinding | OwnerFinding
}

export const lineOf = (finding: Finding): Line => ({
  level: finding.level,
  explained: explainFinding(finding),
  finding,
})

/** Prints findings, the gravest level first and otherwise in their order. */
export const printFindings =
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
export const exitCodeOf = (found: ReadonlyArray<Line>): ExitCode =>
  found.some(({ level }) => level !== 'note') ? 2 : 0

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
