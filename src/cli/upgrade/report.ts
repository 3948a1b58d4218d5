/** Prints what an upgrade changes for a snapshot: each change, what it is due to, and the switches that change nothing. */
import { eq, function as F, readonlyNonEmptyArray as RNEA, string } from 'fp-ts'

import type { Family, Plan } from '../../index.js'
import {
  type AttributedChange,
  type GateChange,
  type SwitchChange,
  type Upgrade,
  explainBecause,
  explainChange,
  explainSource,
  explainSwitch,
} from '../../upgrade/index.js'
import type { Environment, ExitCode, Result } from '../command.js'
import { printerOf } from '../document.js'
import { sayObject } from '../kubernetes/object.js'
import { counted } from '../lines.js'
import type { Format } from '../plan/flags.js'
import { resultOf } from '../plan/print.js'
import { sayUnverified } from '../release/chosen.js'
import { ownField } from '../structured.js'

/** A change with its sentence. */
interface SaidChange extends AttributedChange {
  readonly explained: string
}

/** What is printed of an upgrade. */
export interface Report {
  /** Of what, e.g. `Kubernetes`. */
  readonly component: string
  readonly from: string
  readonly to: string
  readonly changes: ReadonlyArray<SaidChange>
  readonly switches: ReadonlyArray<SwitchChange>
  readonly gates: ReadonlyArray<GateChange>
}

/** The report of a comparison, in the sentences of its collector. */
export const reportOf =
  (component: string, explain: (reason: never) => string) =>
  <F extends Family, P extends Plan<F>>({ from, to, changes, switches, gates }: Upgrade<F, P>): Report => {
    const say = explainChange(explain, { from, to }, nameOf)
    return {
      ...{ component, from, to, switches, gates },
      changes: changes.map((one) => ({ explained: say(one.change), ...one })),
    }
  }

/** Two reports as one. */
export const joined = (one: Report, other: Report): Report => ({
  ...one,
  changes: [...one.changes, ...other.changes],
  switches: [...one.switches, ...other.switches],
  gates: [...one.gates, ...other.gates],
})

const nameOf = (target: Family['Target']): string => {
  const [kind, namespace, name] = ['kind', 'namespace', 'name'].map((field) => ownField(target, field))
  const tags = ownField(target, 'tags')
  if (typeof name === 'string')
    return sayObject({
      kind: typeof kind === 'string' ? kind : target._tag,
      name,
      ...(typeof namespace === 'string' ? { namespace } : {}),
    })
  const first: unknown = Array.isArray(tags) ? tags[0] : undefined
  return `${target._tag} ${typeof first === 'string' ? first : target.id}`
}

const documentOf = ({ component, from, to, changes, switches, gates }: Report): object => ({
  ...{ component, from, to, ...unverifiedIn(from, to) },
  changes: changes.map(({ explained, because, change }) => ({ explained, because, change })),
  switches: switches.map((one) => {
    const { name, before, after, changes: due, row } = one
    const { decides, gate, upstream, example } = row
    return { name, before, after, changes: due, explained: explainSwitch(one), decides, gate, upstream, example }
  }),
  gates,
})

const linesOf = (format: Format, { component, from, to, changes, switches, gates }: Report): ReadonlyArray<string> => {
  const acting = switches.filter(({ changes: due }) => due > 0)
  const idle = switches.filter(({ changes: due }) => due === 0)
  return [
    `${component} ${from} to ${to}: ${sayCount(changes)}`,
    ...Object.entries(unverifiedIn(from, to)).map(([word, why]) => `${word}: ${why}`),
    ...changeLines(format, changes),
    ...headed('what the changes are due to:', acting.flatMap(switchLines)),
    ...headed(
      changes.length === 0 ? 'what could matter to another snapshot:' : 'what else could matter to another snapshot:',
      idle.flatMap(switchLines),
    ),
    ...(switches.length === 0 ? ['no rule of this collector differs between them'] : []),
    ...headed(
      'feature gates:',
      gates.map(({ name, before, after }) => `  ${name}: ${before} in ${from}, ${after} in ${to}`),
    ),
  ]
}

const unverifiedIn = (...versions: ReadonlyArray<string>): { readonly unverified?: string } =>
  versions.map(sayUnverified).find(({ unverified }) => unverified !== undefined) ?? {}

/** Reasons to keep are no decision: they are counted by themselves. */
const sayCount = (changes: ReadonlyArray<SaidChange>): string => {
  const minor = changes.filter(isMinor).length
  const others = changes.length - minor
  const kept = `${counted(minor, 'target')} ${minor === 1 ? 'is' : 'are'} kept for another reason`
  if (changes.length === 0) return 'nothing changes for this snapshot'
  if (others === 0) return `the same is decided for this snapshot; ${kept}`
  return `${counted(others, 'change')} for this snapshot${minor === 0 ? '' : `; ${kept}`}`
}

const isMinor = ({ change }: SaidChange): boolean => change._tag === 'ReasonsChanged' && change.after.place === 'kept'

/**
 * Each change, with what a run of them is due to behind the last; those that only keep for another reason are many, and stand as
 * one for each cause unless all are asked for.
 */
const changeLines = (format: Format, changes: ReadonlyArray<SaidChange>): ReadonlyArray<string> => {
  const isFolded = (one: SaidChange): boolean => format === 'text' && isMinor(one)
  const folded = new Map<string, ReadonlyArray<SaidChange>>()
  for (const one of changes.filter(isFolded)) {
    const cause = explainBecause(one.because)
    folded.set(cause, [...(folded.get(cause) ?? []), one])
  }
  const listed = changes
    .filter((one) => !isFolded(one))
    .map(({ explained, because }) => ({ explained, cause: explainBecause(because) }))
  return [
    ...F.pipe(listed, RNEA.group(ofOneCause)).flatMap((run) => [
      ...run.map(({ explained }) => explained),
      run.length === 1 ? dueTo(run[0].cause) : `  these ${run.length} are due to ${run[0].cause}`,
    ]),
    ...[...folded].flatMap(([cause, [first, ...others]]) =>
      first === undefined ? [] : [first.explained, ...sayMore(others.length), dueTo(cause)],
    ),
  ]
}

interface Caused {
  readonly explained: string
  readonly cause: string
}

const ofOneCause: eq.Eq<Caused> = eq.contramap(({ cause }: Caused) => cause)(string.Eq)

const dueTo = (cause: string): string => `  due to ${cause}`

const sayMore = (more: number): ReadonlyArray<string> =>
  more === 0 ? [] : [`  and ${counted(more, 'more target')} kept for another reason; -o wide lists them`]

const headed = (heading: string, lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length === 0 ? [] : ['', heading, ...lines]

const switchLines = (one: SwitchChange): ReadonlyArray<string> => [
  `  ${explainSwitch(one)}`,
  `    ${explainSource(one.row)}`,
]

const print = printerOf('gcplan/upgrade', documentOf, linesOf)

const exitCodeOf = ({ changes }: Report): ExitCode => (changes.length === 0 ? 0 : 2)

/** The result of a command. */
export const reported =
  (format: Format, environment: Environment, notes: ReadonlyArray<string>) =>
  (report: Report): Result =>
    resultOf(print(format, environment)(report), notes, exitCodeOf(report))

/** Exit codes that mean something else than for a plan. */
export const upgradeCodes = { 0: 'nothing changes', 2: 'something changes', 3: null } as const
