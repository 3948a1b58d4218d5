/** `gcplan collect`: the garbage collector that envtest and other bare API servers lack. */
import { either as E, function as F, option as O } from 'fp-ts'

import type { Command, FlagGroup, Given, Result } from '../command.js'
import { each } from '../fp.js'
import { clusterAsked, clusterFlags } from '../kubernetes/cluster-flags.js'
import { askedRelease } from '../kubernetes/policy.js'
import { failed } from '../plan/print.js'
import { versionFlag } from '../release/chosen.js'
import { oneOf } from '../values.js'

const collected = ['owners', 'namespaces', 'jobs'] as const

const collectFlags: FlagGroup = {
  heading: 'What to do',
  flags: [
    { name: 'only', value: 'WHAT,...', about: `only some of ${collected.join(', ')} (default: all)` },
    { name: 'dry-run', about: 'have the server check each request without changing anything' },
    {
      name: 'i-know-this-cluster',
      about: 'collect although the server is not on this machine, or a controller manager runs',
    },
    { name: 'help', short: 'h', about: 'print this help' },
  ],
}

/** The command. */
export const collectCommand: Command = {
  words: ['collect'],
  summary: 'collect garbage for an API server without a controller manager, such as that of envtest, until interrupted',
  usage: '[FLAGS]',
  about: [
    'Deletes dependents whose owners are gone or wait for them, empties terminating namespaces, and deletes finished Jobs whose TTL has expired, as kube-controller-manager does. Prints "ready" once the cluster has been listed, then each request.',
    'It refuses a server that is not on this machine, and one whose controller manager renews its Lease: that one collects already.',
  ],
  groups: [
    collectFlags,
    clusterFlags,
    {
      heading: 'Policy',
      flags: [
        { name: 'preset', value: 'NAME', about: 'release whose rules apply (default: that of the server)' },
        versionFlag,
      ],
    },
  ],
  examples: ['gcplan collect --kubeconfig envtest.kubeconfig', 'gcplan collect --only owners --dry-run'],
  exitCodes: { 0: 'interrupted', 1: 'an error', 2: null, 3: 'it refuses this cluster' },
  prepare: (given) =>
    F.pipe(
      E.Do,
      E.bind('only', () => onlyIn(given)),
      E.bind('release', () => askedRelease(given)),
      E.map(({ only, release }) => ({
        paths: [],
        stdin: 'none' as const,
        run: async ({ acting }): Promise<Result> => {
          const { collectOn } = await import('../live/collect.js')
          const isKnown = given.has('i-know-this-cluster')
          const asked = { release, only, dryRun: given.has('dry-run'), isKnown }
          return F.pipe(await acting.withCluster(clusterAsked(given))(collectOn(acting, asked)), E.getOrElse(failed))
        },
      })),
    ),
}

const onlyIn = (given: Given): E.Either<string, ReadonlyArray<(typeof collected)[number]> | undefined> =>
  F.pipe(
    given.value('only'),
    O.match(
      () => E.right(undefined),
      (words): ReturnType<typeof onlyIn> => each((word: string) => oneOf(collected)('--only', word))(words.split(',')),
    ),
  )
