/** Which changes those who work on a key cannot miss, by hand; that nothing is lost by it, brute force shows. */
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { added } from '../../../src/apiserver/answer.js'
import { recordedControllers } from '../../../src/simulate/cascade/index.js'
import { kubelets } from '../../../src/simulate/kubelet/controller.js'
import { cellOf, universeOf } from '../../../src/simulate/outcomes/cells.js'
import { heedsIn } from '../../../src/simulate/outcomes/heeds.js'
import { kindOf } from '../../../src/simulate/outcomes/informers.js'
import { failingRecycler } from '../../../src/simulate/outcomes/recycler.js'
import type { Setup } from '../../../src/simulate/outcomes/setup.js'
import { momentOf, setupOf } from './moment.js'
import * as part from './parts.js'

const values = [...recordedControllers(), kubelets(), failingRecycler()]

/** The uids of objects of which a controller that works on a key misses no change. */
const heeded = (
  name: string,
  key: string,
  objects: ReadonlyArray<WholeObject>,
  more: Partial<Setup> = {},
  pending: ReadonlyArray<WholeObject> = [],
): ReadonlyArray<string> => {
  const found = momentOf(objects)
  const world = {
    ...found,
    controllers: { ...found.controllers, values: values.filter((value) => value.name === name) },
    informers: new Map(pending.map((object) => [kindOf(object), [{ change: added(object), before: undefined }]])),
  }
  const cells = heedsIn({ ...setupOf(name), ...more }, world, universeOf(world, []))(0, key)
  return objects.flatMap(({ metadata: { uid } }, number) => {
    const both = cellOf(number, 'Shown') | cellOf(number, 'Stored')
    expect([0n, both]).toContain(cells & both)
    return (cells & both) === 0n ? [] : [uid]
  })
}

const claim = part.claim('claim', 'volume')
const volume = part.volume('volume', 'claim', 'Retain')
const user = part.pod('user', 0, 'claim')
const ephemeral: WholeObject = { ...part.pod('own', 0, undefined), spec: { volumes: [{ name: 'v', ephemeral: {} }] } }

describe('those who work on a key miss no change', () => {
  it('of a claim and its pods, but of pods that have volumes of their own, or whose volumes are not shown', () => {
    const name = 'persistentvolumeclaim-protection-controller'
    const unread = { ...part.pod('unread', 0, undefined), spec: undefined }
    const objects = [claim, user, ephemeral, unread]
    expect(heeded(name, 'shop/claim', objects)).toEqual(['claim', 'user'])
    // A key that ends so names no claim.
    expect(heeded(name, 'shop/', objects)).toEqual([])
  })

  it('of a volume and its claim, where each names the other', () => {
    const name = 'persistentvolume-binder-controller'
    expect(heeded(name, 'claim shop/claim', [claim, volume, user])).toEqual(['claim', 'volume'])
    expect(heeded(name, 'volume volume', [claim, volume])).toEqual(['claim', 'volume'])
    expect(heeded(name, 'volume other', [claim, volume])).toEqual(['volume'])
    // Nobody wakes a claim for a volume that it does not name.
    const [unbound, reserved] = [part.claim('claim', undefined), part.volume('volume', 'claim', 'Retain')]
    expect(heeded(name, 'claim shop/claim', [unbound, reserved])).toEqual(['claim'])
    expect(heeded(name, 'claim shop/claim', [claim, part.volume('volume', 'other', 'Retain')])).toEqual(['claim'])
  })

  it('of a claim only where none can appear', () => {
    const name = 'persistentvolume-binder-controller'
    const key = 'claim shop/claim'
    expect(heeded(name, key, [claim, volume], {}, [part.claim('new', undefined)])).toEqual(['volume'])
    expect(heeded(name, key, [claim, volume], { made: new Set(['PersistentVolumeClaim.']) })).toEqual(['volume'])
    expect(heeded(name, key, [claim, volume], { made: 'anything' })).toEqual(['volume'])
    const requests = [{ _tag: 'Create', object: part.claim('new', undefined) }] as const
    expect(heeded(name, key, [claim, volume], { requests })).toEqual(['volume'])
    expect(heeded(name, key, [claim, volume], { made: new Set(['Pod.']) })).toEqual(['claim', 'volume'])
  })

  it('of Endpoints only where none can appear', () => {
    const objects = [part.service('web'), part.endpoints('web')]
    expect(heeded('endpoints-controller', 'shop/web', objects)).toEqual(['web', 'web-endpoints'])
    expect(heeded('endpoints-controller', 'shop/web', objects, { made: new Set(['Endpoints.']) })).toEqual(['web'])
  })

  it('of devices but not of their pods, and not where the key is that of a pod', () => {
    const objects = [part.devices('devices', 'user'), part.deviceUser('user', 0, 'devices')]
    expect(heeded('resource-claim-controller', 'devices', objects)).toEqual(['devices'])
    expect(heeded('resource-claim-controller', 'shop/user', objects)).toEqual([])
  })

  it('of a class, but not of what has it; of a group, but not of its pods', () => {
    const [vac, group] = [
      { apiVersion: 'storage.k8s.io/v1', kind: 'VolumeAttributesClass', metadata: { name: 'fast', uid: 'fast' } },
      { apiVersion: 'scheduling.k8s.io/v1alpha2', kind: 'PodGroup', metadata: { name: 'gang', uid: 'gang' } },
    ]
    expect(heeded('volumeattributesclass-protection-controller', 'fast', [vac, claim])).toEqual(['fast'])
    expect(heeded('podgroup-protection-controller', 'shop/gang', [group, user])).toEqual(['gang'])
  })

  it('of a Job and its pods, where no pod can appear', () => {
    const job = part.job('job')
    const objects = [job, part.pod('pod', 0, undefined, { owners: [job] }), claim]
    expect(heeded('job-controller', 'job', objects)).toEqual(['job', 'pod'])
    expect(heeded('job-controller', 'job', objects, { made: new Set(['Pod.']) })).toEqual(['job'])
    // A Job that is none of the key's does not wake it.
    expect(heeded('job-controller', 'other', objects)).toEqual(['pod'])
  })

  it.each([
    ['persistentvolume-protection-controller', 'volume', volume],
    ['recycler-pods', 'volume', volume],
    ['kubelet', 'user', user],
    ['endpointslice-mirroring-controller', 'shop/slice', part.slice('slice', 'web')],
    ['serviceaccount-token-controller', 'shop/a', part.token('token', 'a')],
  ] as const)('of whatever it reads (%s)', (name, key, object) => {
    expect(heeded(name, key, [object])).toEqual([object.metadata.uid])
  })
})

describe('changes may be missed', () => {
  it('by controllers of which nothing is known here', () => {
    expect(heeded('namespace-controller', 'shop', [part.shop])).toEqual([])
    expect(heeded('replicaset-controller', 'user', [user])).toEqual([])
  })

  it('where anything may be patched or bound, by the user or by somebody who is not known', () => {
    const heededIn = (more: Partial<Setup>) => heeded('kubelet', 'user', [user], more)
    expect(heededIn({ requests: [{ _tag: 'Patch', uid: 'user', patch: {} }] })).toEqual([])
    expect(heededIn({ requests: [{ _tag: 'Bind', uid: 'user', node: 'n1' }] })).toEqual([])
    expect(heededIn({ requests: [{ _tag: 'Delete', uid: 'user', options: {} }] })).toEqual(['user'])
    expect(heededIn({ names: ['kubelet', 'own'] })).toEqual([])
    expect(heededIn({ names: ['kubelet', 'namespace-controller', 'job-controller'] })).toEqual(['user'])
  })
})
