import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Action, Memory, Plan, Snapshot } from '../../../src/controllers/pod/index.js'
import { apply, defaultPolicy, emptyMemory, statusBodyAt, step } from '../../../src/controllers/pod/index.js'
import { assumed } from '../../../src/core/index.js'
import { decodeKubectlObjects, kubernetesPodGcSnapshot } from '../../../src/decode/index.js'
import { logOf, read } from '../../simulate/cascade/captured.js'

/** The controller that was started with `--terminated-pod-gc-threshold=3`, a second and a half after the listing. */
const policy = { ...defaultPolicy, terminatedPodGcThreshold: 3 }
const author = 'system:serviceaccount:kube-system:pod-garbage-collector'

const before = ((): Snapshot => {
  const listing = decodeKubectlObjects(read('cluster-before.all.json'))
  if (E.isLeft(listing)) throw new Error(JSON.stringify(listing.left))
  const snapshot = kubernetesPodGcSnapshot({
    at: new Date('2026-11-21T03:01:11.8Z'),
    listings: [listing.right],
    covers: [{ _tag: 'Everything', because: 'the list holds all pods and nodes of the cluster' }],
    apiNodes: assumed([], 'the list came from the server itself'),
  })
  if (E.isLeft(snapshot)) throw new Error(JSON.stringify(snapshot.left))
  return snapshot.right
})()

const log = logOf('cluster-actions.audit.jsonl').filter(({ by }) => by === author)

const callOf =
  (at: Date) =>
  (action: Action): object => {
    const uri = `/api/v1/namespaces/${action.pod.namespace}/pods/${action.pod.name}`
    return action._tag === 'Delete'
      ? { verb: 'delete', uri, body: action.options }
      : { verb: 'patch', uri: `${uri}/status`, body: statusBodyAt(at)(action.patch.body) }
  }

const sorted = (calls: ReadonlyArray<object>): ReadonlyArray<string> =>
  calls.map((call) => JSON.stringify(call, inOrder)).sort()

const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

const logged = (uri: string): ReadonlyArray<object> =>
  log.filter((line) => line.uri.includes(uri)).map(({ verb, uri: to, body }) => ({ verb, uri: to, body }))

interface Round {
  readonly plan: Plan
  readonly after: Snapshot
  readonly memory: Memory
}

const round = (snapshot: Snapshot, memory: Memory): Round => {
  const run = step(policy)(snapshot)(memory)
  if (E.isLeft(run)) throw new Error(JSON.stringify(run.left))
  return { ...run.right, after: apply(run.right.plan)(snapshot) }
}

const at = (second: string): Date => new Date(`2026-11-21T03:01:${second}Z`)

const callsIn = ({ at: when, passes }: Plan): ReadonlyArray<object> =>
  passes.flatMap(({ removals }) => removals.flatMap(({ actions }) => actions.map(callOf(when))))

const first = round(before, emptyMemory)
const second = round({ ...first.after, at: at('31.8') }, first.memory)
const third = round({ ...second.after, at: at('51.88') }, second.memory)

describe('pod GC of a live cluster', () => {
  it('deleted at first what the first plan deletes', () => {
    const terminated = first.plan.passes[0].removals.map(({ actions }) => actions[0].pod.name)
    const mine = callsIn(first.plan)
    expect(terminated.length).toBe(21)
    expect(mine.length).toBe(23)
    expect(sorted(mine)).toEqual(
      sorted([
        ...terminated.flatMap((name) => logged(`/pods/${name}`)),
        ...logged('/unscheduled-terminating-2/status'),
        ...logged('/unscheduled-terminating-2').slice(-1),
      ]),
    )
  })

  it('deleted the held pod again in every run, and marked it no more', () => {
    for (const { plan } of [second, third])
      expect(callsIn(plan)).toContainEqual({
        verb: 'delete',
        uri: '/api/v1/namespaces/shop/pods/unscheduled-terminating-2',
        body: { gracePeriodSeconds: 0 },
      })
    expect(logged('/unscheduled-terminating-2').filter((call) => 'verb' in call && call.verb === 'delete').length).toBe(
      4,
    )
  })

  it('deleted one more pod for the held one, which counts as terminated once it is marked', () => {
    expect(second.plan.passes[0].removals.map(({ target }) => target.name)).toEqual(['old-ok-0'])
    expect(logged('/old-ok-0').length).toBe(1)
  })

  it('deleted the pod of the missing node 40 seconds after it had seen it', () => {
    expect(first.plan.passes[2]?.removals).toEqual([])
    expect(second.plan.passes[2]?.removals).toEqual([])
    const orphaned = third.plan.passes[2]?.removals.flatMap(({ actions }) => actions.map(callOf(third.plan.at))) ?? []
    // The server wrote the time at which the patch was sent.
    expect(orphaned).toEqual(logged('/on-missing-node'))
  })

  it('deleted nothing in these runs that no plan deletes', () => {
    const planned = new Set([first, second, third].flatMap(({ plan }) => sorted(callsIn(plan))))
    const others = sorted(logged('')).filter((call) => !planned.has(call))
    // Went 60 seconds after the first run: by then a Job that did not exist before had made one more pod and finished it.
    expect(others.map((call) => /pods\/([^/"]+)/.exec(call)?.[1])).toEqual(['old-ok-1'])
  })
})
