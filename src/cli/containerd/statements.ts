/**
 * What the output of `ctr` leaves unknown: the flags that state it, and notes that name the flag and the command that
 * shows more, one for all namespaces.
 */
import { option as O } from 'fp-ts'

import type { CtrNote, CtrStatement } from '../../decode/index.js'
import type { Flag, FlagGroup, Given } from '../command.js'
import { atFlag } from '../plan/time.js'

/** One line for everything that is open. */
export const sayNotes = (notes: ReadonlyArray<CtrNote>): ReadonlyArray<string> => {
  const alike = new Map<string, CtrNote[]>()
  for (const note of notes) {
    const before = alike.get(note.note)
    if (before === undefined) alike.set(note.note, [note])
    else before.push(note)
  }
  return [...alike.values()].map(sayAlike)
}

const sayAlike = (notes: ReadonlyArray<CtrNote>): string => {
  const namespaces = notes.map(({ namespace }) => namespace).filter((name) => name !== '')
  const [first] = notes
  if (first === undefined) return ''
  const several = namespaces.length > 1
  const run = several ? first.run.replace(`-n ${first.namespace} `, '-n NS ') : first.run
  const ways = [
    ...(run === '' ? [] : [`run ${run}`]),
    ...(O.isSome(first.statement) ? [`state --${statementFlag(first.statement.value)}`] : []),
  ]
  const about = namespaces.length === 0 ? '' : `${namespaces.join(', ')}: `
  return `${about}${first.note}${ways.length === 0 ? '' : `; ${ways.join(', or ')}`}`
}

const flags = {
  leasesHoldNothing: { name: 'assume-leases-empty', about: 'leases hold nothing (ctr does not print what they hold)' },
  ingestsExpectNothing: {
    name: 'assume-ingests-expect-nothing',
    about: 'ingests expect no blob that is already in the store',
  },
  sandboxesReferToNothing: {
    name: 'assume-no-sandbox-references',
    about: 'sandboxes, which ctr does not list, refer to nothing',
  },
  otherSnapshotsHoldNothing: {
    name: 'assume-no-other-snapshots',
    about: 'snapshotters that were not listed hold nothing',
  },
} as const satisfies Readonly<Record<CtrStatement, Flag>>

/** The flags of statements. */
export const statementFlags: FlagGroup = {
  heading: 'Input completeness (unspecified = unknown)',
  flags: [atFlag, ...Object.values(flags)],
}

/** The name of the flag that makes a statement. */
const statementFlag = (statement: CtrStatement): string => flags[statement].name

/** The source of each statement; none: unknown, so whatever depends on it is kept. */
export type Statements = Readonly<Record<CtrStatement, O.Option<string>>>

/** Reads what was stated. */
export const statementsOf = (given: Given): Statements => {
  const ground = (statement: CtrStatement): O.Option<string> =>
    given.has(statementFlag(statement)) ? O.some('from the command line') : O.none
  return {
    leasesHoldNothing: ground('leasesHoldNothing'),
    ingestsExpectNothing: ground('ingestsExpectNothing'),
    sandboxesReferToNothing: ground('sandboxesReferToNothing'),
    otherSnapshotsHoldNothing: ground('otherSnapshotsHoldNothing'),
  }
}
