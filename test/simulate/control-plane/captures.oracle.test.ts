import { describe, expect, it } from 'vitest'

import { scopes_1_36 } from '../../../src/apiserver/scopes.js'
import { statusBodyAt } from '../../../src/controllers/pod/index.js'
import type { Action, Plan, Policies, Snapshot, CollectorName } from '../../../src/simulate/control-plane/index.js'
import { apply, defaultPolicies, lookAgain, planKubernetes } from '../../../src/simulate/control-plane/index.js'
import { right } from '../../decode/reading.js'
import { asLogged, logOf, read } from '../cascade/captured.js'
import { traits } from '../../apiserver/traits.js'
import { clusterOf, deletedByNode, observed, withNew } from './captured.js'

const policies = { ...defaultPolicies, pod: { ...defaultPolicies.pod, terminatedPodGcThreshold: 3 } }

const authors: Readonly<Record<string, CollectorName>> = {
  'pod-garbage-collector': 'Pod',
  'ttl-after-finished-controller': 'Ttl',
  'deployment-controller': 'History',
  'statefulset-controller': 'History',
  'daemon-set-controller': 'History',
  'cronjob-controller': 'History',
  'generic-garbage-collector': 'Owner',
}

interface Call {
  readonly by: CollectorName
  readonly verb: string
  readonly uri: string
  readonly body: unknown
}

const callOf =
  (at: Date) =>
  (call: Action): ReadonlyArray<Call> => {
    switch (call._tag) {
      case 'Pod': {
        const { action } = call
        const uri = `/api/v1/namespaces/${action.pod.namespace}/pods/${action.pod.name}`
        return action._tag === 'Delete'
          ? [{ by: 'Pod', verb: 'delete', uri, body: action.options }]
          : [{ by: 'Pod', verb: 'patch', uri: `${uri}/status`, body: statusBodyAt(at)(action.patch.body) }]
      }
      case 'Ttl': {
        const { action } = call
        if (action._tag === 'Recheck') return []
        const uri = `/apis/batch/v1/namespaces/${action.job.namespace}/jobs/${action.job.name}`
        return [{ by: 'Ttl', verb: 'delete', uri, body: action.options }]
      }
      case 'History':
        return call.action._tag === 'Delete' ? [{ by: 'History', ...asLogged(call.action) }] : []
      case 'Owner': {
        const { action } = call
        if (action._tag === 'Delete') return [{ by: 'Owner', ...asLogged(action) }]
        const patch = action._tag === 'RemoveFinalizer' ? action.merge : action.strategic
        return [{ by: 'Owner', ...asLogged({ _tag: 'Patch', object: action.object, patch }) }]
      }
      case 'Lifecycle':
        return []
    }
  }

const callsOf = ({ at, passes: [{ removals, amendments }] }: Plan): ReadonlyArray<Call> =>
  [...amendments, ...removals].flatMap(({ actions }) => actions.flatMap(callOf(at)))

/** What the log has; the versions that the server gave to objects in between are its own. */
const sorted = (calls: ReadonlyArray<Call>): ReadonlyArray<string> =>
  [
    ...new Set(
      calls.map((call) =>
        JSON.stringify(call, (key, value: unknown) =>
          key === 'finalizers' || typeof value !== 'object' || value === null || Array.isArray(value)
            ? value
            : Object.fromEntries(
                Object.entries(value)
                  .filter(([field]) => !(field === 'resourceVersion' && 'finalizers' in value))
                  .sort(([a], [b]) => (a < b ? -1 : 1)),
              ),
        ),
      ),
    ),
  ].sort()

interface Stamped extends Call {
  readonly code: number
  readonly at: string
}

const times = read('cluster-actions.audit.jsonl')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { readonly requestReceivedTimestamp: string }).requestReceivedTimestamp)

const log: ReadonlyArray<Stamped> = logOf('cluster-actions.audit.jsonl').flatMap(({ by, code, ...call }, index) => {
  const collector = authors[by.slice(by.lastIndexOf(':') + 1)]
  return collector === undefined ? [] : [{ by: collector, code, at: times[index] ?? '', ...call }]
})

const between = (from: string, to: string): ReadonlyArray<Call> =>
  log
    .filter(({ at, code }) => code === 200 && at >= `2026-11-21T03:${from}` && at < `2026-11-21T03:${to}`)
    .map(({ by, verb, uri, body }) => ({ by, verb, uri, body }))

interface Look {
  readonly calls: ReadonlyArray<Call>
  readonly after: Snapshot
  readonly wakeAt: string | null
}

const withoutPods = { ...policies, pod: { ...policies.pod, controller: 'off' } } as const

/** One look, and looks at what changed, until nothing changes; pod GC takes part in the first at most. */
const lookAt = (firstPolicies: Policies, snapshot: Snapshot): Look => {
  const calls: Call[] = []
  let now = snapshot
  let rules = firstPolicies
  for (;;) {
    const plan = right(planKubernetes(rules)(now))
    const made = callsOf(plan)
    calls.push(...made)
    now = apply(plan)(now)
    if (rules === withoutPods && made.length === 0)
      return { calls, after: now, wakeAt: plan.wakeAt._tag === 'Some' ? plan.wakeAt.value.toISOString() : null }
    rules = withoutPods
  }
}

const at = (time: string): Date => new Date(`2026-11-21T03:${time}Z`)
const end = clusterOf('after')
const made = end.objects.filter(
  ({ metadata }) => !clusterOf('before').objects.some((object) => object.metadata.uid === metadata.uid),
)
const look = (time: string, snapshot: Snapshot): Look => lookAt(policies, lookAgain(policies)(at(time))(snapshot))

const first = look('01:11.8', observed(clusterOf('before')))
const afterNode = deletedByNode('terminating-on-node')({ ...first.after, at: at('01:11.95') })
/** Pod GC looks every 20 seconds, whatever happens in between. */
const woken = lookAt(withoutPods, { ...afterNode, at: at('01:19') })
const second = look('01:31.87', woken.after)
const third = look('01:51.88', second.after)
const last = look('02:11.89', withNew(made)(third.after))

describe('a cluster of real controllers, played from the instant at which they were started', () => {
  it('makes each send what it sent at the first look, with its options', () => {
    expect(sorted(first.calls)).toEqual(sorted(between('01:11', '01:12')))
    expect(first.calls.length).toBe(47)
  })

  it('loses only deletes that came too late: pods of Jobs that pod garbage collection had taken', () => {
    const late = log.filter(({ code }) => code !== 200)
    expect(late.map(({ by, code }) => [by, code])).toEqual([
      ['Owner', 404],
      ['Owner', 404],
    ])
    const taken = new Set(first.calls.flatMap(({ by, uri }) => (by === 'Pod' ? [uri] : [])))
    expect(late.every(({ uri }) => taken.has(uri))).toBe(true)
  })

  it('wakes at the second at which the next Job went', () => {
    expect(first.wakeAt).toBe('2026-11-21T03:01:19.000Z')
    expect(sorted(woken.calls)).toEqual(sorted(between('01:12', '01:20')))
  })

  it.each([
    ['20 seconds later', second, '01:31', '01:32'],
    ['40 seconds later, when the quarantine of a node is over', third, '01:51', '01:52'],
    ['60 seconds later, after a new Job has made a pod', last, '02:11', '02:12'],
  ] as const)('makes each send what it sent %s', (_title, { calls }, from, to) => {
    expect(sorted(calls)).toEqual(sorted(between(from, to)))
  })

  it('sends nothing that is not in the log, and leaves nothing of the log out', () => {
    const sent = [first, woken, second, third, last].flatMap(({ calls }) => calls)
    expect(sorted(sent)).toEqual(sorted(between('01:11', '03:00')))
  })

  it('ends with the objects, owners, finalizers and marks with which it ended', () => {
    expect(traits(last.after.objects)).toEqual(traits(end.objects))
    expect(end.objects.length).toBe(117)
    expect(end.scopes.length).toBeGreaterThan(scopes_1_36.scopes.length)
  })
})
