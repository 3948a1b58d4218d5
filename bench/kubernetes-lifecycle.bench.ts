/**
 * Answers how long lifecycles take: a cluster full of old jobs, and secrets whose users have to be found.
 */
import type { Snapshot } from '../src/controllers/lifecycle/index.js'
import { defaultPolicy, plan } from '../src/controllers/lifecycle/index.js'
import { scopes_1_36 } from '../src/apiserver/scopes.js'
import type { WholeObject } from '../src/apiserver/index.js'
import type { Bench } from './bench.js'
import { planning } from './bench.js'
import { at, jobsOf, secretsOf } from './kubernetes-lifecycle.input.js'
import { naiveJobs, naiveSecrets } from './kubernetes-lifecycle.yardstick.js'

const decide = plan({ ...defaultPolicy, period: { _tag: 'Enabled', epoch: 'first' } })

const snapshotOf = (objects: ReadonlyArray<WholeObject>): Snapshot => ({
  at,
  objects,
  scopes: scopes_1_36.scopes,
  coverage: { _tag: 'Everything' },
  owners: [],
  memory: {
    marks: objects
      .filter(({ kind }) => kind === 'Secret')
      .map(({ metadata: { uid } }) => ({ uid, since: new Date(0), epoch: 'first' })),
  },
})

export const kubernetesLifecycleJobs: Bench = {
  name: 'kubernetes-lifecycle-jobs',
  about: 'finished jobs in no order, nine of ten due, beside the filter and the sort they need; items are jobs',
  sizes: [1_000, 10_000, 100_000],
  prepare: (size) => {
    const objects = jobsOf(size)
    const snapshot = snapshotOf(objects)
    return planning(
      objects.length,
      () => decide(snapshot),
      () => naiveJobs(at, objects),
    )
  },
}

export const kubernetesLifecycleSecrets: Bench = {
  name: 'kubernetes-lifecycle-secrets',
  about: 'secrets and as many pods, every way of use looked for, beside a set of mounted names; items are objects',
  sizes: [1_000, 10_000, 100_000],
  prepare: (size) => {
    const objects = secretsOf(size)
    const snapshot = snapshotOf(objects)
    return planning(
      objects.length,
      () => decide(snapshot),
      () => naiveSecrets(objects),
    )
  },
}
