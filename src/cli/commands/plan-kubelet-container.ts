/**
 * `gcplan plan kubelet-container`: the dead containers, sandboxes and logs that one run of the kubelet's garbage
 * collection would remove.
 */
import { either as E, function as F, option as O } from 'fp-ts'

import { explain, plan } from '../../kubelet/container/index.js'
import type { Command } from '../command.js'
import { nodeFlags } from '../gathered/given.js'
import {
  containerParts,
  containerSnapshot,
  containerStatementFlags,
  containerStatements,
} from '../plan/container-snapshot.js'
import { all } from '../fp.js'
import { sayProblems } from '../plan/errors.js'
import { planOutput, planOutputFlags } from '../plan/flags.js'
import { nodeStatements, partFlags, partsIn } from '../plan/inputs.js'
import { podLabels } from '../plan/labels.js'
import { containerPolicyFlags, containerRules } from '../plan/policy.js'
import { planPrinted } from '../plan/print.js'
import { saidRules } from '../release/chosen.js'
import { socketFlags } from '../sockets.js'
import { answering } from '../sources.js'
import { atFlag } from '../plan/time.js'

/** The command. */
export const planKubeletContainer: Command = {
  words: ['plan', 'kubelet-container'],
  summary: 'which dead containers, sandboxes and pod logs the kubelet would remove from a node',
  usage: '[FLAGS] [FILES]',
  about: [
    'Plans one container collection of the kubelet: what it would remove and in which order, what it keeps, and why.',
    'FILES are recognised by content; flags such as --containers force a kind. "-" is standard input.',
    "Most decisions depend on which pods are gone. A pod missing from the kubelet's list is gone once the kubelet has seen all its pods. No tool prints whether it has: pass --assume-pods-synced.",
  ],
  groups: [
    { heading: 'Files, and where they come from', flags: partFlags(containerParts) },
    socketFlags('cri', 'docker'),
    { heading: 'Input completeness (unspecified = unknown)', flags: [atFlag, ...containerStatementFlags] },
    nodeFlags,
    containerPolicyFlags,
    planOutputFlags,
  ],
  examples: [
    'gcplan plan kubelet-container ps.json sandboxes.json pods.json --assume-pods-synced --at 2026-01-01T12:00:00Z',
    'crictl ps -a -o json | gcplan plan kubelet-container - --maximum-dead-containers-per-container 2',
    'gcplan plan kubelet-container --snapshot snapshot.json --entrance eviction -o json',
  ],
  prepare: (given) =>
    answering(
      all({ output: planOutput(given), statements: containerStatements(given), rulesOf: containerRules(given) }),
      E.right(partsIn(containerParts, given)),
      (environment, inputs, { output: { format, only }, statements, rulesOf }) =>
        F.pipe(
          nodeStatements(inputs),
          E.flatMap((versions) => rulesOf(environment, O.none, versions)),
          E.bindTo('ruled'),
          E.bind('assembled', ({ ruled: { container } }) =>
            containerSnapshot(statements, container)(environment, inputs),
          ),
          E.bind('planned', ({ ruled: { container }, assembled: { snapshot } }) =>
            F.pipe(plan(container)(snapshot), E.mapLeft(sayProblems('snapshot'))),
          ),
          E.map(({ ruled: { chosen, notes: chosenBy }, assembled: { notes, notLookedAt }, planned }) => {
            const label = podLabels(inputs)
            const rules = saidRules(chosen)
            const wording = { ...only, explain, label, collector: 'kubelet-container', notLookedAt, rules }
            return planPrinted(wording, format, environment, [...chosenBy, ...notes])(planned)
          }),
        ),
    ),
}
