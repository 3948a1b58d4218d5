/**
 * Answers how a cluster and its rules are written down in a test of lifecycles.
 */
import type { WholeObject } from '../../../src/apiserver/index.js'
import type { Plan, Policy, Rules, Snapshot } from '../../../src/controllers/lifecycle/index.js'
import * as Lifecycle from '../../../src/controllers/lifecycle/index.js'
import type { ObjectMeta } from '../../../src/apiserver/object.js'

import { enabled, everything, noon, object, scopes } from '../../../src/testing/arbitrary/lifecycle-objects.js'

export * from '../../../src/testing/arbitrary/lifecycle-objects.js'

export const secret = (name: string, rules: Rules = {}, more: Partial<ObjectMeta> = {}): WholeObject =>
  object('v1', 'Secret', name, rules, { metadata: more })

/** A pod that runs and mounts a secret, or none. */
export const pod = (name: string, mounts: string | null, status: unknown = { phase: 'Running' }): WholeObject =>
  object(
    'v1',
    'Pod',
    name,
    {},
    {
      spec: { volumes: mounts === null ? [] : [{ name: 'v', secret: { secretName: mounts } }] },
      status,
    },
  )

/** A job that finished at an instant, or still runs. */
export const job = (
  name: string,
  finished: Date | null,
  rules: Rules = {},
  more: Partial<ObjectMeta> = {},
): WholeObject =>
  object('batch/v1', 'Job', name, rules, {
    metadata: more,
    spec: { template: { spec: {} } },
    status:
      finished === null
        ? {}
        : { conditions: [{ type: 'Complete', status: 'True', lastTransitionTime: finished.toISOString() }] },
  })

export const clusterOf = (objects: ReadonlyArray<WholeObject>, more: Partial<Snapshot> = {}): Snapshot => ({
  at: noon,
  objects,
  scopes,
  coverage: everything,
  owners: [],
  memory: Lifecycle.emptyMemory,
  ...more,
})

/** Marks of the first period. */
export const marked = (
  ...marks: ReadonlyArray<readonly [uid: string, since: Date, epoch?: string]>
): Lifecycle.Memory => ({
  marks: marks.map(([uid, since, epoch = 'e1']) => ({ uid, since, epoch })),
})

export const planOf = (snapshot: Snapshot, policy: Policy = enabled()): Plan => {
  const planned = Lifecycle.plan(policy)(snapshot)
  if (planned._tag === 'Left') throw new Error(JSON.stringify(planned.left))
  return planned.right
}

/** Ids that go, by both passes. */
export const going = (plan: Plan): ReadonlyArray<string> =>
  plan.passes.flatMap(({ removals }) => removals.map(({ target }) => target.id))

/** The reasons of one object, first pass first. */
export const reasonsFor = (plan: Plan, uid: string): ReadonlyArray<string> =>
  plan.passes.flatMap(({ removals, kept }) =>
    [...removals, ...kept]
      .filter(({ target }) => target.id === uid)
      .flatMap(({ reasons }) => reasons.map((one) => one._tag)),
  )

/** What happens to marks, as text. */
export const marking = (plan: Plan): ReadonlyArray<string> =>
  plan.passes[0].amendments.flatMap(({ actions }) =>
    actions.map((action) =>
      action._tag === 'SetMark'
        ? `set ${action.mark.uid} ${action.mark.since.toISOString()}`
        : action._tag === 'ClearMark'
          ? `clear ${action.uid}`
          : action._tag,
    ),
  )

/** The cluster after a plan, at another instant. */
export const next = (plan: Plan, snapshot: Snapshot, at: Date): Snapshot => ({ ...Lifecycle.apply(plan)(snapshot), at })
