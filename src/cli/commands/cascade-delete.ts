/**
 * `gcplan cascade delete`: what deleting objects deletes with them, wave by wave, what survives, and what gets stuck.
 */
import { either as E, function as F } from 'fp-ts'

import type { Command } from '../command.js'
import { graphOutputFlags } from '../graph/flags.js'
import { objectAbout, objectUsage } from '../kubernetes/arguments.js'
import { commonFlags } from '../kubernetes/prepare.js'
import { deleteFlags, deleteOptionsOf, deleteRequests } from '../kubernetes/requests.js'
import { onRequests } from '../kubernetes/run-cascade.js'

/** The command. */
export const cascadeDelete: Command = {
  words: ['cascade', 'delete'],
  summary: 'what deleting an object takes along, wave by wave; what survives, what gets stuck, and why',
  usage: `${objectUsage}... [FLAGS] [FILES]`,
  about: [
    objectAbout,
    'Simulates the API server, the garbage collector, kubelets that stop pods, and the namespace controller until nothing changes. Nobody else removes finalizers, and nothing is created. Objects of a deleted CustomResourceDefinition are not followed.',
    'A namespace is deleted with everything in it, whether or not the lists hold the Namespace.',
  ],
  groups: [deleteFlags, ...commonFlags, graphOutputFlags],
  examples: [
    'kubectl get all,pvc,cm,secrets -A -o json | gcplan cascade delete job/backup -n shop -A',
    'gcplan cascade delete deploy/web --cascade foreground cluster.json',
    'gcplan cascade delete job/backup --raw cluster.json   # as curl -X DELETE would: a Job then leaves its pods behind',
    'gcplan cascade delete namespace/shop cluster.json -o dot | dot -Tsvg > shop.svg',
  ],
  exitCodes: {
    0: 'only the named objects go',
    2: 'other objects go too, or something is stuck',
    3: 'the API server rejects a request',
  },
  prepare: (given) =>
    F.pipe(
      deleteOptionsOf(given),
      E.flatMap((options) => onRequests(given, deleteRequests(given, options))),
    ),
}
