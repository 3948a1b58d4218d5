/** Flags that name a cluster, which is read where no files are given. */
import { option as O } from 'fp-ts'

import type { Collector } from '../../adapters/kubernetes/index.js'
import type { FlagGroup, Given } from '../command.js'
import type { ClusterAsk } from '../world.js'

/** The flags that name a cluster. */
export const clusterFlags: FlagGroup = {
  heading: 'Cluster (read where no files are given)',
  flags: [
    { name: 'context', value: 'NAME', about: 'context of the kubeconfig (default: the current one)' },
    { name: 'kubeconfig', value: 'FILE', about: 'the kubeconfig (default: as kubectl finds it)' },
  ],
}

/** The cluster that flags ask for. */
export const clusterAsked = (given: Given, collector?: Collector): ClusterAsk => ({
  collector,
  context: O.toUndefined(given.value('context')),
  kubeconfig: O.toUndefined(given.value('kubeconfig')),
  namespace: O.toUndefined(given.value('namespace')),
  isNamed: given.has('context') || given.has('kubeconfig'),
})
