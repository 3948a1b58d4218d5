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
  summary:
    'what follows when an object is deleted: what goes, in which wave, what survives and why, what hangs on what',
  usage: `${objectUsage}... [FLAGS] [FILES]`,
  about: [
    objectAbout,
    'Plays the API server, the collector, kubelets that stop pods, and the namespace controller, to the end. Nobody else takes off finalizers, and nobody creates anything; objects of a CustomResourceDefinition that is deleted are not followed.',
    'A namespace goes with everything in it, whether the lists hold the Namespace or not.',
  ],
  groups: [deleteFlags, ...commonFlags, graphOutputFlags],
  examples: [
    'kubectl get all,pvc,cm,secrets -A -o json | gcplan cascade delete job/backup -n shop -A',
    'gcplan cascade delete deploy/web --cascade foreground cluster.json',
    'gcplan cascade delete job/backup --raw cluster.json   # as curl -X DELETE would: a Job then leaves its pods behind',
    'gcplan cascade delete namespace/shop cluster.json -o dot | dot -Tsvg > shop.svg',
  ],
  exitCodes: {
    0: 'nothing goes but what is asked for',
    2: 'other objects go as well, or something hangs',
    3: 'the server refuses a request',
  },
  prepare: (given) =>
    F.pipe(
      deleteOptionsOf(given),
      E.flatMap((options) => onRequests(given, deleteRequests(given, options))),
    ),
}
