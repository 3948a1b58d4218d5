/** Each switch of each release changes how a cascade goes: a cluster for each, decided by every preset. */
import { either as E } from 'fp-ts'
import { expect, it } from 'vitest'

import type { DeleteOptions, WholeObject } from '../../../src/apiserver/index.js'
import { requestDelete } from '../../../src/apiserver/index.js'
import { deleted as gone } from '../../../src/apiserver/answer.js'
import { extendScopes } from '../../../src/apiserver/scope.js'
import { scopes_1_36 } from '../../../src/apiserver/scopes.js'
import { jobController } from '../../../src/controllers/job/controller.js'
import { defaultPolicy } from '../../../src/controllers/owner/index.js'
import { type CascadePolicy, cascadePresets, planCascade } from '../../../src/simulate/cascade/index.js'
import { switches } from '../../../src/simulate/cascade/switches.js'
import { podGroups } from '../../controllers/clocked.js'
import { deleted, noon, object } from '../../controllers/owner/build.js'
import { type Decisions, decided, unnoticed } from '../../decisions.js'
import { since } from '../../since.js'
import { kubectl, namespace, pod } from './cluster.js'

const cascade = (rules: CascadePolicy, objects: ReadonlyArray<WholeObject>, target = 'other') => {
  const plan = planCascade(defaultPolicy, { rules })([kubectl(target)])({
    at: noon,
    objects,
    scopes: extendScopes([podGroups])(scopes_1_36).scopes,
    coverage: { _tag: 'Everything' },
  })
  if (E.isLeft(plan)) throw new Error(JSON.stringify(plan.left))
  return plan.right
}
const ends = (rules: CascadePolicy, ...objects: ReadonlyArray<WholeObject>): string =>
  cascade(rules, [...objects, object('other')])
    .outcomes.gone.map(({ id }) => id)
    .join()

const protectedBy = (finalizer: string, kind: string, apiVersion: string, ns?: string): WholeObject => ({
  ...object('it', [], { ...deleted(finalizer), namespace: ns }, kind, apiVersion),
  spec: { cidrs: [] },
})
const job = object('j', [], {}, 'Job', 'batch/v1')
const ofJob = { apiVersion: 'batch/v1', kind: 'Job', name: 'j', uid: 'j', controller: true }
const done = { ...pod('p', [ofJob]), status: { phase: 'Succeeded' } }
const tracked = {
  ...done,
  metadata: {
    ...done.metadata,
    labels: { 'batch.kubernetes.io/controller-uid': 'j' },
    ...deleted('batch.kubernetes.io/job-tracking'),
  },
}
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
const late = {
  ...pod('p', []),
  metadata: { ...pod('p', []).metadata, ...deleted('x/y'), deletionTimestamp: noon, deletionGracePeriodSeconds: 60 },
}
const unreadable: DeleteOptions = JSON.parse('{ "gracePeriodSeconds": "soon" }')

const decisions: Decisions<CascadePolicy> = {
  hurriedPod: (rules) => {
    const answer = requestDelete(noon, rules)({ gracePeriodSeconds: 50 })(late)
    return 'object' in answer ? answer.object.metadata.deletionGracePeriodSeconds : answer._tag
  },
  unreadableOptions: (rules) => {
    const answer = requestDelete(noon, rules)(unreadable)(late)
    return 'code' in answer ? answer.code : undefined
  },
  negativeGrace: (rules) => requestDelete(noon, rules)({ gracePeriodSeconds: -1 })(pod('p', []))._tag,
  namespaceContent: (rules) =>
    cascade(rules, [namespace('ns'), pod('p', []), object('settings')], 'uid-ns')
      .stages.waitingForPods.map(({ metadata }) => metadata.name)
      .join(),
  podsOfDeletedJob: (rules) => jobController(rules).keysOf(gone(job)).join(),
  foreignJobs: (rules) => ends(rules, { ...job, spec: { managedBy: 'example.com/other', template: {} } }, tracked),
  resourceClaims: (rules) => ends(rules, user, claim),
  classProtection: (rules) =>
    ends(rules, protectedBy('kubernetes.io/vac-protection', 'VolumeAttributesClass', 'storage.k8s.io/v1')),
  serviceCidrs: (rules) =>
    ends(rules, protectedBy('networking.k8s.io/service-cidr-finalizer', 'ServiceCIDR', 'networking.k8s.io/v1')),
  groupProtection: (rules) =>
    ends(rules, protectedBy('scheduling.k8s.io/podgroup-protection', 'PodGroup', podGroups.apiVersion, 'ns')),
}

it('each release decides so since', () => {
  expect(since(decided(cascadePresets, decisions))).toEqual({
    hurriedPod: { '1.20': 50, '1.33': 1 },
    unreadableOptions: { '1.20': 500, '1.35': 400 },
    negativeGrace: { '1.20': 'Gone', '1.26': 'Stays' },
    namespaceContent: { '1.20': 'ns,p', '1.33': 'ns,p,settings' },
    podsOfDeletedJob: { '1.20': '', '1.32': 'j' },
    foreignJobs: { '1.20': 'p,other', '1.32': 'other' },
    resourceClaims: { '1.20': 'other', '1.34': 'claim,other' },
    classProtection: { '1.20': 'other', '1.34': 'it,other' },
    serviceCidrs: { '1.20': 'other', '1.33': 'it,other' },
    groupProtection: { '1.20': 'other', '1.36': 'it,other' },
  })
})

it('no value of a switch could be another one unnoticed', () => {
  expect(unnoticed(cascadePresets, switches, decisions)).toEqual([])
})
