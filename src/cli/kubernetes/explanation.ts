/** Prints what every collector decides about objects, and when that will change. */
import { option as O } from 'fp-ts'

import type * as ControlPlane from '../../simulate/control-plane/index.js'
import { type Twig, formatAhead, renderTree } from '../../render/index.js'
import { type Expiry, collectorWords, sayExpiry } from '../../view/index.js'
import type { ExitCode } from '../command.js'
import { printerOf } from '../document.js'
import { columnsOf } from '../lines.js'
import { sayObject } from './object.js'
import { explained, sentencesOf } from './wording.js'

/** The explanations of one object. */
export interface Explained {
  readonly explanation: ControlPlane.Explanation
  /** For an Event. */
  readonly ends: Expiry | undefined
}

/** What is said of objects. */
export interface Explanations {
  readonly at: Date
  readonly agreement: ControlPlane.Policies['agreement']
  readonly objects: ReadonlyArray<Explained>
}

/** 2 if one of the objects is removed, else 0. */
export const exitCodeOf = ({ objects }: Explanations): ExitCode =>
  objects.some(({ explanation }) => explanation.becomes === 'Removed') ? 2 : 0

const becomes: Readonly<Record<ControlPlane.Explanation['becomes'], string>> = {
  Removed: 'is deleted',
  Held: 'stays: not every collector agrees',
  Kept: 'stays',
}

const votes = (
  agreement: ControlPlane.Policies['agreement'],
): Readonly<Record<ControlPlane.Answer['vote'], string>> => ({
  Collect: 'delete',
  Keep: agreement === 'all-agree' ? 'objects' : 'keep',
  Abstain: 'not applicable',
})

const twigOf = ({ at, agreement }: Explanations, { explanation, ends }: Explained): Twig => {
  const { target, answers, amendments } = explanation
  return {
    text: `${sayObject(target)} ${becomes[explanation.becomes]}`,
    twigs: [
      ...answers.map(({ collector, vote, reasons }) =>
        answerTwig(`${collectorWords[collector]}: ${votes(agreement)[vote]}`, sentencesOf(reasons)),
      ),
      ...(amendments.length === 0 ? [] : [answerTwig('kept, but changed', sentencesOf(amendments))]),
      ...(ends === undefined ? [] : [leaf(sayExpiry(ends))]),
      leaf(sayNext(at, explanation, ends)),
    ],
  }
}

const sayNext = (
  at: Date,
  { becomes: fate, nextChange }: ControlPlane.Explanation,
  ends: Expiry | undefined,
): string => {
  if (fate === 'Removed') return 'deleted at the next run'
  const next = O.isSome(nextChange) ? nextChange.value : ends !== undefined && ends.earliest > at ? ends.earliest : null
  return next === null ? 'does not change by itself' : `changes by itself at ${formatAhead(at, next)}`
}

const leaf = (text: string): Twig => ({ text, twigs: [] })

const answerTwig = (text: string, sentences: ReadonlyArray<string>): Twig => {
  const [only] = sentences
  return only !== undefined && sentences.length === 1 ? leaf(`${text} (${only})`) : { text, twigs: sentences.map(leaf) }
}

const rowsOf = (
  { agreement }: Explanations,
  { explanation: { target, answers } }: Explained,
): ReadonlyArray<ReadonlyArray<string>> =>
  answers.map(({ collector, vote, reasons }) => [
    sayObject(target),
    collectorWords[collector],
    votes(agreement)[vote],
    sentencesOf(reasons).join('; also: '),
  ])

const documentOf = ({ at, agreement, objects }: Explanations): object => ({
  at,
  agreement,
  objects: objects.map(({ explanation: { target, becomes: fate, answers, amendments, nextChange }, ends }) => ({
    target,
    becomes: fate,
    answers: answers.map(({ collector, vote, reasons }) => ({
      collector: collectorWords[collector],
      vote,
      ...explained(reasons),
    })),
    amendments: explained(amendments),
    nextChange: O.toNullable(nextChange),
    ...(ends === undefined ? {} : { ends: { earliest: ends.earliest, latest: ends.latest } }),
  })),
})

/** Prints explanations in one format. */
export const printExplanations = printerOf('gcplan/explanation', documentOf, (format, found) =>
  format === 'text'
    ? renderTree(found.objects.map((one) => twigOf(found, one))).split('\n')
    : columnsOf(format, ['left', 'left', 'left', 'left'])([
        ['OBJECT', 'COLLECTOR', 'ANSWER', 'REASON'],
        ...found.objects.flatMap((one) => rowsOf(found, one)),
      ]),
)
