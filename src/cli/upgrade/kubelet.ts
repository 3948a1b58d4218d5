/** What the commands that compare releases of the kubelet have in common: files of a node, and settings under both. */
import { either as E, function as F, option as O } from 'fp-ts'

import type * as Container from '../../kubelet/container/index.js'
import type * as Image from '../../kubelet/image/index.js'
import { type UpgradeError, explainUpgradeError } from '../../upgrade/index.js'
import type { Command, Environment, Flag, FlagGroup, Given } from '../command.js'
import { sayProblems } from '../plan/errors.js'
import { type Inputs, type Parts, nodeStatements, partFlags, partsIn } from '../plan/inputs.js'
import { atFlag } from '../plan/time.js'
import type { Assembled } from '../plan/whole-snapshot.js'
import { choiceForNode } from '../release/stated.js'
import { socketFlags } from '../sockets.js'
import { comparisonCommand } from './command.js'
import type { Report } from './report.js'
import { askedIn, givenAt, latestKubernetes, spanOf, statedByNode, under, withoutRelease } from './span.js'

/** A policy under one release, and which of the settings its kubelet ignores. */
export interface Ruling<Policy> {
  readonly policy: Policy
  readonly ignored: ReadonlyArray<string>
}

/** A part of the kubelet as its command takes it. */
export interface KubeletPart<Policy, Statements, Part extends string, Snapshot> extends Pick<
  Command,
  'summary' | 'about' | 'examples'
> {
  readonly name: string
  readonly parts: Parts<Part>
  readonly statementFlags: ReadonlyArray<Flag>
  readonly policyFlags: FlagGroup
  readonly presets: object
  readonly statements: (given: Given) => E.Either<string, Statements>
  /** The policy of a command line that chooses one release. */
  readonly policy: (given: Given, environment: Environment, inputs: Inputs<Part>) => E.Either<string, Ruling<Policy>>
  readonly snapshot: (
    statements: Statements,
    before: Policy,
    after: Policy,
  ) => (environment: Environment, inputs: Inputs<Part>) => E.Either<string, Assembled<Snapshot>>
  readonly compare: (
    from: string,
    to: string,
    policyAt: (rules: Policy, version: string) => Policy,
  ) => (snapshot: Snapshot) => E.Either<string, Report>
}

/** The command of a part of the kubelet. */
export const kubeletCommand = <Policy, Statements, Part extends string, Snapshot>({
  parts,
  statementFlags,
  policyFlags,
  presets,
  statements,
  policy,
  snapshot: snapshotOf,
  compare,
  ...help
}: KubeletPart<Policy, Statements, Part, Snapshot>): Command =>
  comparisonCommand({
    ...help,
    latest: latestKubernetes,
    stated: statedByNode,
    groups: [
      { heading: 'Files, and where they come from', flags: partFlags(parts) },
      ...socketGroups(parts),
      { heading: 'Input completeness (unspecified = unknown)', flags: [atFlag, ...statementFlags] },
      withoutRelease(policyFlags),
    ],
    span: (given) => spanOf(given, presets, latestKubernetes),
    flags: statements,
    sources: (given) => E.right(partsIn(parts, given)),
    choice: (span, inputs) =>
      F.pipe(
        nodeStatements(inputs),
        E.map((versions) => choiceForNode(askedIn(span), versions)),
      ),
    compare:
      (given, stated) =>
      ({ environment, start, to }, inputs) => {
        const ruledAt = (version: string): E.Either<string, Ruling<Policy>> =>
          F.pipe(
            policy(givenAt(given, O.some(version)), environment, inputs),
            E.map(({ ignored, ...rest }) => ({ ...rest, ignored: ignored.map((one) => `${version}: ${one}`) })),
            under(version),
          )
        return F.pipe(
          ruledAt(start.version),
          E.bindTo('before'),
          E.bind('after', () => ruledAt(to)),
          E.bind('read', ({ before, after }) => snapshotOf(stated, before.policy, after.policy)(environment, inputs)),
          E.flatMap(({ before, after, read: { snapshot, notes } }) =>
            F.pipe(
              snapshot,
              compare(start.version, to, (_rules, at) => (at === to ? after : before).policy),
              E.map((report) => ({ report, notes: [...before.ignored, ...after.ignored, ...notes] })),
            ),
          ),
        )
      },
  })

/** Says why two releases of the kubelet cannot be compared. */
export const sayNoPlan: (error: UpgradeError<Image.PlanError | Container.PlanError>) => string = explainUpgradeError(
  (error) =>
    error._tag === 'InvalidInput'
      ? sayProblems('snapshot')(error)
      : `${error.path}: expected ${error.expected}, got ${error.actual}`,
)

/** Docker lists no sandboxes, and no images as a kubelet of today sees them. */
const socketGroups = (parts: object): ReadonlyArray<FlagGroup> => {
  if ('sandboxes' in parts) return [socketFlags('cri', 'docker')]
  return 'images' in parts ? [socketFlags('cri')] : []
}
