/** Prints a plan and chooses the exit code. */
import { option as O } from 'fp-ts'
import pico from 'picocolors'

import { type Family, type Plan, shortfallOf } from '../../index.js'
import {
  type JsonInParts,
  type Layout,
  type Paint,
  type Role,
  type Speech,
  type Spoken,
  type Wording,
  planDocumentInParts,
  renderTable,
  renderText,
  safeJsonInParts,
  sayShortfall,
} from '../../render/index.js'
import type { Environment, ExitCode, Output, Result } from '../command.js'
import { begun } from '../output.js'
import type { SaidRules } from '../release/chosen.js'
import { yamlInParts } from '../yaml-in-parts.js'
import type { Format } from './flags.js'
import { undecidedIn } from './undecided.js'

/** The words and the layout of a collector's plans. */
type PlanWording<R, T> = Wording<R, T> &
  Pick<Layout, 'notLookedAt' | 'decisions' | 'labelHeading' | 'whenShort' | 'namesAlone'> & {
    readonly collector: string
    readonly rules?: SaidRules | undefined
  }

/** Prints a plan in one format; `collector` names it in documents. */
export const printPlan =
  <R, T>(wording: PlanWording<R, T>, format: Format, environment: Pick<Environment, 'color' | 'yaml'>) =>
  <F extends Spoken<R, T>>(plan: Plan<F>): Output => {
    const paint = painter(environment.color)
    switch (format) {
      case 'text':
        return renderText({ ...wording, paint, undecided: undecidedIn(wording.collector)(plan) })(plan)
      case 'table':
        return renderTable({ ...wording, paint, columns: 'plain' })(plan)
      case 'wide':
        return renderTable({ ...wording, paint, columns: 'wide' })(plan)
      case 'json':
        return { parts: withLineEnd(safeJsonInParts(documentOf<R, T>(wording)(plan))) }
      case 'yaml':
        return { parts: yamlInParts(environment.yaml.print, documentOf<R, T>(wording)(plan)) }
    }
  }

/** The document of a plan, with what is undecided, and what is said of its rules. */
const documentOf =
  <R, T>({ rules, ...speech }: Speech<R> & { readonly rules?: SaidRules | undefined }) =>
  <F extends Spoken<R, T>>(plan: Plan<F>): { readonly [key: string]: JsonInParts } => ({
    ...planDocumentInParts<R, T>(speech)(plan),
    undecided: undecidedIn(speech.collector)(plan),
    ...(rules === undefined ? {} : { rules: { ...rules } }),
  })

function* withLineEnd(parts: Iterable<string>): Iterable<string> {
  yield* parts
  yield '\n'
}

/** 3 if the component would refuse to run, else 4 if it would free too little, else 2 if it would remove something, else 0. */
export const exitCodeOf = <F extends Spoken<unknown, unknown>>(plan: Plan<F>): ExitCode => {
  if (plan.passes.some((pass) => O.isSome(pass.refusal))) return 3
  if (plan.passes.some((pass) => shortfallOf(pass) > 0n)) return 4
  return plan.passes.some((pass) => pass.removals.length > 0) ? 2 : 0
}

/** What is said beside a table, which has no place for it, of passes that miss their goals; documents hold it. */
export const shortfallNotes =
  (format: Format, whenShort?: string) =>
  <F extends Family>({ passes }: Plan<F>): ReadonlyArray<string> =>
    format === 'table' || format === 'wide'
      ? passes.flatMap((pass) => {
          const missing = sayShortfall(pass, whenShort)
          return missing === null ? [] : [`${pass.name} ${missing}`]
        })
      : []

/** The result of a plan: what is printed, what is said beside it, and how it went. */
export const planResult =
  (collector: string, output: Output, notes: ReadonlyArray<string>) =>
  <F extends Spoken<unknown, unknown>>(plan: Plan<F>): Result => ({
    ...resultOf(output, notes, exitCodeOf(plan)),
    undecided: undecidedIn(collector)(plan),
  })

/** The result of a command that prints one plan and nothing else. */
export const planPrinted =
  <R, T>(
    wording: PlanWording<R, T>,
    format: Format,
    environment: Pick<Environment, 'color' | 'yaml'>,
    notes: ReadonlyArray<string>,
  ) =>
  <F extends Spoken<R, T>>(plan: Plan<F>): Result =>
    planResult(wording.collector, printPlan(wording, format, environment)(plan), [
      ...notes,
      ...shortfallNotes(format, wording.whenShort)(plan),
    ])(plan)

/** A result with notes in addition to its output. */
export const resultOf = (output: Output, notes: ReadonlyArray<string>, exitCode: ExitCode): Result => ({
  ...begun(output),
  stderr: notes.map((note) => `gcplan: ${note}\n`).join(''),
  exitCode,
})

/** A result that is an error; every line of the message is one. */
export const failed = (message: string): Result => ({
  stdout: '',
  stderr: message
    .split('\n')
    .map((line) => `gcplan: ${line}\n`)
    .join(''),
  exitCode: 1,
})

/** A result that is a refusal of the component itself, before it plans anything. */
export const refused = (message: string, notes: ReadonlyArray<string>): Result =>
  resultOf('', [...notes, `refused: ${message}`], 3)

const painter = (color: boolean): Paint => {
  const { bold, cyan, dim, green, magenta, red, yellow } = pico.createColors(color)
  const painted: { readonly [R in Role]: (text: string) => string } = {
    remove: red,
    next: yellow,
    amend: magenta,
    keep: green,
    heading: bold,
    event: cyan,
    refusal: (text) => bold(red(text)),
    note: dim,
  }
  return (role, text) => painted[role](text)
}
