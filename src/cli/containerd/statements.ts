/**
 * Answers what a command line states of containerd that no tool prints.
 */
import { option as O } from 'fp-ts'

import type { Flag, FlagGroup, Given } from '../command.js'
import { atFlag } from '../plan/time.js'

const flags = {
  leases: { name: 'assume-leases-empty', about: 'leases hold nothing, which ctr never shows' },
  ingests: { name: 'assume-ingests-expect-nothing', about: 'unfinished writes expect no blob that is already there' },
  sandboxes: { name: 'assume-no-sandbox-references', about: 'sandboxes, which ctr does not list, refer to nothing' },
  snapshots: { name: 'assume-no-other-snapshots', about: 'snapshotters that were not listed hold nothing' },
} as const satisfies Readonly<Record<string, Flag>>

/** The flags of statements. */
export const statementFlags: FlagGroup = {
  heading: 'What no file says',
  flags: [atFlag, ...Object.values(flags)],
}

/** Grounds of what was stated; none: unknown, and what rests on it is kept. */
export interface Statements {
  readonly leasesHoldNothing: O.Option<string>
  readonly ingestsExpectNothing: O.Option<string>
  readonly sandboxesReferToNothing: O.Option<string>
  readonly otherSnapshotsHoldNothing: O.Option<string>
}

/** Reads what was stated. */
export const statementsOf = (given: Given): Statements => {
  const ground = ({ name }: Flag): O.Option<string> => (given.has(name) ? O.some('the command line says so') : O.none)
  return {
    leasesHoldNothing: ground(flags.leases),
    ingestsExpectNothing: ground(flags.ingests),
    sandboxesReferToNothing: ground(flags.sandboxes),
    otherSnapshotsHoldNothing: ground(flags.snapshots),
  }
}
