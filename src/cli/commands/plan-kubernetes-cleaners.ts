/**
 * `gcplan plan kubernetes-csr` and `gcplan plan kubernetes-tokens`: what the cleaners of CertificateSigningRequests and of
 * legacy tokens would delete.
 */
import { either as E, function as F, option as O } from 'fp-ts'

import * as CsrCleaner from '../../controllers/csr-cleaner/index.js'
import * as TokenCleaner from '../../controllers/token-cleaner/index.js'
import { kubernetesCsrSnapshot, kubernetesTokenSnapshot } from '../../decode/index.js'
import type { Command } from '../command.js'
import { all } from '../fp.js'
import { coverageNotes } from '../kubernetes/coverage-notes.js'
import { fileFlags } from '../kubernetes/files.js'
import { sayObject } from '../kubernetes/object.js'
import { listsIn } from '../kubernetes/prepare.js'
import { assembled } from '../kubernetes/snapshot.js'
import { statementFlags } from '../kubernetes/statements.js'
import { sayProblems } from '../plan/errors.js'
import { amendingDecisions, amendingOutputFlags, planOutput, planOutputFlags } from '../plan/flags.js'
import { planPrinted } from '../plan/print.js'
import { linesOf, saidRules, versionFlag } from '../release/chosen.js'
import { answering } from '../sources.js'
import { duration, optional } from '../values.js'
import { clusterFlags } from '../kubernetes/cluster-flags.js'

/** `gcplan plan kubernetes-csr`. */
export const planKubernetesCsr: Command = {
  words: ['plan', 'kubernetes-csr'],
  summary: 'which CertificateSigningRequests the CSR cleaner would delete, and when the next is due',
  usage: '[FLAGS] [FILES]',
  about: [
    'Requests are deleted an hour after they were issued, denied or failed, a day after their creation if nobody answered, and once their certificate has expired. The real cleaner looks once an hour.',
  ],
  groups: [
    {
      heading: 'Policy',
      flags: [
        {
          name: 'release',
          value: 'VERSION',
          about: `release whose rules apply: ${linesOf(CsrCleaner.presets).join(', ')} (default 1.36)`,
        },
        versionFlag,
      ],
    },
    fileFlags,
    clusterFlags,
    statementFlags,
    planOutputFlags,
  ],
  examples: ['kubectl get csr -o json | gcplan plan kubernetes-csr'],
  exitCodes: { 3: null },
  prepare: (given) =>
    answering(planOutput(given), listsIn(given, undefined, [], 'csr'), (environment, lists, { format, only }) => {
      return F.pipe(
        lists,
        assembled(kubernetesCsrSnapshot),
        E.flatMap(F.flow(CsrCleaner.plan(lists.rules.signingRequests), E.mapLeft(sayProblems('snapshot')))),
        E.map((plan) => {
          const label = ({ _tag, name }: CsrCleaner.Target): string => sayObject({ kind: _tag, name })
          const wording = {
            ...only,
            collector: 'kubernetes-csr',
            explain: CsrCleaner.explain,
            label,
            labelHeading: 'REQUEST',
            namesAlone: true,
            rules: saidRules(lists.chosen),
          }
          return planPrinted(wording, format, environment, [...lists.timeNotes, ...lists.notes])(plan)
        }),
      )
    }),
}

const periodFlag = 'legacy-service-account-token-clean-up-period'

/** `gcplan plan kubernetes-tokens`. */
export const planKubernetesTokens: Command = {
  words: ['plan', 'kubernetes-tokens'],
  summary: 'which legacy tokens of ServiceAccounts would be marked as invalid or deleted',
  usage: '[FLAGS] [FILES]',
  about: [
    'An automatically created token of a ServiceAccount that nothing has used for the period is marked as invalid, and deleted after another period. The real cleaner looks once a day.',
    'List Secrets, ServiceAccounts, pods and the ConfigMap kube-apiserver-legacy-service-account-token-tracking of kube-system. A pod that is not listed may use any token, unless you state that pods were listed in full.',
  ],
  groups: [
    {
      heading: 'Policy',
      flags: [
        {
          name: periodFlag,
          value: 'DURATION',
          about:
            'how long a token is unused before it is marked invalid, and then invalid before it is deleted (default 8760h)',
        },
      ],
    },
    fileFlags,
    clusterFlags,
    statementFlags,
    amendingOutputFlags,
  ],
  examples: ['kubectl get secrets,sa,pods,cm -A -o json | gcplan plan kubernetes-tokens -A'],
  exitCodes: { 3: null },
  prepare: (given) =>
    answering(
      all({ output: planOutput(given, amendingDecisions), period: optional(duration)(given, periodFlag) }),
      listsIn(given, undefined, [], 'tokens'),
      (environment, lists, { output: { format, only }, period }) => {
        const policy = TokenCleaner.makePolicy(O.isSome(period) ? { cleanUpPeriod: period.value } : {})
        return F.pipe(
          all({
            rules: F.pipe(
              policy,
              E.mapLeft(() => `--${periodFlag}: expected more than zero`),
            ),
            snapshot: assembled(kubernetesTokenSnapshot)(lists),
          }),
          E.flatMap(({ rules, snapshot }) =>
            F.pipe(snapshot, TokenCleaner.plan(rules), E.mapLeft(sayProblems('snapshot'))),
          ),
          E.map((plan) => {
            const label = ({ _tag, namespace, name }: TokenCleaner.Target): string =>
              sayObject({ kind: _tag, namespace, name })
            const wording = {
              ...only,
              collector: 'kubernetes-tokens',
              explain: TokenCleaner.explain,
              label,
              labelHeading: 'TOKEN',
              namesAlone: true,
            }
            const notes = [...lists.timeNotes, ...lists.notes, ...coverageNotes(plan)]
            return planPrinted(wording, format, environment, notes)(plan)
          }),
        )
      },
    ),
}
