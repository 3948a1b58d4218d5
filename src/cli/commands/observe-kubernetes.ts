/**
 * `gcplan observe kubernetes`: folds one observation into the memory of the collectors and prints it as a file for
 * the next run.
 */
import { either as E, function as F } from 'fp-ts'

import * as ControlPlane from '../../simulate/control-plane/index.js'
import { encodeKubernetesMemory } from '../../decode/index.js'
import type { Command } from '../command.js'
import { controlPlaneFlags, controlPlaneIn } from '../kubernetes/control-plane.js'
import { sayProblems } from '../plan/errors.js'
import { resultOf } from '../plan/print.js'
import { answering } from '../sources.js'

/** The command. */
export const observeKubernetes: Command = {
  words: ['observe', 'kubernetes'],
  summary: 'print what the next run must remember, for its --memory',
  usage: '[FLAGS] [FILES]',
  about: [
    'Prints a gcplan/kubernetes-memory file: the end of quarantine for each missing node that pods name, and the lifecycle marks after this plan (since when each object is not needed).',
    'Takes the input and policies of gcplan plan kubernetes.',
  ],
  groups: controlPlaneFlags,
  examples: [
    'gcplan observe kubernetes cluster.json -A --lifecycle policy.yaml > memory.json',
    'gcplan plan kubernetes later.json -A --lifecycle policy.yaml --memory memory.json',
  ],
  exitCodes: { 0: 'it is printed', 2: null, 3: null },
  prepare: (given) =>
    answering(E.right(null), controlPlaneIn(given), (_, { snapshot, policies, notes }) =>
      F.pipe(
        ControlPlane.planKubernetes(policies)(snapshot),
        E.mapLeft(sayProblems('snapshot')),
        E.map((plan) => ControlPlane.apply(plan)(snapshot).memory),
        E.flatMap(F.flow(encodeKubernetesMemory, E.mapLeft(sayProblems('memory')))),
        E.map((text) => resultOf(text, notes, 0)),
      ),
    ),
}
