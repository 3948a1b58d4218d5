/** Flags that state facts about containerd that no tool prints. */
import { option as O } from 'fp-ts'

import type { CtrStatement } from '../../decode/index.js'
import type { Flag, FlagGroup, Given } from '../command.js'
import { atFlag } from '../plan/time.js'

const flags = {
  leasesHoldNothing: { name: 'assume-leases-empty', about: 'leases hold nothing, which ctr never shows' },
  ingestsExpectNothing: {
    name: 'assume-ingests-expect-nothing',
    about: 'unfinished writes expect no blob that is already there',
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
export const statementFlag = (statement: CtrStatement): string => flags[statement].name

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
