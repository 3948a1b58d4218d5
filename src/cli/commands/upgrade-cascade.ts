/** `gcplan upgrade cascade`: how a deletion ends under another release of the control plane. */
import { either as E, function as F } from 'fp-ts'

import * as ControlPlane from '../../simulate/control-plane/index.js'
import { explainCascadeEnd, explainUpgradeError, upgradeCascade as compareCascade } from '../../upgrade/index.js'
import type { Command } from '../command.js'
import { all } from '../fp.js'
import { objectAbout, objectUsage, wordsOfObjects } from '../kubernetes/arguments.js'
import { holderFlag, holdersIn } from '../kubernetes/holders.js'
import { clusterOfWords, commonFlags } from '../kubernetes/prepare.js'
import { deleteFlags, deleteOptionsOf, deleteRequests } from '../kubernetes/requests.js'
import { sayProblems } from '../plan/errors.js'
import { comparisonCommand } from '../upgrade/command.js'
import { reportOf } from '../upgrade/report.js'
import { givenAt, latestKubernetes, spanOf, statedByServer, withoutRelease } from '../upgrade/span.js'

/** The command. */
export const upgradeCascade: Command = comparisonCommand({
  name: 'cascade',
  summary: 'how a deletion ends under another release: what goes, what stays, and why',
  subject: `${objectUsage}...`,
  about: [
    objectAbout,
    'Plays gcplan cascade delete under both releases and says each difference: what goes or stays, with which calls and grace, what happens to data; and the rules, feature gates and sources behind it.',
  ],
  examples: [
    'gcplan upgrade cascade namespace/shop --from 1.32 --to 1.33 cluster.json --whole-cluster',
    'kubectl get all,pvc,cm,secrets -A -o json | gcplan upgrade cascade deploy/web -n shop --from 1.33 -A',
  ],
  latest: latestKubernetes,
  stated: statedByServer,
  groups: [deleteFlags, { heading: 'Who acts', flags: [holderFlag] }, ...commonFlags.map(withoutRelease)],
  span: (given) => spanOf(given, ControlPlane.releases, latestKubernetes),
  flags: (given) => all({ words: wordsOfObjects(given), options: deleteOptionsOf(given) }),
  sources: (given, { from }) =>
    F.pipe(
      clusterOfWords(givenAt(given, from)),
      E.map((one) => ({ ...one, paths: [...one.paths, ...given.values(holderFlag.name)] })),
    ),
  choice: (_span, cluster) => E.right(cluster),
  compare:
    (given, { words: { objects }, options }) =>
    ({ environment, start, to }, cluster) =>
      F.pipe(
        all({ asked: deleteRequests(given, options)(cluster)(objects), holders: holdersIn(environment, given) }),
        E.flatMap(({ asked, holders }) =>
          F.pipe(
            cluster.snapshot,
            compareCascade(
              asked.map(({ request }) => request),
              { holders },
            )(start.version, to, (rules) => ({
              ...rules,
              owner: { ...rules.owner, uncovered: cluster.policy.uncovered },
            })),
            E.mapLeft(explainUpgradeError(sayProblems('snapshot'))),
          ),
        ),
        E.map((compared) => ({
          report: reportOf('Kubernetes', explainCascadeEnd)(compared),
          notes: cluster.notes.filter((note) => !note.startsWith('rules of Kubernetes')),
        })),
      ),
})
