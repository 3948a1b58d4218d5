/** `gcplan plan kubernetes`: what the collectors of a control plane, or one of them, would delete and patch. */
import { either as E, function as F, option as O } from 'fp-ts'

import type { Command } from '../command.js'
import { all } from '../fp.js'
import { collectorFlag, printAll, printOne, stoppedNotes } from '../kubernetes/collectors.js'
import { controlPlaneFlags, controlPlaneIn } from '../kubernetes/control-plane.js'
import { collectorWords } from '../../view/index.js'
import { amendingDecisions, amendingOutputFlags, planOutput } from '../plan/flags.js'
import { resultOf } from '../plan/print.js'
import { saidRules } from '../release/chosen.js'
import { answering } from '../sources.js'
import { oneOf, optional } from '../values.js'

/** The command. */
export const planKubernetes: Command = {
  words: ['plan', 'kubernetes'],
  summary: 'what the controllers of kube-controller-manager would delete: pods, finished Jobs, histories, dependents',
  usage: '[FLAGS] [FILES]',
  about: [
    'Plans what pod GC, the TTL-after-finished controller, the history controllers, the KEP-14 lifecycle and the garbage collector would do with one snapshot of a cluster. Every line names the controller.',
    'List nodes and namespaces too. An object that is not listed may still exist, so whatever depends on it is kept, unless you state that its kind was listed in full.',
    'Pods on a missing node are deleted 40 s after a run first missed it: this run, or an earlier one in --memory. Lifecycle marks are read from annotations, unless --memory is given.',
  ],
  groups: [{ heading: 'Collectors', flags: [collectorFlag] }, ...controlPlaneFlags, amendingOutputFlags],
  examples: [
    'kubectl get all,cm,secrets,controllerrevisions,nodes,ns -A -o json | gcplan plan kubernetes -A --only remove',
    'gcplan plan kubernetes cluster.json -A --collector pod --terminated-pod-gc-threshold 100',
    'gcplan plan kubernetes cluster.json -A --all-agree --lifecycle policy.yaml -o table',
    'gcplan plan kubernetes cluster.json -A --controller-manager /etc/kubernetes/manifests/kube-controller-manager.yaml',
  ],
  exitCodes: { 3: null },
  prepare: (given) =>
    answering(
      all({
        output: planOutput(given, amendingDecisions),
        one: optional(oneOf(Object.values(collectorWords)))(given, collectorFlag.name),
      }),
      controlPlaneIn(given),
      (environment, plane, { output: { format, only }, one }) => {
        const printing = { ...only, format, environment, rules: saidRules(plane.chosen) }
        const { print, off } = F.pipe(
          one,
          O.match(
            () => ({ print: printAll(printing), off: [] }),
            (name) => ({ print: printOne(name, printing), off: stoppedNotes(name, plane) }),
          ),
        )
        return F.pipe(
          print(plane),
          E.map(({ output: printed, notes, exitCode, undecided }) => ({
            ...resultOf(printed, [...plane.notes, ...off, ...notes], exitCode),
            undecided,
          })),
        )
      },
    ),
}
