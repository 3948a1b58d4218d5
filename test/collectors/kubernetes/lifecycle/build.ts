/**
 * Answers how a cluster and its rules are written down in a test of lifecycles.
 */
import type { WholeObject } from '../../../../src/collectors/kubernetes/api/index.js'
import type { Coverage } from '../../../../src/collectors/kubernetes/coverage.js'
import type { Plan, Policy, Rules, Snapshot } from '../../../../src/collectors/kubernetes/lifecycle/index.js'
import * as Lifecycle from '../../../../src/collectors/kubernetes/lifecycle/index.js'
import type { ObjectMeta } from '../../../../src/collectors/kubernetes/object.js'
import type { Scope } from '../../../../src/collectors/kubernetes/scope.js'
import { scopes_1_36 } from '../../../../src/collectors/kubernetes/scopes/index.js'

export const noon = new Date('2026-01-01T12:00:00Z')

/** So many seconds after noon. */
export const later = (seconds: number): Date => new Date(noon.getTime() + seconds * 1000)

export const everything: Coverage = { _tag: 'Everything' }

const custom = (kind: string, resource: string): Scope => ({
  apiVersion: 'example.com/v1',
  kind,
  resource,
  namespaced: true,
  strategicMergePatch: false,
})

export const scopes: ReadonlyArray<Scope> = [...scopes_1_36.scopes, custom('Build', 'builds'), custom('Env', 'envs')]

/** Annotations that state rules. */
const stating = (rules: Rules): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(rules).map(([field, value]) => [Lifecycle.annotationNames[field as keyof Rules], String(value)]),
  )

/** An object of the namespace `ns` whose uid is its name, with rules of its own. */
export const object = (
  apiVersion: string,
  kind: string,
  name: string,
  rules: Rules = {},
  more: Readonly<Record<string, unknown>> & { readonly metadata?: Partial<ObjectMeta> } = {},
): WholeObject => {
  const { metadata, ...rest } = more
  return {
    apiVersion,
    kind,
    ...rest,
    metadata: {
      namespace: 'ns',
      name,
      uid: name,
      resourceVersion: '7',
      ...(Object.keys(rules).length === 0 ? {} : { annotations: stating(rules) }),
      ...metadata,
    },
  }
}

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

export const enabled = (more: Partial<Policy> = {}): Policy => ({
  ...Lifecycle.defaultPolicy,
  period: { _tag: 'Enabled', epoch: 'e1' },
  ...more,
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
