/** `gcplan unused`: objects that only serve others, and that nobody refers to. */
import { either as E, function as F } from 'fp-ts'

import type { Command, Given, Prepared, Result } from '../command.js'
import { written } from '../document.js'
import { all } from '../fp.js'
import { clusterAsked } from '../kubernetes/cluster-flags.js'
import { controlPlaneFlags, controlPlaneIn } from '../kubernetes/control-plane.js'
import { policiesOf, policyFiles } from '../kubernetes/policies.js'
import { askedRelease } from '../kubernetes/policy.js'
import { unusedFlags, useAsked, watchFlag } from '../kubernetes/unused-flags.js'
import { unusedObjects } from '../kubernetes/unused-objects.js'
import { unusedDocument, unusedText, withVerdict } from '../kubernetes/unused-report.js'
import { outputFlags, outputFormat } from '../plan/flags.js'
import { failed, resultOf } from '../plan/print.js'
import type * as ControlPlane from '../../simulate/control-plane/index.js'
import { answering } from '../sources.js'

/** The command. */
export const unusedCommand: Command = {
  words: ['unused'],
  summary: 'which ConfigMaps, Secrets, claims and other objects nothing refers to, and why some of them stay',
  usage: '[FLAGS] [FILES]',
  about: [
    'For each object, looks for listed objects that name it in a field that Kubernetes reads. A program may also read an object from the API server by name, which no list shows: check before you delete.',
    'Built-in exceptions: what Kubernetes publishes or reads itself, leader election, tokens of ServiceAccounts, releases of Helm. If a kind that may refer to an object was not listed, the object is undecided.',
    'With --watch, a report comes with its time, and what the watch misses is said on standard error. Nothing is changed in the cluster.',
  ],
  groups: [unusedFlags, ...controlPlaneFlags, outputFlags],
  examples: [
    'gcplan unused -n shop',
    'gcplan unused --watch --unused-for 1h --kinds cm,secrets',
    'kubectl get all,cm,secrets,pvc,sa,ing -A -o json | gcplan unused -A --kinds secrets',
  ],
  exitCodes: {
    0: 'all are used, or a watch was interrupted',
    2: 'some are not used',
    3: null,
  },
  prepare: (given) => (given.has(watchFlag.name) ? watching(given) : once(given)),
}

const once = (given: Given): E.Either<string, Prepared> =>
  answering(
    all({ format: outputFormat(given), use: useAsked(given) }),
    controlPlaneIn(given),
    (environment, plane, { format, use }) =>
      F.pipe(
        unusedObjects(use)(plane),
        E.map(({ objects }) => {
          const stdout = written(format, environment, {
            document: () => unusedDocument(objects),
            text: () => unusedText(format)(objects),
          })
          return {
            ...resultOf(stdout, plane.notes, withVerdict('unused')(objects).length > 0 ? 2 : 0),
            undecided: withVerdict('undecided')(objects).length,
          }
        }),
      ),
  )

const watching = (given: Given): E.Either<string, Prepared> =>
  F.pipe(
    all({
      format: outputFormat(given),
      use: useAsked(given),
      release: askedRelease(given),
      policiesIn: policiesOf(given),
    }),
    E.map(({ policiesIn, ...asked }) => ({
      paths: policyFiles(given),
      stdin: 'none' as const,
      run: async (environment): Promise<Result> => {
        const { acting } = environment
        const { watchUnusedOn } = await import('../live/watch-unused.js')
        const policiesUnder = F.flow(
          (rules: ControlPlane.ReleaseRules) => policiesIn(environment, rules),
          E.map(({ policies }) => policies),
        )
        const watched = acting.withCluster(clusterAsked(given))(watchUnusedOn(acting, { ...asked, policiesUnder }))
        return F.pipe(await watched, E.getOrElse(failed))
      },
    })),
  )
