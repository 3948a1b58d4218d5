import { taskEither as TE } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import type { Plan, Policies, Port, Snapshot } from '../../../src/simulate/control-plane/index.js'
import {
  apply,
  applyReport,
  defaultPolicies,
  explainKubernetes,
  perform,
  planKubernetes,
  timeline,
} from '../../../src/simulate/control-plane/index.js'
import { execute } from '../../../src/execute/index.js'
import { right } from '../../decode/reading.js'
import { after, cluster, complete, job, pod } from './building.js'

/** What is unused goes a minute later. */
const policies: Policies = {
  ...defaultPolicies,
  lifecycle: {
    ...defaultPolicies.lifecycle,
    period: { _tag: 'Enabled', epoch: 'first' },
    cluster: { enabled: true, afterUnused: true, ttlSeconds: 60 },
  },
}

const secret = (name: string): WholeObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { namespace: 'shop', name, uid: `u-${name}`, resourceVersion: '7' },
})

const two = cluster(secret('a'), secret('b'))
const planOf = (snapshot: Snapshot): Plan => right(planKubernetes(policies)(snapshot))

/** Deletes and marks for the lifecycle; those that the text names fail. */
const port = (log: string[], fails = ''): Port<string> => {
  const call = (text: string): TE.TaskEither<string, undefined> => {
    log.push(text)
    return text === fails ? TE.left('refused') : TE.right(undefined)
  }
  const none = () => TE.right(undefined)
  return {
    pod: { patchStatus: none, delete: none },
    ttl: { get: none, delete: none, now: () => two.at, stays: (why) => why._tag },
    history: { delete: none, patch: none, isNotFound: () => false },
    lifecycle: {
      delete: ({ name }) => call(`delete ${name}`),
      setMark: ({ name }) => call(`mark ${name}`),
      clearMark: ({ name }) => call(`unmark ${name}`),
    },
    owner: { delete: none, patch: none, isUnsupportedMediaType: () => false },
  }
}

describe('a mark that a plan of all collectors sets', () => {
  it('is told with the object that it is for, and with no other', () => {
    const plan = planOf(two)
    expect(plan.passes[0].amendments.map(({ target }) => target.name)).toEqual(['a', 'b'])
    const told = explainKubernetes(plan)('u-b')
    expect(told?.becomes).toBe('Kept')
    expect(told?.amendments).toHaveLength(1)
    expect(told?.amendments.map(({ _tag, reason }) => `${_tag} ${reason._tag}`)).toEqual(['Lifecycle BecameCandidate'])
    const settled = explainKubernetes(planOf(cluster(job('bill'))))('u-bill')
    expect([settled?.becomes, settled?.amendments]).toEqual(['Kept', []])
  })

  it('is remembered where the call was made, and not where it failed', async () => {
    const log: string[] = []
    const plan = planOf(two)
    const report = await execute(perform(port(log, 'mark a')))(plan)()
    expect(log).toEqual(['mark a', 'mark b'])
    const then = applyReport(report)(two)
    expect(then.memory.lifecycle.marks.map(({ uid }) => uid)).toEqual(['u-b'])
    expect(then.objects).toEqual(two.objects)
    expect(apply(plan)(two).memory.lifecycle.marks.map(({ uid }) => uid)).toEqual(['u-a', 'u-b'])
  })

  it('leads to a delete by the lifecycle when its time is over', async () => {
    const later = { ...apply(planOf(two))(two), at: after(60) }
    const log: string[] = []
    const report = await execute(perform(port(log)))(planOf(later))()
    expect(log).toEqual(['delete a', 'delete b'])
    expect(applyReport(report)(later).objects).toEqual([])
  })
})

describe('a timeline with marks', () => {
  const played = right(timeline(policies)(two, after(60)))

  it('tells a mark when it is set, and what follows from it in its time', () => {
    expect(
      played.moments.map(({ at, removals, amendments }) => [
        (at.getTime() - after(0).getTime()) / 1000,
        removals.map(({ target }) => target.name),
        amendments.map(({ target }) => target.name),
      ]),
    ).toEqual([
      [0, [], ['a', 'b']],
      [60, ['a', 'b'], []],
    ])
    expect([played.ended, played.snapshot.objects]).toEqual(['Quiet', []])
  })

  it('tells no delete again that changes nothing any more, and that the mark of what is on its way out goes', () => {
    const held = { ...secret('a'), metadata: { ...secret('a').metadata, finalizers: ['example.com/hold'] } }
    const { moments, snapshot } = right(timeline(policies)(cluster(held), after(3600)))
    expect(moments.map(({ removals, amendments }) => [removals.length, amendments.length])).toEqual([
      [0, 1],
      [1, 0],
      [0, 1],
    ])
    expect(snapshot.objects.map(({ metadata: { deletionTimestamp } }) => deletionTimestamp)).toEqual([after(60)])
  })

  it('tells nothing of a pod that is asked to go again at a look at which something else goes', () => {
    const held = pod('held', { finalizers: ['example.com/hold'] })
    const each = { ...policies, pod: { ...policies.pod, terminatedPodGcThreshold: 1 } }
    const { moments } = right(timeline(each)(cluster(held, pod('other'), secret('a')), after(60)))
    expect(
      moments.map(({ at, removals }) => [
        (at.getTime() - after(0).getTime()) / 1000,
        removals.map(({ target }) => target.name),
      ]),
    ).toEqual([
      [0, ['held']],
      [60, ['a']],
    ])
  })

  it('tells of a look only what changes at it', () => {
    const expired = job('old', { finalizers: ['example.com/hold'] }, { ttlSecondsAfterFinished: 10 }, complete)
    const { moments } = right(timeline(policies)(cluster(expired, secret('a')), after(3600)))
    const told = moments.map(({ at, removals, amendments }) => [
      (at.getTime() - after(0).getTime()) / 1000,
      removals.map(({ target }) => target.name),
      amendments.map(({ target }) => target.name),
    ])
    expect(told.filter(([seconds]) => seconds === 0).at(0)).toEqual([0, [], ['a']])
    expect(told.flatMap(([, removals]) => removals as ReadonlyArray<string>).toSorted()).toEqual(['a', 'old'])
  })

  it('is refused by the first collector that refuses its part', () => {
    const broken = cluster({ ...job('bill'), spec: { ttlSecondsAfterFinished: -1 } })
    expect(timeline(policies)(broken, after(60))._tag).toBe('Left')
    expect(timeline(policies)(broken, after(60))).toEqual(planKubernetes(policies)(broken))
  })
})
