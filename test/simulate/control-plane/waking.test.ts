import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { annotationNames } from '../../../src/controllers/lifecycle/index.js'
import type { Policies, Snapshot } from '../../../src/simulate/control-plane/index.js'
import { defaultPolicies, planKubernetes } from '../../../src/simulate/control-plane/index.js'
import { known, unknown } from '../../../src/core/index.js'
import { right } from '../../decode/reading.js'
import { after, cluster, goingIn, job, ownedBy, pod } from './building.js'

const wakeAtOf = (snapshot: Snapshot, policies: Policies = defaultPolicies): unknown =>
  right(planKubernetes(policies)(snapshot)).wakeAt

describe('the quarantine of the node of a pod', () => {
  const lost = { nodeName: 'gone' }
  const waiting = (snapshot: Snapshot): Snapshot => ({
    ...snapshot,
    memory: { ...snapshot.memory, pod: { waiting: [{ node: 'gone', until: after(25) }], ripe: [] } },
  })
  const owned = { ownerReferences: ownedBy('Job', 'nobody') }
  const going = waiting(cluster(pod('going', owned, lost, 'Running')))

  it('is waited for by a plan that keeps the pod, whatever comes after it', () => {
    const staying = waiting(cluster(pod('staying', {}, lost, 'Running')))
    for (const apiNodes of [known([]), known(['gone']), unknown])
      expect(wakeAtOf({ ...staying, apiNodes })).toEqual(O.some(after(25)))
    expect(wakeAtOf({ ...staying, failedLookups: ['gone'] })).toEqual(O.some(after(25)))
  })

  it('is waited for by a plan that holds the pod, of which somebody needs it', () => {
    const agreed: Policies = {
      ...defaultPolicies,
      agreement: 'all-agree',
      pod: { ...defaultPolicies.pod, terminatedPodGcThreshold: 1 },
    }
    const ofJob = { ownerReferences: ownedBy('Job', 'bill') }
    const held = waiting(cluster(job('bill'), pod('bill-1', ofJob, lost), pod('bill-2', ofJob)))
    expect(goingIn(right(planKubernetes(agreed)(held)))).toEqual([])
    expect(wakeAtOf({ ...held, apiNodes: known(['gone']) }, agreed)).toEqual(O.some(after(25)))
  })

  it('is waited for by a plan in which the pod goes anyway, if it then goes for its node too', () => {
    expect(wakeAtOf(going)).toEqual(O.some(after(25)))
  })

  it.each([
    ['was not looked up', { apiNodes: unknown }],
    ['is found', { apiNodes: known(['gone']) }],
    ['could not be looked up', { failedLookups: ['gone'] }],
  ])('is nothing to wait for where the pod goes anyway and its node %s', (_, look) => {
    expect(wakeAtOf({ ...going, ...look })).toEqual(O.none)
    const alsoStaying = pod('staying', {}, lost, 'Running')
    expect(wakeAtOf({ ...going, ...look, objects: [...going.objects, alsoStaying] })).toEqual(O.some(after(25)))
  })
})

describe('the instant from which nobody will need an object, where it lies ahead', () => {
  const lifecycle: Policies['lifecycle'] = {
    ...defaultPolicies.lifecycle,
    period: { _tag: 'Enabled', epoch: 'first' },
  }
  const policies: Policies = { ...defaultPolicies, lifecycle }
  const annotations = { [annotationNames.enabled]: 'true', [annotationNames.afterFinished]: 'true' }
  const ended = (name: string, more: object): WholeObject => ({
    ...pod(name, { annotations, ...more }),
    status: { phase: 'Succeeded', containerStatuses: [{ state: { terminated: { finishedAt: after(10) } } }] },
  })
  const staying = ended('staying', { creationTimestamp: after(-1) })
  const going = [ended('going', { creationTimestamp: after(-2) }), pod('other', { creationTimestamp: after(-1) })]
  const withThreshold: Policies = { ...policies, pod: { ...policies.pod, terminatedPodGcThreshold: 1 } }

  it('is waited for while the object stays', () => {
    expect(wakeAtOf(cluster(staying), policies)).toEqual(O.some(after(10)))
    expect(wakeAtOf(cluster(going[0] ?? staying, staying), withThreshold)).toEqual(O.some(after(10)))
  })

  it('is nothing to wait for where the object goes anyway', () => {
    expect(goingIn(right(planKubernetes(withThreshold)(cluster(...going))))).toEqual(['going'])
    expect(wakeAtOf(cluster(...going), withThreshold)).toEqual(O.none)
  })

  it('is waited for where a limit of its kind counts it, and of no other', () => {
    const limitOf = (kind: string): Policies => ({
      ...withThreshold,
      lifecycle: { ...lifecycle, capacities: [{ group: '', kind, limit: 5, share: { _tag: 'Equal' } }] },
    })
    expect(wakeAtOf(cluster(...going), limitOf('Pod'))).toEqual(O.some(after(10)))
    expect(wakeAtOf(cluster(...going), limitOf('Service'))).toEqual(O.none)
  })
})
