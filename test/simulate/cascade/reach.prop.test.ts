import fc from 'fast-check'
import { describe, it } from 'vitest'

import type { Cascade, WholeObject } from '../../../src/apiserver/index.js'
import { kubectlOptions } from '../../../src/apiserver/index.js'
import { scopes_1_36 } from '../../../src/apiserver/scopes.js'
import type { CascadePlan, CascadeRequest } from '../../../src/simulate/cascade/index.js'
import { everything, noon } from '../../controllers/owner/build.js'
import { runs } from '../../runs.js'
import { cascadeOf } from './cluster.js'

/** One of two parts of a cluster that have nothing to do with each other: no name of one is in the other. */
type Part = 'a' | 'b'

/** What an object may be like, in any part. */
type Template = (part: Part) => WholeObject

const template =
  (apiVersion: string, kind: string, rest: (part: Part) => object = () => ({}), isOfCluster = false): Template =>
  (part) => {
    const { metadata, ...others }: { readonly metadata?: object } = rest(part)
    const name = `${part}-${kind.toLowerCase()}`
    const place = isOfCluster ? {} : { namespace: part }
    return { apiVersion, kind, metadata: { ...place, name, uid: `${part}/${kind}`, ...metadata }, ...others }
  }
const ownedBy = (part: Part, apiVersion: string, kind: string) => ({
  ownerReferences: [
    {
      apiVersion,
      kind,
      name: `${part}-${kind.toLowerCase()}`,
      uid: `${part}/${kind}`,
      controller: true,
      blockOwnerDeletion: true,
    },
  ],
})
const templates: ReadonlyArray<Template> = [
  (part) => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: part, uid: `${part}/Namespace` },
    spec: { finalizers: ['kubernetes'] },
  }),
  template('v1', 'Node', undefined, true),
  template('v1', 'PersistentVolumeClaim', (part) => ({
    metadata: { finalizers: ['kubernetes.io/pvc-protection'], ...ownedBy(part, 'apps/v1', 'StatefulSet') },
    spec: { volumeName: `${part}-persistentvolume` },
    status: { phase: 'Bound' },
  })),
  template(
    'v1',
    'PersistentVolume',
    (part) => ({
      metadata: { finalizers: ['kubernetes.io/pv-protection'] },
      spec: {
        persistentVolumeReclaimPolicy: 'Delete',
        hostPath: { path: '/tmp/x' },
        claimRef: { namespace: part, name: `${part}-persistentvolumeclaim`, uid: `${part}/PersistentVolumeClaim` },
      },
      status: { phase: 'Bound' },
    }),
    true,
  ),
  template('apps/v1', 'StatefulSet'),
  template('v1', 'Pod', (part) => ({
    metadata: ownedBy(part, 'apps/v1', 'StatefulSet'),
    spec: {
      nodeName: `${part}-node`,
      volumes: [{ name: 'v', persistentVolumeClaim: { claimName: `${part}-persistentvolumeclaim` } }],
    },
    status: { phase: 'Running' },
  })),
  template('batch/v1', 'Job', (part) => ({ spec: { selector: { matchLabels: { part } } } })),
  template('v1', 'Service', (part) => ({ spec: { selector: { part } } })),
  (part) => ({
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: { namespace: part, name: `${part}-service`, uid: `${part}/Endpoints` },
  }),
  template('v1', 'ServiceAccount'),
  template('v1', 'Secret', (part) => ({
    metadata: { annotations: { 'kubernetes.io/service-account.name': `${part}-serviceaccount` } },
    type: 'kubernetes.io/service-account-token',
  })),
  template('v1', 'ConfigMap', (part) => ({ metadata: ownedBy(part, 'batch/v1', 'Job') })),
]

/** A part of a cluster: some of the objects, some of them held, some on their way. */
const objectsOf = (part: Part): fc.Arbitrary<ReadonlyArray<WholeObject>> =>
  fc
    .tuple(
      ...templates.map((make) =>
        fc.record({
          there: fc.boolean(),
          finalizers: fc.constantFrom([], [], ['example.com/x'], ['foregroundDeletion']),
          going: fc.boolean(),
          made: fc.constant(make(part)),
        }),
      ),
    )
    .map((drawn) =>
      drawn
        .filter(({ there }) => there)
        .map(({ made, finalizers, going }) => {
          const held = [...(made.metadata.finalizers ?? []), ...finalizers]
          const dying = going && held.length > 0 ? { deletionTimestamp: noon, deletionGracePeriodSeconds: 0 } : {}
          return { ...made, metadata: { ...made.metadata, finalizers: held, ...dying } }
        }),
    )

const requestsOn = (objects: ReadonlyArray<WholeObject>): fc.Arbitrary<ReadonlyArray<CascadeRequest>> => {
  const options = fc.constantFrom<Cascade>('background', 'foreground', 'orphan').map((how) => kubectlOptions(how))
  const ofNamespace = options.map((asked): CascadeRequest => ({
    _tag: 'DeleteNamespace',
    namespace: 'a',
    options: asked,
  }))
  if (objects.length === 0) return fc.array(ofNamespace, { minLength: 1, maxLength: 2 })
  const ofObject = fc
    .tuple(fc.constantFrom(...objects.map(({ metadata }) => metadata.uid)), options)
    .map(([target, asked]): CascadeRequest => ({ _tag: 'Delete', target, options: asked }))
  return fc.array(fc.oneof(ofObject, ofNamespace), { minLength: 1, maxLength: 3 })
}

const worlds = fc
  .tuple(objectsOf('a'), objectsOf('b'))
  .chain(([mine, others]) =>
    fc.record({ mine: fc.constant(mine), others: fc.constant(others), asked: requestsOn(mine) }),
  )

/** Where no node at all is shown none counts as gone, so that one is always there. */
const living: WholeObject = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'living', uid: 'living' } }

const planOf = (objects: ReadonlyArray<WholeObject>, asked: ReadonlyArray<CascadeRequest>): CascadePlan =>
  cascadeOf({ at: noon, objects: [living, ...objects], scopes: scopes_1_36.scopes, coverage: everything }, ...asked)

describe('what no request reaches', () => {
  it('is changed by no wave, and nothing is told of it', () => {
    fc.assert(
      fc.property(worlds, ({ mine, others, asked }) => {
        const plan = planOf([...mine, ...others], asked)
        const named = [
          ...plan.waves.flatMap(({ changes }) => changes.map(({ target }) => target)),
          ...[plan.stuck, plan.waits, plan.data, plan.comesBack, plan.never, plan.survivors, plan.orphaned].flatMap(
            (all) => all.map(({ target }: { readonly target: { readonly id: string } }) => target),
          ),
          ...plan.later,
        ]
        return named.every(({ id }) => id.startsWith('a/'))
      }),
      { numRuns: runs(300) },
    )
  })

  it('makes no difference to what is reached', () => {
    fc.assert(
      fc.property(worlds, ({ mine, others, asked }) => {
        const [together, alone] = [planOf([...mine, ...others], asked), planOf(mine, asked)]
        const endsOf = ({ outcomes: { gone, terminating } }: CascadePlan): string =>
          JSON.stringify([gone, terminating].map((all) => all.map(({ id }) => id).filter((id) => id.startsWith('a/'))))
        return endsOf(together) === endsOf(alone)
      }),
      { numRuns: runs(300) },
    )
  })
})
