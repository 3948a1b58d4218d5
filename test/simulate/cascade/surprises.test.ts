/** The surprises of docs/collectors/kubernetes-surprises.md, by number. */
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { type WholeObject, kubectlOptions, scopes_1_36 } from '../../../src/apiserver/index.js'
import * as Owner from '../../../src/controllers/owner/index.js'
import {
  type CascadeRequest,
  type OutsideRequest,
  deletingControllers,
  explainCascade,
  explainEdit,
  planCascade,
  simulate,
} from '../../../src/simulate/cascade/index.js'

const at = new Date('2026-01-01T12:00:00Z')
const object = (
  kind: string,
  name: string,
  metadata: object = {},
  rest: object = {},
  apiVersion = 'v1',
): WholeObject => ({
  apiVersion,
  kind,
  metadata: { namespace: 'shop', name, uid: `${kind}-${name}`, ...metadata },
  ...rest,
})
const planned = (objects: ReadonlyArray<WholeObject>, ...requests: ReadonlyArray<CascadeRequest>) => {
  const cluster = { at, objects, scopes: scopes_1_36.scopes, coverage: { _tag: 'Everything' } } as const
  const plan = planCascade(Owner.defaultPolicy)(requests)(cluster)
  if (E.isLeft(plan)) throw new Error('invalid snapshot')
  return plan.right
}
const remove = (target: string, cascade: 'background' | 'foreground' | 'orphan' = 'background'): CascadeRequest => ({
  _tag: 'Delete',
  target,
  options: kubectlOptions(cascade),
})
const why = ({ stuck }: ReturnType<typeof planned>): string =>
  stuck.flatMap(({ blockers }) => blockers.map(explainCascade)).join('; ')

const protection = { finalizers: ['kubernetes.io/pvc-protection'] }
const bound = { spec: { volumeName: 'pv' }, status: { phase: 'Bound' } }
const volumes = [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }]
const shop = object('Namespace', 'shop', { namespace: undefined }, { spec: { finalizers: ['kubernetes'] } })
const [secret, service, disk] = [
  object('Secret', 'key'),
  object('Service', 'api'),
  object('PersistentVolumeClaim', 'disk'),
]
const claim = object('PersistentVolumeClaim', 'data', protection, bound)
const done = object('Pod', 'done', {}, { spec: { nodeName: 'n', volumes }, status: { phase: 'Succeeded' } })

// Each was recorded from a control plane, or follows the sources that the reasons name.
describe('the surprises of deletions', () => {
  it('1, 2: while a pod is left, nothing else is deleted, and nothing else is counted', () => {
    const web = object('Pod', 'web', { finalizers: ['example.com/drain'] }, { spec: { nodeName: 'n' } })
    const { conditions, later } = planned([shop, web, secret, service, disk], remove('Namespace-shop'))
    const remaining = conditions[0]?.conditions.find(({ type }) => type === 'NamespaceContentRemaining')
    expect(remaining?.message).toBe('All content successfully removed')
    expect(later.map(({ kind }) => kind)).toEqual(['Secret', 'Service', 'PersistentVolumeClaim'])
  })

  it('3: a Completed pod keeps its claim', () => {
    expect(why(planned([claim, done], remove(claim.metadata.uid)))).toBe(
      'Pod shop/done uses it, although it has ended: only its deletion releases the claim',
    )
  })

  it('4: Orphan does not spare the content of a namespace', () => {
    const { outcomes } = planned([shop, secret, service], remove('Namespace-shop', 'orphan'))
    expect(outcomes.gone.map(({ kind }) => kind)).toEqual(['Namespace', 'Secret', 'Service'])
  })

  it('7: Orphan keeps the claims of a StatefulSet', () => {
    const owner = { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db', uid: 'StatefulSet-db', controller: true }
    const set = object('StatefulSet', 'db', {}, {}, 'apps/v1')
    const ofSet = object('PersistentVolumeClaim', 'data', { ...protection, ownerReferences: [owner] }, bound)
    const { orphaned } = planned([set, ofSet], remove('StatefulSet-db', 'orphan'))
    expect(orphaned.map(({ target }) => target.name)).toEqual(['data'])
  })

  it('8: a Service takes its Endpoints along under Orphan too', () => {
    const { outcomes } = planned([service, object('Endpoints', 'api')], remove('Service-api', 'orphan'))
    expect(outcomes.gone.map(({ kind }) => kind)).toEqual(['Service', 'Endpoints'])
  })

  it('9: an APIService without a server keeps every namespace', () => {
    const spec = { group: 'gone.example', version: 'v1', service: { namespace: 'x', name: 'gone' } }
    const broken = object(
      'APIService',
      'v1.gone.example',
      { namespace: undefined },
      { spec },
      'apiregistration.k8s.io/v1',
    )
    expect(why(planned([shop, broken], remove('Namespace-shop')))).toBe(
      'no server answers for gone.example/v1: no namespace can finish terminating until APIService v1.gone.example is available again or deleted',
    )
  })

  it('9: so does one of which the Service alone is deleted, whatever its condition still says', () => {
    const api = object(
      'APIService',
      'v1beta1.metrics.k8s.io',
      { namespace: undefined },
      {
        spec: { group: 'metrics.k8s.io', version: 'v1beta1', service: { namespace: 'kube-system', name: 'metrics' } },
        status: { conditions: [{ type: 'Available', status: 'True' }] },
      },
      'apiregistration.k8s.io/v1',
    )
    const metrics = object('Service', 'metrics', { namespace: 'kube-system' }, { spec: { selector: { app: 'm' } } })
    const server = object('Pod', 'm', { namespace: 'kube-system', labels: { app: 'm' } }, { spec: { nodeName: 'n' } })
    const endOf = (objects: ReadonlyArray<WholeObject>, ...requests: ReadonlyArray<CascadeRequest>) => {
      const plan = planned(objects, ...requests)
      return { why: why(plan), conditions: plan.conditions.map(({ conditions }) => conditions[0]) }
    }
    const both = [remove('Service-metrics'), remove('Namespace-shop')]
    expect(endOf([shop, secret, api, metrics, server], ...both)).toMatchObject({
      why: 'no server answers for metrics.k8s.io/v1beta1: no namespace can finish terminating until APIService v1beta1.metrics.k8s.io is available again or deleted',
      conditions: [
        {
          type: 'NamespaceDeletionDiscoveryFailure',
          status: 'True',
          reason: 'DiscoveryFailed',
          message:
            'Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: metrics.k8s.io/v1beta1: stale GroupVersion discovery: metrics.k8s.io/v1beta1',
        },
      ],
    })
    // Of a Service that was never shown nothing is known.
    expect(why(planned([shop, secret, api, server], remove('Namespace-shop')))).toBe('')
    expect(why(planned([shop, secret, api, metrics, server], remove('Namespace-shop')))).toBe('')
  })

  it('10: entries of others in spec.finalizers keep a namespace', () => {
    const guarded = { ...shop, spec: { finalizers: ['kubernetes', 'example.com/guard'] } }
    expect(why(planned([guarded], remove('Namespace-shop')))).toBe(
      'the entry example.com/guard of its spec.finalizers holds it until the controller of example.com takes it off',
    )
  })

  it('11: a pod that owns the claim it uses never ends in the foreground', () => {
    const pod = { apiVersion: 'v1', kind: 'Pod', name: 'done', uid: 'Pod-done', blockOwnerDeletion: true }
    const ofPod = object('PersistentVolumeClaim', 'data', { ...protection, ownerReferences: [pod] }, bound)
    const { never } = planned([ofPod, done], remove('Pod-done', 'foreground'))
    expect(never.map(({ edit }) => explainEdit(edit))).toEqual([
      'remove the owner reference to Pod done from PersistentVolumeClaim shop/data',
    ])
  })

  it('12: a volume of a plugin that is gone is Failed for ever', () => {
    const claimRef = { namespace: 'shop', name: 'data', uid: claim.metadata.uid }
    const spec = { persistentVolumeReclaimPolicy: 'Delete', claimRef, scaleIO: {} }
    const annotations = { 'pv.kubernetes.io/provisioned-by': 'kubernetes.io/scaleio' }
    const metadata = { namespace: undefined, annotations }
    const volume = object('PersistentVolume', 'pv', metadata, { spec, status: { phase: 'Bound' } })
    const { stages } = planned([claim, volume], remove(claim.metadata.uid))
    expect(stages.final.map(({ status }) => status)).toEqual([{ phase: 'Failed' }])
  })

  it('15: a Job that is held stops protecting its pods, which nobody deletes', () => {
    const labels = { job: 'import' }
    const jobSpec = { selector: { matchLabels: labels } }
    const job = object('Job', 'import', { finalizers: ['example.com/audit'] }, { spec: jobSpec }, 'batch/v1')
    const controller = { apiVersion: 'batch/v1', kind: 'Job', name: 'import', uid: 'Job-import', controller: true }
    const metadata = { labels, finalizers: ['batch.kubernetes.io/job-tracking'], ownerReferences: [controller] }
    const running = object('Pod', 'import-1', metadata, { spec: { nodeName: 'n' } })
    const [, left] = planned([job, running], remove('Job-import')).stages.final
    expect(left?.metadata).toMatchObject({ name: 'import-1', finalizers: [] })
    expect(left?.metadata.deletionTimestamp).toBeUndefined()
  })
})

const finalizers = ['example.com/hold']
const definition = object(
  'CustomResourceDefinition',
  'widgets.example.com',
  { namespace: undefined, uid: 'definition' },
  {
    spec: {
      group: 'example.com',
      names: { kind: 'Widget', plural: 'widgets' },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true }],
    },
    status: { conditions: [{ type: 'Established', status: 'True' }] },
  },
  'apiextensions.k8s.io/v1',
)
const widget = object('Widget', 'w', {}, {}, 'example.com/v1')
const heldWidget = object('Widget', 'w', { finalizers }, {}, 'example.com/v1')
const config = object('ConfigMap', 'c', { finalizers })
const widgets = { apiVersion: 'example.com/v1', kind: 'Widget', resource: 'widgets', namespaced: true }

/** What is left after requests, one after the other, and how the last was answered; deletes of one kind may be refused. */
const after = (
  objects: ReadonlyArray<WholeObject>,
  requests: ReadonlyArray<OutsideRequest>,
  refused = '',
): readonly [code: number | undefined, ...left: ReadonlyArray<string>] => {
  const controllers = deletingControllers({ showsContent: () => true })
  const admitDelete = ({ kind }: { readonly kind: string }) => (kind === refused ? 'not today' : undefined)
  const played = simulate(Owner.defaultPolicy, { controllers, admitDelete })(
    requests.map((request) => ({ requests: [request], collector: 'runs', pods: 'held' })),
  )({
    at,
    objects,
    scopes: [...scopes_1_36.scopes, { ...widgets, strategicMergePatch: false }],
    coverage: { _tag: 'Everything' },
  })
  if (E.isLeft(played)) throw new Error('invalid snapshot')
  const last = played.right.at(-1)
  const left = (last?.objects ?? []).map(
    ({ kind, metadata }) => `${metadata.deletionTimestamp === undefined ? '' : 'terminating '}${kind}`,
  )
  return [last?.answers[0]?.code, ...left]
}
const asked = (uid: string, cascade: 'background' | 'orphan' = 'background'): OutsideRequest => ({
  _tag: 'Delete',
  uid,
  options: kubectlOptions(cascade),
})

describe('the surprises of definitions, admission and edits by hand', () => {
  it('4: Orphan does not spare the instances of a definition', () => {
    expect(after([definition, widget], [asked('definition', 'orphan')])).toEqual([200])
  })

  it('5: instances come back, terminating, with a definition that is made again', () => {
    const finalizer = 'customresourcecleanup.apiextensions.k8s.io'
    const byHand: ReadonlyArray<OutsideRequest> = [
      asked('definition'),
      { _tag: 'RemoveFinalizer', uid: 'definition', finalizer },
    ]
    const again = { ...definition, metadata: { ...definition.metadata, uid: 'again' } }
    expect(after([definition, heldWidget], byHand)).toEqual([200])
    expect(after([definition, heldWidget], [...byHand, { _tag: 'Create', object: again }])).toEqual([
      201,
      'CustomResourceDefinition',
      'terminating Widget',
    ])
  })

  it('6: a policy that refuses deletes stops a namespace, but not a definition', () => {
    expect(after([definition, widget], [asked('definition')], 'Widget')).toEqual([200])
    expect(after([shop, definition, widget], [asked('Namespace-shop')], 'Widget')).toEqual([
      200,
      'terminating Namespace',
      'CustomResourceDefinition',
      'Widget',
    ])
  })

  it('13: what is left of a namespace that was emptied by hand cannot be edited', () => {
    const release: OutsideRequest = { _tag: 'RemoveFinalizer', uid: 'ConfigMap-c', finalizer: 'example.com/hold' }
    const emptied: OutsideRequest = { _tag: 'Finalize', uid: 'Namespace-shop', finalizers: [] }
    expect(after([shop, config], [asked('Namespace-shop'), emptied, release])).toEqual([404, 'terminating ConfigMap'])
  })

  it('14: a policy that refuses to delete pods makes everything else go at once', () => {
    const pod = object('Pod', 'web', {}, { spec: { nodeName: 'n' } })
    expect(after([shop, pod, config], [asked('Namespace-shop')], 'Pod')).toEqual([
      200,
      'terminating Namespace',
      'Pod',
      'terminating ConfigMap',
    ])
  })
})
