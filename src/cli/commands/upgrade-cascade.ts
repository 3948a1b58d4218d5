/** `gcplan upgrade cascade`: what becomes of a deletion under another release of the control plane. */
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
import { outputFlags, outputFormat } from '../plan/flags.js'
import { answering } from '../sources.js'
import { reportOf, reported, upgradeCodes } from '../upgrade/report.js'
import { givenAt, latestKubernetes, spanFlags, spanOf, startOf, withoutRelease } from '../upgrade/span.js'

/** The command. */
export const upgradeCascade: Command = {
  words: ['upgrade', 'cascade'],
  summary: 'what another release would make of a deletion: what goes, what stays, and why',
  usage: `${objectUsage}... --from VERSION --to VERSION [FLAGS] [FILES]`,
  about: [
    objectAbout,
    'Plays gcplan cascade delete under both releases and says each difference: what goes or stays, with which calls and grace, what happens to data; and the rules, feature gates and sources behind it.',
  ],
  groups: [
    spanFlags(latestKubernetes, 'v1.33.4-eks-abc (default: as kubectl version -o json among the files states)'),
    deleteFlags,
    { heading: 'Who acts', flags: [holderFlag] },
    ...commonFlags.map(withoutRelease),
    outputFlags,
  ],
  examples: [
    'gcplan upgrade cascade namespace/shop --from 1.32 --to 1.33 cluster.json --whole-cluster',
    'kubectl get all,pvc,cm,secrets -A -o json | gcplan upgrade cascade deploy/web -n shop --from 1.33 -A',
  ],
  exitCodes: upgradeCodes,
  prepare: (given) =>
    F.pipe(
      spanOf(given, ControlPlane.releases, latestKubernetes),
      E.flatMap((span) =>
        answering(
          all({ format: outputFormat(given), words: wordsOfObjects(given), options: deleteOptionsOf(given) }),
          clusterOfWords(givenAt(given, span.from)),
          (environment, cluster, { format, words: { objects }, options }) =>
            F.pipe(
              all({
                start: startOf(span, cluster),
                asked: deleteRequests(given, options)(cluster)(objects),
                holders: holdersIn(environment, given),
              }),
              E.flatMap(({ start, asked, holders }) =>
                F.pipe(
                  cluster.snapshot,
                  compareCascade(
                    asked.map(({ request }) => request),
                    { holders },
                  )(start.version, span.to, (rules) => ({
                    ...rules,
                    owner: { ...rules.owner, uncovered: cluster.policy.uncovered },
                  })),
                  E.bimap(
                    explainUpgradeError(sayProblems('snapshot')),
                    F.flow(
                      reportOf('Kubernetes', explainCascadeEnd),
                      reported(format, environment, [
                        ...start.notes,
                        ...cluster.notes.filter((note) => !note.startsWith('rules of Kubernetes')),
                      ]),
                    ),
                  ),
                ),
              ),
            ),
        ),
      ),
      E.map((one) => ({ ...one, paths: [...one.paths, ...given.values(holderFlag.name)] })),
    ),
}
