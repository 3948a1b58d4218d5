/** What one garbage collection of containerd would remove, as rows. */
import { either as E, function as F } from 'fp-ts'
import { type Node, explain, plan } from 'gcplan/containerd'
import { planView } from 'gcplan/view'

import { planContainerd } from '../../../../src/cli/commands/plan-containerd.js'
import { sayKind } from '../../../../src/cli/containerd/node.js'
import { type Database, databaseIn } from '../../../../src/cli/containerd/prepare.js'
import { sayProblems } from '../../../../src/cli/plan/errors.js'
import type { PlanQuestion } from '../question'
import type { Asking } from './asking'
import { containerdFiles } from './places-containerd'

export const planOfContainerd: Asking<PlanQuestion, Database> = {
  command: () => planContainerd,
  places: containerdFiles,
  spoken: () => ({ words: [], values: new Map() }),
  sources: (given) => databaseIn(given),
  show: ({ inputs: { snapshot, policy, notes } }) =>
    F.pipe(
      plan(policy)(snapshot),
      E.bimap(sayProblems('snapshot'), (planned) => ({
        view: planView({ explain, label: (node: Node) => `${sayKind(node)} ${node.namespace}/${node.key}` })(planned),
        notes,
      })),
    ),
}
