/**
 * `gcplan upgrade kubelet-image` and `kubelet-container`: what another release of the kubelet would remove from a node
 * otherwise.
 */
import { either as E, function as F, option as O } from 'fp-ts'

import * as Container from '../../kubelet/container/index.js'
import * as Image from '../../kubelet/image/index.js'
import {
  type UpgradeError,
  explainUpgradeError,
  upgradeKubeletContainer,
  upgradeKubeletImage,
} from '../../upgrade/index.js'
import type { Command, Environment, Flag, FlagGroup, Given } from '../command.js'
import { all } from '../fp.js'
import {
  containerParts,
  containerSnapshot,
  containerStatementFlags,
  containerStatements,
} from '../plan/container-snapshot.js'
import { sayProblems } from '../plan/errors.js'
import { outputFlags, outputFormat } from '../plan/flags.js'
import { imageParts, imageSnapshot, imageStatementFlags, imageStatements } from '../plan/image-snapshot.js'
import { type Inputs, type Parts, fileOf, nodeStatements, partFlags, partsIn } from '../plan/inputs.js'
import { containerPolicyFlags, containerRules, imagePolicyFlags, imageRules, sayIgnored } from '../plan/policy.js'
import { atFlag } from '../plan/time.js'
import type { Assembled } from '../plan/whole-snapshot.js'
import { choiceForNode, noStatements } from '../release/stated.js'
import { answering } from '../sources.js'
import { type Report, reportOf, reported, upgradeCodes } from '../upgrade/report.js'
import {
  askedIn,
  givenAt,
  latestKubernetes,
  spanFlags,
  spanOf,
  startOf,
  under,
  withoutRelease,
} from '../upgrade/span.js'

const stated = 'v1.33.4-eks-abc (default: as a Node among the files states)'

/** A collector of the kubelet as its command takes it. */
interface Kubelet<Policy, Statements, Part extends string, Snapshot> extends Pick<
  Command,
  'summary' | 'about' | 'examples'
> {
  readonly name: string
  readonly parts: Parts<Part>
  readonly statementFlags: ReadonlyArray<Flag>
  readonly policyFlags: FlagGroup
  readonly presets: object
  readonly statements: (given: Given) => E.Either<string, Statements>
  /** The policy of a command line that chooses one release, and which of its settings the kubelet ignores. */
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

interface Ruling<Policy> {
  readonly policy: Policy
  readonly ignored: ReadonlyArray<string>
}

const upgradeOf = <Policy, Statements, Part extends string, Snapshot>({
  name,
  parts,
  statementFlags,
  policyFlags,
  presets,
  statements: statementsIn,
  policy,
  snapshot: snapshotOf,
  compare,
  ...help
}: Kubelet<Policy, Statements, Part, Snapshot>): Command => ({
  ...help,
  words: ['upgrade', name],
  usage: '--from VERSION --to VERSION [FLAGS] [FILES]',
  groups: [
    spanFlags(latestKubernetes, stated),
    { heading: 'Files, and where they come from', flags: partFlags(parts) },
    { heading: 'Input completeness (unspecified = unknown)', flags: [atFlag, ...statementFlags] },
    withoutRelease(policyFlags),
    outputFlags,
  ],
  exitCodes: upgradeCodes,
  prepare: (given) =>
    answering(
      all({
        format: outputFormat(given),
        span: spanOf(given, presets, latestKubernetes),
        statements: statementsIn(given),
      }),
      E.right(partsIn(parts, given)),
      (environment, inputs, { format, span, statements }) => {
        const ruledAt = (version: string): E.Either<string, Ruling<Policy>> =>
          F.pipe(
            policy(givenAt(given, O.some(version)), environment, inputs),
            E.map(({ ignored, ...rest }) => ({ ...rest, ignored: ignored.map((one) => `${version}: ${one}`) })),
            under(version),
          )
        return F.pipe(
          startIn(span, inputs),
          E.bindTo('start'),
          E.bind('before', ({ start }) => ruledAt(start.version)),
          E.bind('after', () => ruledAt(span.to)),
          E.bind('read', ({ before, after }) =>
            snapshotOf(statements, before.policy, after.policy)(environment, inputs),
          ),
          E.flatMap(({ start, before, after, read: { snapshot, notes } }) =>
            F.pipe(
              snapshot,
              compare(start.version, span.to, (_rules, at) => (at === span.to ? after : before).policy),
              E.map(reported(format, environment, [...start.notes, ...before.ignored, ...after.ignored, ...notes])),
            ),
          ),
        )
      },
    ),
})

/** `gcplan upgrade kubelet-image`. */
export const upgradeImage: Command = upgradeOf({
  name: 'kubelet-image',
  summary: 'which images another release of the kubelet would remove or keep, and why',
  about: [
    'Plans one image collection of the kubelet on the same node under both releases and says each difference: what would go that does not today, what would stay, other order, other texts; and the rules, feature gates and sources behind it.',
    'Takes the files and statements of gcplan plan kubelet-image.',
  ],
  examples: ['gcplan upgrade kubelet-image --from 1.34 --to 1.36 --snapshot snapshot.json'],
  parts: imageParts,
  statementFlags: imageStatementFlags,
  policyFlags: imagePolicyFlags,
  presets: Image.presets,
  statements: imageStatements,
  policy: (given, environment, inputs) =>
    F.pipe(
      imageRules(given),
      E.flatMap((rules) => rules(environment, fileOf(inputs, 'policy'), noStatements)),
      E.map(({ image, settings }) => ({ policy: image, ignored: sayIgnored(settings) })),
    ),
  snapshot: (statements, before, after) =>
    imageSnapshot(statements, before.imageVolumes === 'ignored' ? after : before),
  compare: (from, to, policyAt) =>
    F.flow(upgradeKubeletImage(from, to, policyAt), E.bimap(sayNoPlan, reportOf('Kubernetes', Image.explain))),
})

/** `gcplan upgrade kubelet-container`. */
export const upgradeContainer: Command = upgradeOf({
  name: 'kubelet-container',
  summary: 'which containers, sandboxes and logs another release of the kubelet would remove or keep, and why',
  about: [
    'Plans one container collection of the kubelet on the same node under both releases and says each difference, with the rules behind it.',
    'Takes the files and statements of gcplan plan kubelet-container.',
  ],
  examples: ['gcplan upgrade kubelet-container --from 1.20 --to 1.36 ps.json sandboxes.json pods.json'],
  parts: containerParts,
  statementFlags: containerStatementFlags,
  policyFlags: containerPolicyFlags,
  presets: Container.presets,
  statements: containerStatements,
  policy: (given, environment) =>
    F.pipe(
      containerRules(given),
      E.flatMap((rules) => rules(environment, O.none, noStatements)),
      E.map(({ container }) => ({ policy: container, ignored: [] })),
    ),
  snapshot: (statements, _before, after) => containerSnapshot(statements, after),
  compare: (from, to, policyAt) =>
    F.flow(upgradeKubeletContainer(from, to, policyAt), E.bimap(sayNoPlan, reportOf('Kubernetes', Container.explain))),
})

const startIn = (
  span: Parameters<typeof startOf>[0],
  inputs: Parameters<typeof nodeStatements>[0],
): ReturnType<typeof startOf> =>
  F.pipe(
    nodeStatements(inputs),
    E.map((versions) => choiceForNode(askedIn(span), versions)),
    E.flatMap((choice) => startOf(span, choice)),
  )

const sayNoPlan: (error: UpgradeError<Image.PlanError | Container.PlanError>) => string = explainUpgradeError(
  (error) =>
    error._tag === 'InvalidInput'
      ? sayProblems('snapshot')(error)
      : `${error.path}: expected ${error.expected}, got ${error.actual}`,
)
