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
import { outputFlags, outputFormat } from '../plan/flags.js'
import { answering } from '../sources.js'
import { joined, reportOf, reported, upgradeCodes } from '../upgrade/report.js'
import { givenAt, latestKubernetes, spanFlags, spanOf, startOf, under, withoutRelease } from '../upgrade/span.js'

/** The command. */
export const upgradeKubernetes: Command = {
  words: ['upgrade', 'kubernetes'],
  summary: 'what the controllers of another release would delete or keep, and why',
  usage: '--from VERSION --to VERSION [FLAGS] [FILES]',
  about: [
    'Plans what gcplan plan kubernetes, kubernetes-csr and kubernetes-tokens plan, under both releases, and says each difference: what would go that does not today, what would stay, other order, other requests and texts; and the rules, feature gates and sources behind it.',
    'Kinds that not every release serves are served as each of them does by default.',
  ],
  groups: [
    spanFlags(latestKubernetes, 'v1.33.4-eks-abc (default: as kubectl version -o json among the files states)'),
    ...controlPlaneFlags.map(withoutRelease),
    outputFlags,
  ],
  examples: [
    'gcplan upgrade kubernetes --from 1.33 --to 1.34 cluster.json -A',
    'gcplan upgrade kubernetes --to 1.36 cluster.json version.json -A -o json',
  ],
  exitCodes: upgradeCodes,
  prepare: (given) =>
    F.pipe(
      spanOf(given, ControlPlane.releases, latestKubernetes),
      E.flatMap((span) =>
        answering(
          all({ format: outputFormat(given), policiesIn: policiesOf(given), span: E.right(span) }),
          listsIn(givenAt(given, span.from), undefined, policyFiles(given)),
          (environment, lists, { format, policiesIn }) =>
            F.pipe(
              startOf(span, { ...lists, notes: lists.choiceNotes }),
              E.bindTo('start'),
              E.bind('later', () => releaseRules({ _tag: 'Version', version: span.to, from: '--to' })),
              E.bind('before', ({ start }) => under(start.version)(policiesIn(environment, lists.rules))),
              E.bind('after', ({ later }) => under(span.to)(policiesIn(environment, later))),
              E.bind('look', () => assembled(clusterSnapshot)(lists)),
              E.bind('requests', () => assembled(kubernetesCsrSnapshot)(lists)),
              E.bind('secrets', () => assembled(kubernetesTokenSnapshot)(lists)),
              E.flatMap(({ start, before, after, look, requests, secrets }) => {
                const { snapshot, notes } = observed(lists, before, look)
                const settings = (_rules: unknown, at: string): ControlPlane.Policies =>
                  (at === span.to ? after : before).policies
                return F.pipe(
                  all({
                    collectors: F.pipe(
                      compareKubernetes(start.version, span.to, settings)(snapshot),
                      E.bimap(sayNoPlan, reportOf('Kubernetes', sayWhoAndWhy)),
                    ),
                    signing: F.pipe(
                      upgradeSigningRequests(start.version, span.to)(requests),
                      E.bimap(sayNoPlan, reportOf('Kubernetes', CsrCleaner.explain)),
                    ),
                    tokens: F.pipe(
                      upgradeLegacyTokens(start.version, span.to)(secrets),
                      E.bimap(sayNoPlan, reportOf('Kubernetes', TokenCleaner.explain)),
                    ),
                  }),
                  E.map(({ collectors, signing, tokens }) =>
                    reported(format, environment, [
                      ...start.notes,
                      ...notes.filter((note) => !lists.choiceNotes.includes(note)),
                    ])(joined(joined(collectors, signing), tokens)),
                  ),
                )
              }),
            ),
        ),
      ),
    ),
}

const sayNoPlan: (error: UpgradeError<InvalidInput>) => string = explainUpgradeError(sayProblems('snapshot'))
