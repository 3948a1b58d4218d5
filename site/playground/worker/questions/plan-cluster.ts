/** What the controllers of a cluster would delete. */
import { either as E, function as F } from 'fp-ts'
import * as Owner from 'gcplan/controllers/owner'
import * as ControlPlane from 'gcplan/simulate/control-plane'
import { planView } from 'gcplan/view'

import { planKubernetesOwners } from '../../../../src/cli/commands/plan-kubernetes-owners.js'
import { planKubernetes } from '../../../../src/cli/commands/plan-kubernetes.js'
import { type ControlPlaneInputs, controlPlaneIn } from '../../../../src/cli/kubernetes/control-plane.js'
import { coverageNotes } from '../../../../src/cli/kubernetes/coverage-notes.js'
import { sayObject } from '../../../../src/cli/kubernetes/object.js'
import { type Cluster, clusterIn } from '../../../../src/cli/kubernetes/prepare.js'
import { sayWhoAndWhy } from '../../../../src/cli/kubernetes/wording.js'
import { sayProblems } from '../../../../src/cli/plan/errors.js'
import type { PlanQuestion } from '../question'
import type { Asking } from './asking'
import { clusterFiles } from './cluster-files'

const unspoken = { words: [], values: new Map() } as const

export const planOfCluster: Asking<PlanQuestion, ControlPlaneInputs> = {
  command: () => planKubernetes,
  places: clusterFiles(new Set(['memory', 'lifecycle'])),
  spoken: () => unspoken,
  sources: (given) => controlPlaneIn(given, given.values('file')),
  show: ({ inputs: { snapshot, policies, notes } }) =>
    F.pipe(
      ControlPlane.planKubernetes(policies)(snapshot),
      E.bimap(sayProblems('snapshot'), (plan) => ({
        view: planView({ explain: sayWhoAndWhy, label: sayObject })(plan),
        notes: [...notes, ...coverageNotes(plan)],
      })),
    ),
}

export const planOfOwners: Asking<PlanQuestion, Cluster> = {
  command: () => planKubernetesOwners,
  places: clusterFiles(new Set()),
  spoken: () => unspoken,
  sources: (given) => clusterIn(given, given.values('file')),
  show: ({ inputs: { snapshot, policy, notes } }) =>
    F.pipe(
      Owner.plan(policy)(snapshot),
      E.bimap(sayProblems('snapshot'), (plan) => ({
        view: planView({ explain: Owner.explain, label: sayObject })(plan),
        notes: [...notes, ...coverageNotes(plan)],
      })),
    ),
}
