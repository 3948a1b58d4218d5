/** Controllers that have nothing to do are left out of courses, and really have nothing to do. */
import { describe, expect, it } from 'vitest'

import { type WholeObject, scopes_1_36 } from '../../../src/apiserver/index.js'
import { serverBy } from '../../../src/apiserver/server.js'
import type { Controller } from '../../../src/controllers/controller.js'
import { rootCaPublisher } from '../../../src/controllers/root-ca-publisher/controller.js'
import { serviceAccountController } from '../../../src/controllers/serviceaccount/controller.js'
import { recordedControllers } from '../../../src/simulate/cascade/index.js'
import type { Why } from '../../../src/simulate/cascade/reason.js'
import { kubelets } from '../../../src/simulate/kubelet/controller.js'
import { awakeOf } from '../../../src/simulate/outcomes/dormant.js'
import { kindOf } from '../../../src/simulate/outcomes/informers.js'
import { enabledIn, machineOf, step } from '../../../src/simulate/outcomes/machine.js'
import { failingRecycler } from '../../../src/simulate/outcomes/recycler.js'
import { firstWorld } from '../../../src/simulate/outcomes/start.js'
import { at } from './compare.js'
import { setupOf } from './moment.js'
import * as part from './parts.js'

const everybody: ReadonlyArray<Controller<Why>> = [
  ...recordedControllers(),
  serviceAccountController(),
  rootCaPublisher(),
  failingRecycler(),
  kubelets(),
]

/** Something of a kind, with enough in it to be worked on. */
const thing = (apiVersion: string, kind: string, fields: object, namespace: string | null = 'shop'): WholeObject => ({
  apiVersion,
  kind,
  metadata: { ...(namespace === null ? {} : { namespace }), name: 'web', uid: kind.toLowerCase() },
  ...fields,
})

const deleted = (object: WholeObject): WholeObject => ({
  ...object,
  metadata: { ...object.metadata, uid: `${object.metadata.uid}-going`, name: 'going', deletionTimestamp: at },
})

const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [] } }
const selector = { matchLabels: { app: 'web' } }
const holds = (object: WholeObject, finalizer: string): WholeObject => ({
  ...object,
  metadata: { ...object.metadata, finalizers: [finalizer] },
})

/** Work for everybody. */
const busy: ReadonlyArray<WholeObject> = [
  { ...part.shop, metadata: { ...part.shop.metadata, deletionTimestamp: at } },
  thing('v1', 'Namespace', { metadata: { name: 'other', uid: 'other' }, spec: { finalizers: ['kubernetes'] } }, null),
  part.claim('free', undefined),
  deleted(part.claim('claim', undefined)),
  deleted(part.volume('volume', 'nobody', 'Recycle')),
  part.volume('released', 'nobody', 'Recycle'),
  part.pod('pod', 0, undefined),
  deleted(part.pod('pod', 0, undefined)),
  deleted(holds(part.pod('counted', 0, undefined), part.tracking)),
  thing('apps/v1', 'StatefulSet', { spec: { replicas: 1, selector, template, serviceName: 'web' } }),
  thing('apps/v1', 'Deployment', { spec: { replicas: 1, selector, template } }),
  thing('apps/v1', 'ReplicaSet', { spec: { replicas: 1, selector, template } }),
  thing('apps/v1', 'DaemonSet', { spec: { selector, template } }),
  thing('batch/v1', 'Job', { spec: { parallelism: 1, completions: 1, selector, template } }),
  {
    ...thing('batch/v1', 'CronJob', { spec: { schedule: '* * * * *', jobTemplate: { spec: { template } } } }),
    metadata: { namespace: 'shop', name: 'web', uid: 'cronjob', creationTimestamp: new Date(at.getTime() - 120_000) },
  },
  thing('v1', 'Service', { spec: { selector: { app: 'web' } } }),
  part.endpoints('lonely'),
  part.slice('slice', 'lonely'),
  part.account('account'),
  part.token('token', 'nobody'),
  deleted(part.devices('devices', 'nobody')),
  ...['storage.k8s.io/v1 VolumeAttributesClass vac', 'networking.k8s.io/v1 ServiceCIDR service-cidr'].map((text) => {
    const [apiVersion = '', kind = '', name = ''] = text.split(' ')
    const finalizer = name === 'vac' ? 'kubernetes.io/vac-protection' : 'networking.k8s.io/service-cidr-finalizer'
    return deleted(holds(thing(apiVersion, kind, { spec: { cidrs: ['10.0.0.0/24'] } }, null), finalizer))
  }),
  deleted(holds(thing('scheduling.k8s.io/v1alpha2', 'PodGroup', {}), 'scheduling.k8s.io/podgroup-protection')),
  { ...part.definition, metadata: { ...part.definition.metadata, deletionTimestamp: at } },
  part.gadget('gadget'),
  thing('v1', 'Node', {}, null),
]

/** Who sends a request, each acting alone until it rests. */
const sendersOf = (objects: ReadonlyArray<WholeObject>): ReadonlyArray<string> =>
  everybody.flatMap((controller) => {
    const setup = { ...setupOf(controller.name), making: 'anybody', collects: false } as const
    const versionOf = () => 'v'
    const server = serverBy({ now: () => at, scopes: scopes_1_36, versionOf })(objects)
    const stage = { world: firstWorld(setup, server, at, [controller]) }
    const machine = machineOf(setup, stage)
    let world = stage.world
    for (let count = 0; count < 200; count++) {
      const next = enabledIn(machine, world).find(({ _tag }) => _tag !== 'InformerEvent' && _tag !== 'Skip')
      if (next === undefined) return []
      const told = step(machine, world, next)
      if (told.requests.length > 0) return [controller.name]
      world = told.world
    }
    return []
  })

const namesOf = (objects: ReadonlyArray<WholeObject>): ReadonlyArray<string> =>
  awakeOf(everybody, 'anybody', objects, []).controllers.map(({ name }) => name)

describe('controllers that are left out', () => {
  const kinds = [...new Set(busy.map(kindOf))]

  it.each(kinds)('send nothing in a world without %s', (kind) => {
    const objects = busy.filter((object) => kindOf(object) !== kind)
    const awake = namesOf(objects)
    expect(sendersOf(objects).filter((name) => !awake.includes(name))).toEqual([])
  })

  it.each(kinds)('send nothing in a world with nothing but %s', (kind) => {
    const objects = busy.filter((object) => kindOf(object) === kind)
    const awake = namesOf(objects)
    expect(sendersOf(objects).filter((name) => !awake.includes(name))).toEqual([])
  })

  it('are none of those that have work', () => {
    expect(namesOf(busy)).toEqual(everybody.map(({ name }) => name))
    expect(sendersOf(busy).length).toBeGreaterThan(15)
  })
})

describe('those that take part', () => {
  it('are few where few kinds are there', () => {
    expect(namesOf([part.plain('a')])).toEqual([])
    expect(namesOf([part.claim('c', undefined)])).toEqual([
      'persistentvolumeclaim-protection-controller',
      'persistentvolume-binder-controller',
    ])
  })

  it('look at Endpoints of no Service, which a controller that starts takes away', () => {
    expect(namesOf([part.endpoints('lonely')])).toContain('endpoints-controller')
  })

  it('include those of what others make', () => {
    expect(namesOf([thing('apps/v1', 'Deployment', {})])).toEqual([
      'deployment-controller',
      'replicaset-controller',
      'pod-garbage-collector',
      'kubelet',
    ])
    const { controllers, made } = awakeOf(everybody, 'binder', [thing('apps/v1', 'Deployment', {})], [])
    expect(controllers.map(({ name }) => name)).toEqual(['deployment-controller'])
    expect(made).toEqual(new Set())
  })

  it('include those of what is asked to be created', () => {
    const phases = [{ requests: [{ _tag: 'Create', object: part.volume('v', 'c', 'Delete') }] }] as const
    expect(awakeOf(everybody, 'anybody', [], phases).controllers.map(({ name }) => name)).toEqual([
      'persistentvolume-protection-controller',
      'persistentvolume-binder-controller',
      'recycler-pods',
    ])
  })

  it('free pods of Jobs that are gone, also those that a patch lets them hold', () => {
    const free = part.pod('p', 0, undefined)
    expect(namesOf([free])).not.toContain('job-controller')
    expect(namesOf([holds(free, part.tracking)])).toContain('job-controller')
    const phases = [{ requests: [{ _tag: 'Patch', uid: 'p', patch: {} }] }] as const
    expect(awakeOf(everybody, 'anybody', [free], phases).controllers.map(({ name }) => name)).toContain(
      'job-controller',
    )
  })

  it('are all where one is not known, which may make anything', () => {
    const own: Controller<Why> = { name: 'own', keysOf: () => [], reconcile: () => () => ({ requests: [], why: 'x' }) }
    expect(awakeOf([...everybody, own], 'anybody', [], [])).toMatchObject({ made: 'anything', adopts: true })
    expect(awakeOf([...everybody, own], 'anybody', [], []).controllers).toHaveLength(everybody.length + 1)
  })

  it('name owners anew only where they take over or make something', () => {
    const adopts = (making: 'anybody' | 'binder', ...objects: ReadonlyArray<WholeObject>): boolean =>
      awakeOf(everybody, making, objects, []).adopts
    const job = part.job('j')
    expect([adopts('anybody', job), adopts('binder', job), adopts('anybody', part.plain('a'))]).toEqual([
      true,
      false,
      false,
    ])
    const storageClass = thing('storage.k8s.io/v1', 'StorageClass', {}, null)
    expect(adopts('binder', storageClass, part.claim('c', undefined))).toBe(true)
    expect(adopts('binder', part.claim('c', undefined))).toBe(false)
  })
})
