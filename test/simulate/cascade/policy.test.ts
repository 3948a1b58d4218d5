import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { scopes_1_36 } from '../../../src/apiserver/scopes.js'
import { deleted as gone } from '../../../src/apiserver/answer.js'
import { extendScopes } from '../../../src/apiserver/scope.js'
import { jobController } from '../../../src/controllers/job/controller.js'
import { defaultPolicy } from '../../../src/controllers/owner/index.js'
import type { CascadePlan, CascadePolicy } from '../../../src/simulate/cascade/index.js'
import {
  cascadePresets,
  defaultCascadePolicy,
  deletingControllers,
  makeCascadePolicy,
  planCascade,
} from '../../../src/simulate/cascade/index.js'
import { since } from '../../since.js'
import { podGroups } from '../../controllers/clocked.js'
import { deleted, noon, object } from '../../controllers/owner/build.js'
import { kubectl, namespace, pod } from './cluster.js'

const planned = (rules: CascadePolicy, objects: ReadonlyArray<WholeObject>, target = 'other'): CascadePlan => {
  const plan = planCascade(defaultPolicy, { rules })([kubectl(target)])({
    at: noon,
    objects,
    scopes: extendScopes([podGroups])(scopes_1_36).scopes,
    coverage: { _tag: 'Everything' },
  })
  if (E.isLeft(plan)) throw new Error(JSON.stringify(plan.left))
  return plan.right
}
const { kubernetes_1_31, kubernetes_1_32, kubernetes_1_33, kubernetes_1_34, kubernetes_1_35, kubernetes_1_36 } =
  cascadePresets

// Hand-derived from section 15 of the specification.
describe('the rules of a release', () => {
  it('are those of 1.36 where nothing else is said', () => {
    expect(defaultCascadePolicy).toEqual(kubernetes_1_36)
    expect(deletingControllers({ showsContent: () => true }).map(({ name }) => name)).toEqual(
      deletingControllers({ showsContent: () => true, policy: kubernetes_1_36 }).map(({ name }) => name),
    )
  })

  it('are these since', () => {
    expect(since(cascadePresets)).toEqual({
      hurriedPod: { '1.20': 'in-the-past', '1.33': 'at-once' },
      unreadableOptions: { '1.20': 'internal-error', '1.35': 'bad-request' },
      negativeGrace: { '1.20': 'over', '1.26': 'one-second' },
      namespaceContent: { '1.20': 'all-at-once', '1.33': 'pods-first' },
      podsOfDeletedJob: { '1.20': 'by-pod-events', '1.32': 'by-selector' },
      foreignJobs: { '1.20': 'handled', '1.32': 'left-alone' },
      resourceClaims: { '1.20': 'off', '1.34': 'on' },
      classProtection: { '1.20': 'off', '1.34': 'on' },
      serviceCidrs: { '1.20': 'off', '1.33': 'on' },
      groupProtection: { '1.20': 'off', '1.36': 'on' },
    })
  })

  it('delete the pods of a namespace first since 1.33, and everything at once before', () => {
    const content = [namespace('ns'), pod('p', []), object('settings')]
    const left = (rules: CascadePolicy) =>
      planned(rules, content, 'uid-ns').stages.waitingForPods.map(({ metadata }) => metadata.name)
    expect(left(kubernetes_1_32)).toEqual(['ns', 'p'])
    expect(left(kubernetes_1_33)).toEqual(['ns', 'p', 'settings'])
  })

  it('free pods of a Job when it is gone since 1.32', () => {
    const job = object('j', [], {}, 'Job', 'batch/v1')
    expect(jobController().keysOf(gone(job))).toEqual(['j'])
    expect(jobController({ podsOfDeletedJob: 'by-pod-events' }).keysOf(gone(job))).toEqual([])
    expect(kubernetes_1_31.podsOfDeletedJob).toBe('by-pod-events')
    expect(kubernetes_1_32.podsOfDeletedJob).toBe('by-selector')
  })

  it('free pods of a Job that names another controller only in 1.31', () => {
    const job = { ...object('j', [], {}, 'Job', 'batch/v1'), spec: { managedBy: 'example.com/other', template: {} } }
    const done = {
      ...pod('p', [{ apiVersion: 'batch/v1', kind: 'Job', name: 'j', uid: 'j', controller: true }]),
      status: { phase: 'Succeeded' },
    }
    const tracked = {
      ...done,
      metadata: {
        ...done.metadata,
        labels: { 'batch.kubernetes.io/controller-uid': 'j' },
        ...deleted('batch.kubernetes.io/job-tracking'),
      },
    }
    const ends = (rules: CascadePolicy) =>
      planned(rules, [job, tracked, object('other')]).outcomes.gone.map(({ id }) => id)
    expect(ends(kubernetes_1_31)).toEqual(['p', 'other'])
    expect(ends(kubernetes_1_32)).toEqual(['other'])
  })

  it('delete claims that were made for a pod when it has ended, since 1.34', () => {
    const user = { ...pod('p', []), spec: { resourceClaims: [{ name: 'gpu' }] }, status: { phase: 'Succeeded' } }
    const claim = {
      ...object(
        'claim',
        [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'p', controller: true }],
        { annotations: { 'resource.kubernetes.io/pod-claim-name': 'gpu' } },
        'ResourceClaim',
        'resource.k8s.io/v1',
      ),
      spec: {},
      status: {},
    }
    const ends = (rules: CascadePolicy) =>
      planned(rules, [user, claim, object('other')]).outcomes.gone.map(({ id }) => id)
    expect(ends(kubernetes_1_33)).toEqual(['other'])
    expect(ends(kubernetes_1_34)).toEqual(['claim', 'other'])
  })

  it.each([
    ['VolumeAttributesClass', 'storage.k8s.io/v1', 'kubernetes.io/vac-protection', kubernetes_1_33, kubernetes_1_34],
    [
      'ServiceCIDR',
      'networking.k8s.io/v1',
      'networking.k8s.io/service-cidr-finalizer',
      kubernetes_1_32,
      kubernetes_1_33,
    ],
    ['PodGroup', podGroups.apiVersion, 'scheduling.k8s.io/podgroup-protection', kubernetes_1_35, kubernetes_1_36],
  ])('leave a %s terminating where its controller does not run', (kind, apiVersion, finalizer, without, having) => {
    const namespace = kind === 'PodGroup' ? 'ns' : undefined
    const whole = { ...object('it', [], { ...deleted(finalizer), namespace }, kind, apiVersion), spec: { cidrs: [] } }
    const ends = (rules: CascadePolicy) => planned(rules, [whole, object('other')]).outcomes.gone.map(({ id }) => id)
    expect(ends(without)).toEqual(['other'])
    expect(ends(having)).toEqual(['it', 'other'])
  })

  it('end a pod that is hurried too late within a second since 1.33, and in the past before', () => {
    const begun = { ...deleted(), deletionTimestamp: noon, deletionGracePeriodSeconds: 60 }
    const p = pod('p', [])
    const late = { ...p, metadata: { ...p.metadata, ...begun } }
    const ends = (rules: CascadePolicy) => {
      const plan = planCascade(defaultPolicy, { rules })([
        { _tag: 'Delete', target: 'p', options: { gracePeriodSeconds: 50 } },
      ])({ at: noon, objects: [late], scopes: scopes_1_36.scopes, coverage: { _tag: 'Everything' } })
      return E.isRight(plan) && plan.right.stages.requested.map(({ metadata }) => metadata.deletionTimestamp)
    }
    expect(ends(kubernetes_1_32)).toEqual([new Date(noon.getTime() - 10_000)])
    expect(ends(kubernetes_1_33)).toEqual([noon])
  })

  it('are checked', () => {
    expect(E.isLeft(makeCascadePolicy(JSON.parse('{ "hurriedPod": "never" }')))).toBe(true)
    expect(makeCascadePolicy({ namespaceContent: 'all-at-once' })).toEqual(
      E.right({ ...kubernetes_1_36, namespaceContent: 'all-at-once' }),
    )
    expect(E.isLeft(makeCascadePolicy(JSON.parse('{ "serviceCidrs": "maybe" }')))).toBe(true)
    const rules = JSON.parse('{ "serviceCidrs": "on" }')
    expect(
      E.isLeft(
        planCascade(defaultPolicy, { rules })([])({
          at: noon,
          objects: [],
          scopes: [],
          coverage: { _tag: 'Everything' },
        }),
      ),
    ).toBe(true)
  })
})
