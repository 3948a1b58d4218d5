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
import type { Command, FlagGroup } from '../command.js'
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
import { fileOf, nodeStatements, partFlags, partsIn } from '../plan/inputs.js'
import { containerPolicyFlags, containerRules, imagePolicyFlags, imageRules } from '../plan/policy.js'
import { atFlag } from '../plan/time.js'
import { choiceForNode, noStatements } from '../release/stated.js'
import { answering } from '../sources.js'
import { reportOf, reported, upgradeCodes } from '../upgrade/report.js'
import { askedIn, givenAt, spanFlags, spanOf, startOf, under } from '../upgrade/span.js'

const latest = '1.36'
const stated = 'v1.33.4-eks-abc (default: as a Node among the files states)'

/** The policy without what chooses its release. */
const settingsOf = ({ heading, flags }: FlagGroup): FlagGroup => ({
  heading,
  flags: flags.filter(({ name }) => name !== 'preset' && name !== 'kubernetes-version'),
})

/** `gcplan upgrade kubelet-image`. */
export const upgradeImage: Command = {
  words: ['upgrade', 'kubelet-image'],
  summary: 'which images another release of the kubelet would remove or keep, and why',
  usage: '--from VERSION --to VERSION [FLAGS] [FILES]',
  about: [
    'Plans one image collection of the kubelet on the same node under both releases and says each difference: what would go that does not today, what would stay, other order, other texts; and the rules, feature gates and sources behind it.',
    'Takes the files and statements of gcplan plan kubelet-image.',
  ],
  groups: [
    spanFlags(latest, stated),
    { heading: 'Files, and where they come from', flags: partFlags(imageParts) },
    { heading: 'Input completeness (unspecified = unknown)', flags: [atFlag, ...imageStatementFlags] },
    settingsOf(imagePolicyFlags),
    outputFlags,
  ],
  examples: ['gcplan upgrade kubelet-image --from 1.34 --to 1.36 --snapshot snapshot.json'],
  exitCodes: upgradeCodes,
  prepare: (given) =>
    answering(
      all({
        format: outputFormat(given),
        span: spanOf(given, Image.presets, latest),
        statements: imageStatements(given),
      }),
      E.right(partsIn(imageParts, given)),
      (environment, inputs, { format, span, statements }) => {
        const policyAt = (version: string): E.Either<string, Image.Policy> =>
          F.pipe(
            imageRules(givenAt(given, O.some(version))),
            E.flatMap((rules) => rules(environment, fileOf(inputs, 'policy'), noStatements)),
            E.map(({ image }) => image),
            under(version),
          )
        return F.pipe(
          startIn(span, inputs),
          E.bindTo('start'),
          E.bind('before', ({ start }) => policyAt(start.version)),
          E.bind('after', () => policyAt(span.to)),
          E.bind('read', ({ before, after }) =>
            imageSnapshot(statements, before.imageVolumes === 'ignored' ? after : before)(environment, inputs),
          ),
          E.flatMap(({ start, before, after, read: { snapshot, notes } }) =>
            F.pipe(
              upgradeKubeletImage(start.version, span.to, (_rules, at) => (at === span.to ? after : before))(snapshot),
              E.bimap(
                sayNoPlan,
                F.flow(
                  reportOf('Kubernetes', Image.explain),
                  reported(format, environment, [...start.notes, ...notes]),
                ),
              ),
            ),
          ),
        )
      },
    ),
}

/** `gcplan upgrade kubelet-container`. */
export const upgradeContainer: Command = {
  words: ['upgrade', 'kubelet-container'],
  summary: 'which containers, sandboxes and logs another release of the kubelet would remove or keep, and why',
  usage: '--from VERSION --to VERSION [FLAGS] [FILES]',
  about: [
    'Plans one container collection of the kubelet on the same node under both releases and says each difference, with the rules behind it.',
    'Takes the files and statements of gcplan plan kubelet-container.',
  ],
  groups: [
    spanFlags(latest, stated),
    { heading: 'Files, and where they come from', flags: partFlags(containerParts) },
    { heading: 'Input completeness (unspecified = unknown)', flags: [atFlag, ...containerStatementFlags] },
    settingsOf(containerPolicyFlags),
    outputFlags,
  ],
  examples: ['gcplan upgrade kubelet-container --from 1.20 --to 1.36 ps.json sandboxes.json pods.json'],
  exitCodes: upgradeCodes,
  prepare: (given) =>
    answering(
      all({
        format: outputFormat(given),
        span: spanOf(given, Container.presets, latest),
        statements: containerStatements(given),
      }),
      E.right(partsIn(containerParts, given)),
      (environment, inputs, { format, span, statements }) => {
        const policyAt = (version: string): E.Either<string, Container.Policy> =>
          F.pipe(
            containerRules(givenAt(given, O.some(version))),
            E.flatMap((rules) => rules(environment, O.none, noStatements)),
            E.map(({ container }) => container),
            under(version),
          )
        return F.pipe(
          startIn(span, inputs),
          E.bindTo('start'),
          E.bind('before', ({ start }) => policyAt(start.version)),
          E.bind('after', () => policyAt(span.to)),
          E.bind('read', ({ after }) => containerSnapshot(statements, after)(environment, inputs)),
          E.flatMap(({ start, before, after, read: { snapshot, notes } }) =>
            F.pipe(
              upgradeKubeletContainer(start.version, span.to, (_rules, at) => (at === span.to ? after : before))(
                snapshot,
              ),
              E.bimap(
                sayNoPlan,
                F.flow(
                  reportOf('Kubernetes', Container.explain),
                  reported(format, environment, [...start.notes, ...notes]),
                ),
              ),
            ),
          ),
        )
      },
    ),
}

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
