/** `gcplan upgrade kubelet-eviction`: what the eviction manager of another release would collect and evict otherwise. */
import { either as E, function as F } from 'fp-ts'

import type { InvalidInput } from '../../index.js'
import * as Eviction from '../../kubelet/eviction/index.js'
import {
  type EvictionLook,
  type UpgradeError,
  explainPressure,
  explainUpgradeError,
  upgradeEviction as compareEviction,
} from '../../upgrade/index.js'
import type { Command } from '../command.js'
import { all } from '../fp.js'
import { nodePolicies } from '../node/policies.js'
import { filesystems, pressureIn, pressureParts, statedLayout } from '../node/pressure.js'
import { sayProblems } from '../plan/errors.js'
import { imageParts } from '../plan/image-snapshot.js'
import { type Parts, fileOf } from '../plan/inputs.js'
import { imageRules, sayIgnored } from '../plan/policy.js'
import { featureGatesFlag, kubeletFlagsFlag, settingsFlags } from '../plan/settings.js'
import { momentOfFiles, readAt } from '../plan/time.js'
import { noStatements } from '../release/stated.js'
import { kubeletCommand } from '../upgrade/kubelet.js'
import { reportOf } from '../upgrade/report.js'

const parts: Parts<'pods' | 'stats' | 'policy' | 'node-object'> = {
  pods: pressureParts.pods,
  stats: imageParts.stats,
  policy: imageParts.policy,
  'node-object': imageParts['node-object'],
}

/** The command. */
export const upgradeEviction: Command = kubeletCommand({
  name: 'kubelet-eviction',
  summary: 'which pods another release of the kubelet would evict, with which grace period, and what it collects first',
  about: [
    'Simulates one pass of the eviction manager on the same node under both releases and explains each difference by the rules behind it.',
    'Assumes that the kubelet has seen the node like this for longer than every grace period. If several thresholds could be handled first, each is simulated.',
  ],
  examples: [
    'gcplan upgrade kubelet-eviction --from 1.31 --to 1.36 pods.json stats.json configz.json',
    "gcplan upgrade kubelet-eviction --from 1.31 pods.json stats.json --eviction-hard 'nodefs.available<10%'",
  ],
  parts,
  statementFlags: [filesystems],
  policyFlags: {
    heading: 'Policy',
    flags: [kubeletFlagsFlag, featureGatesFlag, ...settingsFlags('eviction', 'beside thresholds')],
  },
  presets: Eviction.evictionPresets,
  statements: (given) => all({ at: readAt(given), layout: statedLayout(given) }),
  policy: (given, environment, inputs) =>
    F.pipe(
      imageRules(given),
      E.flatMap((rules) => rules(environment, fileOf(inputs, 'policy'), noStatements)),
      E.bindTo('rules'),
      E.bind('policies', ({ rules }) => nodePolicies(rules)),
      E.map(({ rules: { settings }, policies: { eviction } }) => ({ policy: eviction, ignored: sayIgnored(settings) })),
    ),
  snapshot:
    ({ at, layout }, before, after) =>
    (environment, inputs) =>
      F.pipe(
        pressureIn(layout, inputs),
        E.filterOrElse(
          () => inputs.has('stats'),
          () => `no statistics given, so no resource would seem short: --stats FILE, from ${parts.stats.source}`,
        ),
        E.flatMap(({ notes, ...node }) => {
          const moment = momentOfFiles(at, environment)
          const snapshot: Eviction.PressureSnapshot = { at: moment.at, ...node }
          return F.pipe(
            snapshot,
            Eviction.assumePressed([before, after]),
            E.bimap(sayProblems('snapshot'), (memory): { snapshot: EvictionLook; notes: ReadonlyArray<string> } => ({
              snapshot: { snapshot, memory },
              notes: [...moment.notes, ...notes],
            })),
          )
        }),
      ),
  compare: (from, to, policyAt) =>
    F.flow(compareEviction(from, to, policyAt), E.bimap(sayNoPass, reportOf('Kubernetes', explainPressure))),
})

const sayNoPass: (error: UpgradeError<InvalidInput>) => string = explainUpgradeError(sayProblems('snapshot'))
