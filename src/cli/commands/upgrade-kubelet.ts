/**
 * `gcplan upgrade kubelet-image` and `kubelet-container`: what another release of the kubelet would remove from a node
 * otherwise.
 */
import { either as E, function as F, option as O } from 'fp-ts'

import * as Container from '../../kubelet/container/index.js'
import * as Image from '../../kubelet/image/index.js'
import { upgradeKubeletContainer, upgradeKubeletImage } from '../../upgrade/index.js'
import type { Command } from '../command.js'
import {
  containerParts,
  containerSnapshot,
  containerStatementFlags,
  containerStatements,
} from '../plan/container-snapshot.js'
import { imageParts, imageSnapshot, imageStatementFlags, imageStatements } from '../plan/image-snapshot.js'
import { fileOf } from '../plan/inputs.js'
import { containerPolicyFlags, containerRules, imagePolicyFlags, imageRules, sayIgnored } from '../plan/policy.js'
import { noStatements } from '../release/stated.js'
import { kubeletCommand, sayNoPlan } from '../upgrade/kubelet.js'
import { reportOf } from '../upgrade/report.js'

/** `gcplan upgrade kubelet-image`. */
export const upgradeImage: Command = kubeletCommand({
  name: 'kubelet-image',
  summary: 'which images another release of the kubelet would remove or keep, and why',
  about: [
    'Plans one image collection of the kubelet on the same node under both releases and explains each difference: what else would go, what would stay, other order, other texts; and the rules, feature gates and sources behind it.',
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
export const upgradeContainer: Command = kubeletCommand({
  name: 'kubelet-container',
  summary: 'which containers, sandboxes and logs another release of the kubelet would remove or keep, and why',
  about: [
    'Plans one container collection of the kubelet on the same node under both releases and explains each difference by the rules behind it.',
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
