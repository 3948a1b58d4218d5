/** Which dead containers, sandboxes and logs the kubelet would remove. */
import { either as E, function as F, option as O } from 'fp-ts'
import { explain, plan } from 'gcplan/kubelet/container'
import { planView } from 'gcplan/view'

import { planKubeletContainer } from '../../../../src/cli/commands/plan-kubelet-container.js'
import { all } from '../../../../src/cli/fp.js'
import {
  type ContainerPart,
  containerParts,
  containerSnapshot,
  containerStatements,
} from '../../../../src/cli/plan/container-snapshot.js'
import { sayProblems } from '../../../../src/cli/plan/errors.js'
import { type Inputs, nodeStatements, partsIn } from '../../../../src/cli/plan/inputs.js'
import { podLabels } from '../../../../src/cli/plan/labels.js'
import { containerRules } from '../../../../src/cli/plan/policy.js'
import type { PlanQuestion } from '../question'
import { type Asking, placedBy } from './asking'

export const planOfContainers: Asking<PlanQuestion, Inputs<ContainerPart>> = {
  command: () => planKubeletContainer,
  places: placedBy(containerParts),
  spoken: () => ({ words: [], values: new Map() }),
  sources: (given) => E.right(partsIn(containerParts, given)),
  show: ({ environment, given, inputs }) =>
    F.pipe(
      all({ statements: containerStatements(given), rulesOf: containerRules(given), versions: nodeStatements(inputs) }),
      E.bind('ruled', ({ rulesOf, versions }) => rulesOf(environment, O.none, versions)),
      E.bind('assembled', ({ statements, ruled: { container } }) =>
        containerSnapshot(statements, container)(environment, inputs),
      ),
      E.bind('planned', ({ ruled: { container }, assembled: { snapshot } }) =>
        F.pipe(plan(container)(snapshot), E.mapLeft(sayProblems('snapshot'))),
      ),
      E.map(({ ruled, assembled: { notes, notLookedAt }, planned }) => ({
        view: planView({ explain, label: podLabels(inputs), notLookedAt })(planned),
        notes: [...ruled.notes, ...notes],
      })),
    ),
}
