/** `gcplan cascade vanish`: what happens to dependents when an owner disappears at once. */
import type { Command } from '../command.js'
import { graphOutputFlags } from '../graph/flags.js'
import { objectAbout, objectUsage } from '../kubernetes/arguments.js'
import { namespaceFlag } from '../kubernetes/object.js'
import { commonFlags } from '../kubernetes/prepare.js'
import { vanishRequests } from '../kubernetes/requests.js'
import { onRequests } from '../kubernetes/run-cascade.js'

/** The command. */
export const cascadeVanish: Command = {
  words: ['cascade', 'vanish'],
  summary: 'what follows when an owner is gone without a delete request, whatever its finalizers',
  usage: `${objectUsage}... [FLAGS] [FILES]`,
  about: [
    objectAbout,
    'What depends only on the object goes too, as after a restore without the owner, or an edit in etcd.',
  ],
  groups: [{ heading: 'The object', flags: [namespaceFlag] }, ...commonFlags, graphOutputFlags],
  examples: ['gcplan cascade vanish cronjob/report -n shop cluster.json'],
  exitCodes: { 0: 'only the object goes', 2: 'other objects go too, or something is stuck', 3: null },
  prepare: (given) => onRequests(given, vanishRequests(given)),
}
