/**
 * `gcplan cascade`: what follows wave by wave when objects are deleted, or are gone at once; what survives, and what
 * gets stuck.
 */
import { either as E, function as F } from 'fp-ts'

import type { Command, FlagGroup } from '../command.js'
import { graphOutputFlags } from '../graph/flags.js'
import { objectAbout, objectUsage } from '../kubernetes/arguments.js'
import { commonFlags } from '../kubernetes/prepare.js'
import { deleteFlags, deleteOptionsOf, deleteRequests, vanishRequests } from '../kubernetes/requests.js'
import { holderFlag } from '../kubernetes/holders.js'
import { onRequests, releaseFlag } from '../kubernetes/run-cascade.js'
import { outcomeFlags } from '../kubernetes/outcomes.js'
import { namespaceFlag } from '../kubernetes/object.js'

const actorFlags: FlagGroup = { heading: 'Who acts', flags: [releaseFlag, holderFlag] }

/** `gcplan cascade delete`. */
export const cascadeDelete: Command = {
  words: ['cascade', 'delete'],
  summary: 'what goes with a deleted object, wave by wave; what survives, what gets stuck, and why',
  usage: `${objectUsage}... [FLAGS] [FILES]`,
  about: [
    objectAbout,
    'Simulates the API server, the garbage collector, pod garbage collection, kubelets that stop pods, and the controllers of namespaces, CustomResourceDefinitions, claims and volumes until nothing changes. Other finalizers stay, and no pods are created. Objects of a deleted CustomResourceDefinition are included if they are listed.',
    'A namespace is deleted with everything in it, whether or not the lists hold the Namespace.',
  ],
  groups: [deleteFlags, actorFlags, outcomeFlags, ...commonFlags, graphOutputFlags],
  examples: [
    'kubectl get all,pvc,cm,secrets -A -o json | gcplan cascade delete job/backup -n shop -A',
    'gcplan cascade delete deploy/web --cascade foreground cluster.json',
    'gcplan cascade delete job/backup --raw cluster.json   # as curl -X DELETE would: a Job then leaves its pods behind',
    'gcplan cascade delete cm/root shop.json --outcomes   # what else can happen if another controller is faster',
    'gcplan cascade delete namespace/shop cluster.json -o dot | dot -Tsvg > shop.svg',
  ],
  refusalIsAnswer: true,
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

/** `gcplan cascade vanish`: what happens to dependents when an owner disappears at once. */
export const cascadeVanish: Command = {
  words: ['cascade', 'vanish'],
  summary: 'what follows when an owner is gone without a delete request, whatever its finalizers',
  usage: `${objectUsage}... [FLAGS] [FILES]`,
  about: [
    objectAbout,
    'Whatever depends only on the object is deleted too, as after a restore without the owner, or an edit in etcd.',
  ],
  groups: [
    { heading: 'The object', flags: [namespaceFlag] },
    actorFlags,
    outcomeFlags,
    ...commonFlags,
    graphOutputFlags,
  ],
  examples: ['gcplan cascade vanish cronjob/report -n shop cluster.json'],
  exitCodes: { 0: 'only the object goes', 2: 'other objects go too, or something is stuck', 3: null },
  prepare: (given) => onRequests(given, vanishRequests(given)),
}
