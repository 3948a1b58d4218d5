import { describe, expect, it } from 'vitest'

import type { Snapshot } from '../../../src/controllers/history/index.js'
import { apply, defaultPolicy, explain, plan } from '../../../src/controllers/history/index.js'
import { decodeKubectlObjects } from '../../../src/decode/kubectl/objects.js'
import { kubernetesHistorySnapshot } from '../../../src/decode/snapshot/kubernetes-history.js'
import type { CoverageStatement } from '../../../src/decode/index.js'
import { right } from '../../decode/reading.js'
import { asLogged, logOf, read } from '../../simulate/cascade/captured.js'

const everything: CoverageStatement = { _tag: 'Everything', because: 'the listing holds all that the cluster had' }

const snapshotOf = (when: 'before' | 'after', ...covers: ReadonlyArray<CoverageStatement>): Snapshot =>
  right(
    kubernetesHistorySnapshot({
      at: new Date(read(`cluster-${when}.taken-at.txt`).trim()),
      listings: [right(decodeKubectlObjects(read(`cluster-${when}.all.json`)))],
      covers,
    }),
  )

/** Lowering a limit is a change of its own: a Deployment writes down that it saw it before it comes to clean up. */
const observed = (snapshot: Snapshot): Snapshot => ({
  ...snapshot,
  deployments: snapshot.deployments.map((deployment) => ({
    ...deployment,
    status: { ...deployment.status, observedGeneration: deployment.metadata.generation },
  })),
})

const log = logOf('cluster-actions.audit.jsonl')
const byUri = (a: { readonly uri: string }, b: { readonly uri: string }): number => (a.uri < b.uri ? -1 : 1)

describe('a cluster of real controllers, as they found it when limits were lowered', () => {
  const before = observed(snapshotOf('before', everything))
  const planned = right(plan(defaultPolicy)(before))

  it.each([
    ['deployment', 'deployment-controller', 2],
    ['statefulset', 'statefulset-controller', 2],
    ['daemonset', 'daemon-set-controller', 2],
    ['cronjob', 'cronjob-controller', 6],
  ] as const)('makes the %s pass delete what its controller deleted', (name, controller, count) => {
    const sent = log
      .filter(({ by, verb }) => by.endsWith(`:${controller}`) && verb === 'delete')
      .map(({ verb, uri, body }) => ({ verb, uri, body }))
    const removals = planned.passes.find((pass) => pass.name === name)?.removals ?? []
    const calls = removals.flatMap(({ actions }) =>
      actions.flatMap((action) => (action._tag === 'Delete' ? [asLogged(action)] : [])),
    )
    expect(calls.toSorted(byUri)).toEqual(sent.toSorted(byUri))
    expect(calls.length).toBe(count)
  })

  it('says why each went and why the rest stayed', () => {
    const sentences = planned.passes.flatMap(({ removals, kept }) =>
      [...removals, ...kept].map(({ target, reasons }) => `${target.name}: ${reasons.map(explain).join('; ')}`),
    )
    expect(sentences.length).toBe(before.replicaSets.length + before.controllerRevisions.length + before.jobs.length)
    expect(sentences.filter((sentence) => !sentence.endsWith(': it has no controller'))).toEqual([
      'web-5d88cbbf5: oldest of 4 old ReplicaSets of Deployment shop/web, 2 are kept',
      'web-7dcf558b76: 2nd oldest of 4 old ReplicaSets of Deployment shop/web, 2 are kept',
      'api-66c5f6fc58: it matches the current template of Deployment shop/api',
      'web-68c85895ff: it matches the current template of Deployment shop/web',
      'web-69cb69d7cd: newest of 4 old ReplicaSets of Deployment shop/web, 2 are kept',
      'web-788cd7f86f: 2nd newest of 4 old ReplicaSets of Deployment shop/web, 2 are kept',
      'cart-8547dd4bc7: oldest of 3 unused revisions of StatefulSet shop/cart, 1 is kept',
      'cart-5dc6c77b6: 2nd oldest of 3 unused revisions of StatefulSet shop/cart, 1 is kept',
      'cart-64d5d6bb5b: it is the current revision of StatefulSet shop/cart; it is the update revision of StatefulSet shop/cart; 2 pods use it, including cart-0',
      'cart-8dc65dd4c: newest of 3 unused revisions of StatefulSet shop/cart, 1 is kept',
      'agent-8678785b7: oldest of 3 old revisions of DaemonSet shop/agent, 1 is kept',
      'agent-8696857cbd: 2nd oldest of 3 old revisions of DaemonSet shop/agent, 1 is kept',
      'agent-7f9f454bc4: it matches the current template of DaemonSet shop/agent',
      'agent-9dc798989: newest of 3 old revisions of DaemonSet shop/agent, 1 is kept',
      'flaky-manual-2: oldest of 4 failed Jobs of CronJob batch/flaky, none is kept',
      'flaky-manual-3: 2nd oldest of 4 failed Jobs of CronJob batch/flaky, none is kept',
      'flaky-manual-4: 3rd oldest of 4 failed Jobs of CronJob batch/flaky, none is kept',
      'flaky-manual-5: 4th oldest of 4 failed Jobs of CronJob batch/flaky, none is kept',
      'report-manual-2: oldest of 4 successful Jobs of CronJob batch/report, 2 are kept',
      'report-manual-3: 2nd oldest of 4 successful Jobs of CronJob batch/report, 2 are kept',
      'report-manual-4: 2nd newest of 4 successful Jobs of CronJob batch/report, 2 are kept',
      'report-manual-5: newest of 4 successful Jobs of CronJob batch/report, 2 are kept',
      'ticker-29920501: newest of 1 successful Jobs of CronJob batch/ticker, 3 are kept',
    ])
  })

  it('makes a Deployment clean up nothing before it has seen the lower limit', () => {
    const [deployment] = right(plan(defaultPolicy)(snapshotOf('before', everything))).passes
    expect(deployment.removals).toEqual([])
    expect(deployment.kept.map(({ target, reasons }) => `${target.name}: ${reasons.map(explain).join()}`)).toContain(
      'web-5d88cbbf5: the rollout of Deployment shop/web is not complete: generation 10, observedGeneration 9',
    )
  })

  it('leaves nothing to do for another plan', () => {
    const next = right(plan(defaultPolicy)(apply(planned)(before)))
    expect(next.passes.flatMap(({ removals }) => removals)).toEqual([])
  })

  it('leaves revisions alone while nobody says that all pods are listed', () => {
    const [deployment, statefulSet, daemonSet, cronJob] = right(
      plan(defaultPolicy)(observed(snapshotOf('before'))),
    ).passes
    expect([deployment, cronJob].map(({ removals }) => removals.length)).toEqual([2, 6])
    expect([statefulSet, daemonSet].map(({ removals }) => removals.length)).toEqual([0, 0])
    expect(statefulSet.kept.filter(({ reasons: [{ _tag }] }) => _tag === 'PodsNotCovered').length).toBe(2)
  })
})

describe('the same cluster afterwards', () => {
  it('has nothing more to clean up', () => {
    const { passes } = right(plan(defaultPolicy)(snapshotOf('after', everything)))
    expect(passes.flatMap(({ removals }) => removals)).toEqual([])
  })
})
