/** `gcplan plan kubernetes-owners`: what the garbage collector of Kubernetes would delete and patch. */
import { either as E, function as F } from 'fp-ts'

import * as Owner from '../../controllers/owner/index.js'
import type { Command } from '../command.js'
import { sayObject } from '../kubernetes/object.js'
import { coverageNotes } from '../kubernetes/coverage-notes.js'
import { clusterIn, commonFlags } from '../kubernetes/prepare.js'
import { sayProblems } from '../plan/errors.js'
import { amendingDecisions, amendingOutputFlags, planOutput } from '../plan/flags.js'
import { planPrinted } from '../plan/print.js'
import { saidRules } from '../release/chosen.js'
import { answering } from '../sources.js'

/** The command. */
export const planKubernetesOwners: Command = {
  words: ['plan', 'kubernetes-owners'],
  summary: 'what the garbage collector of Kubernetes would delete and patch: objects whose owners are gone or waiting',
  usage: '[FLAGS] [FILES]',
  about: [
    'Plans what the garbage collector would do if it started now. Several lists count as one. Include CRDs: they say how custom resources are served.',
    'An owner that is not listed may still exist, so its dependents are kept, unless you state that its kind was listed in full.',
  ],
  groups: [...commonFlags, amendingOutputFlags],
  examples: [
    'kubectl get all,cm,secrets -A -o json | gcplan plan kubernetes-owners -A --only remove',
    'gcplan plan kubernetes-owners pods.json replicasets.json --covers pods,replicasets,jobs -o table',
    'gcplan plan kubernetes-owners cluster.json --api-resources api-resources.txt --preset kubernetes_1_26',
  ],
  exitCodes: { 3: null },
  prepare: (given) =>
    answering(
      planOutput(given, amendingDecisions),
      clusterIn(given),
      (environment, { snapshot, policy, chosen, notes }, { format, only }) =>
        F.pipe(
          Owner.plan(policy)(snapshot),
          E.bimap(sayProblems('snapshot'), (plan) => {
            const wording = {
              ...only,
              collector: 'kubernetes-owners',
              explain: Owner.explain,
              label: sayObject,
              labelHeading: 'OBJECT',
              namesAlone: true,
              rules: saidRules(chosen),
            }
            return planPrinted(wording, format, environment, [...notes, ...coverageNotes(plan)])(plan)
          }),
        ),
    ),
}
