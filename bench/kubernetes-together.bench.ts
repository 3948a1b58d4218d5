/**
 * Answers how long all collectors together take on a cluster of Deployments, Jobs, pods and settings, beside the
 * least that a plain port has to do.
 */
import { scopes_1_36 } from '../src/apiserver/scopes.js'
import { defaultPolicies, emptyMemory, planKubernetes } from '../src/simulate/control-plane/index.js'
import { known } from '../src/core/knowledge.js'
import type { Bench } from './bench.js'
import { planning } from './bench.js'
import { at, objectsOf } from './kubernetes-together.input.js'
import { naiveTogether } from './kubernetes-together.yardstick.js'

export const kubernetesTogether: Bench = {
  name: 'kubernetes-together',
  about: 'the plan of all collectors, everything kept with the reasons of all; items are objects',
  sizes: [1_000, 10_000, 100_000, 1_000_000],
  prepare: (size) => {
    const objects = objectsOf(size)
    const policies = { ...defaultPolicies, pod: { ...defaultPolicies.pod, terminatedPodGcThreshold: 0 } }
    const snapshot = {
      at,
      objects,
      scopes: scopes_1_36.scopes,
      coverage: { _tag: 'Everything' },
      apiNodes: known([]),
      memory: emptyMemory,
    } as const
    return planning(
      objects.length,
      () => planKubernetes(policies)(snapshot),
      () => naiveTogether(at, objects),
    )
  },
}
