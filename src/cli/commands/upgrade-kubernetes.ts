/** `gcplan upgrade kubernetes`: what another release of the control plane would delete and patch otherwise. */
import { either as E, function as F } from 'fp-ts'

import * as CsrCleaner from '../../controllers/csr-cleaner/index.js'
import * as TokenCleaner from '../../controllers/token-cleaner/index.js'
import { kubernetesCsrSnapshot, kubernetesTokenSnapshot } from '../../decode/index.js'
import type { InvalidInput } from '../../index.js'
import * as ControlPlane from '../../simulate/control-plane/index.js'
import {
  type UpgradeError,
  explainUpgradeError,
  upgradeKubernetes as compareKubernetes,
  upgradeLegacyTokens,
  upgradeSigningRequests,
} from '../../upgrade/index.js'
import type { Command } from '../command.js'
import { all } from '../fp.js'
import { clusterSnapshot, controlPlaneFlags, observed } from '../kubernetes/control-plane.js'
import { policiesOf, policyFiles } from '../kubernetes/policies.js'
import { releaseRules } from '../kubernetes/policy.js'
import { listsIn } from '../kubernetes/prepare.js'
import { assembled } from '../kubernetes/snapshot.js'
import { sayWhoAndWhy } from '../kubernetes/wording.js'
import { sayProblems } from '../plan/errors.js'
import { comparisonCommand } from '../upgrade/command.js'
import { joined, reportOf } from '../upgrade/report.js'
import { givenAt, latestKubernetes, spanOf, statedByServer, under, withoutRelease } from '../upgrade/span.js'

/** The command. */
export const upgradeKubernetes: Command = comparisonCommand({
  name: 'kubernetes',
  summary: 'what the controllers of another release would delete or keep, and why',
  about: [
    'Plans what gcplan plan kubernetes, kubernetes-csr and kubernetes-tokens plan, under both releases, and explains each difference: what else would go, what would stay, other order, other requests and texts; and the rules, feature gates and sources behind it.',
    'Each release serves the kinds that it serves by default.',
  ],
  examples: [
    'gcplan upgrade kubernetes --from 1.33 --to 1.34 cluster.json -A',
    'gcplan upgrade kubernetes --to 1.36 cluster.json version.json -A -o json',
  ],
  latest: latestKubernetes,
  stated: statedByServer,
  groups: controlPlaneFlags.map(withoutRelease),
  span: (given) => spanOf(given, ControlPlane.releases, latestKubernetes),
  flags: policiesOf,
  sources: (given, { from }) => listsIn(givenAt(given, from), undefined, policyFiles(given)),
  choice: (_span, lists) => E.right({ ...lists, notes: lists.choiceNotes }),
  compare:
    (_given, policiesIn) =>
    ({ environment, start, to }, lists) =>
      F.pipe(
        releaseRules({ _tag: 'Version', version: to, from: '--to' }),
        E.bindTo('later'),
        E.bind('before', () => under(start.version)(policiesIn(environment, lists.rules))),
        E.bind('after', ({ later }) => under(to)(policiesIn(environment, later))),
        E.bind('look', () => assembled(clusterSnapshot)(lists)),
        E.bind('requests', () => assembled(kubernetesCsrSnapshot)(lists)),
        E.bind('secrets', () => assembled(kubernetesTokenSnapshot)(lists)),
        E.flatMap(({ before, after, look, requests, secrets }) => {
          const { snapshot, notes } = observed(lists, before, look)
          const settings = (_rules: unknown, at: string): ControlPlane.Policies => (at === to ? after : before).policies
          return F.pipe(
            all({
              collectors: F.pipe(
                compareKubernetes(start.version, to, settings)(snapshot),
                E.bimap(sayNoPlan, reportOf('Kubernetes', sayWhoAndWhy)),
              ),
              signing: F.pipe(
                upgradeSigningRequests(start.version, to)(requests),
                E.bimap(sayNoPlan, reportOf('Kubernetes', CsrCleaner.explain)),
              ),
              tokens: F.pipe(
                upgradeLegacyTokens(start.version, to)(secrets),
                E.bimap(sayNoPlan, reportOf('Kubernetes', TokenCleaner.explain)),
              ),
            }),
            E.map(({ collectors, signing, tokens }) => ({
              report: joined(joined(collectors, signing), tokens),
              notes: notes.filter((note) => !lists.choiceNotes.includes(note)),
            })),
          )
        }),
      ),
})

const sayNoPlan: (error: UpgradeError<InvalidInput>) => string = explainUpgradeError(sayProblems('snapshot'))
