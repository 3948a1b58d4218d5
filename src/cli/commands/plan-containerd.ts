/** `gcplan plan containerd`: what one garbage collection of containerd would remove from its metadata. */
import { either as E, function as F } from 'fp-ts'

import { explain, plan } from '../../containerd/index.js'
import { strictFlag } from '../exit-codes.js'
import type { Command } from '../command.js'
import { all } from '../fp.js'
import { sayKind } from '../containerd/node.js'
import { pictureOf } from '../containerd/picture.js'
import { commonFlags, databaseIn } from '../containerd/prepare.js'
import { graphFormat, graphOutputFlags, isPicture } from '../graph/flags.js'
import { sayProblems } from '../plan/errors.js'
import { listedDecisions, onlyFlag } from '../plan/flags.js'
import { planResult, printPlan } from '../plan/print.js'
import { answering } from '../sources.js'

/** The command. */
export const planContainerd: Command = {
  words: ['plan', 'containerd'],
  summary: 'what containerd would remove from its metadata: leases, snapshots, ingests, blobs, images',
  usage: '[FLAGS] [SNAPSHOT]',
  about: [
    'Plans one collection of containerd over all namespaces: what it would sweep, in which order, what it keeps, and why.',
    'SNAPSHOT is a containerd snapshot as JSON. Without one, --ctr names the output of ctr for each namespace: images, content, content active, snapshots, containers and leases; ideally also snapshots info of every key, snapshots usage -b and containers info of every id.',
    'Whatever ctr does not show is unknown, and everything it might hold is kept, unless you state it.',
  ],
  groups: [...commonFlags, { ...graphOutputFlags, flags: [onlyFlag, strictFlag, ...graphOutputFlags.flags] }],
  examples: [
    'gcplan plan containerd snapshot.json --only remove',
    'gcplan plan containerd --ctr k8s.io=images,content,active,snapshots,infos,usage,containers,container-infos,leases \\',
    '    --namespaces namespaces.txt --at 2026-01-01T12:00:00Z --assume-leases-empty --release 2.1',
    'gcplan plan containerd snapshot.json -o dot | dot -Tsvg > metadata.svg',
  ],
  exitCodes: { 3: null },
  prepare: (given) =>
    answering(
      all({ format: graphFormat(given), only: listedDecisions(given) }),
      databaseIn(given),
      (environment, { snapshot, policy, notes }, { format, only }) =>
        F.pipe(
          plan(policy)(snapshot),
          E.mapLeft(sayProblems('snapshot')),
          E.bindTo('planned'),
          E.bind('stdout', ({ planned }) => {
            if (isPicture(format)) return pictureOf(format, policy, {})(snapshot)
            const label = format === 'wide' ? () => '' : sayKind
            const wording = { ...only, explain, label, labelHeading: 'KIND', collector: 'containerd' }
            return E.right(printPlan(wording, format, environment)(planned))
          }),
          E.map(({ planned, stdout }) => planResult('containerd', stdout, notes)(planned)),
        ),
    ),
}
