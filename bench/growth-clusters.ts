/**
 * Answers which clusters the growth of the controllers' plans, cascades and lints is measured on: such as there are, and
 * such as somebody made to be slow.
 */
import { type KubeObject, type OwnerReference, kubectlOptions, scopes_1_36 } from '../src/apiserver/index.js'
import * as Csr from '../src/controllers/csr-cleaner/index.js'
import * as History from '../src/controllers/history/index.js'
import * as Lifecycle from '../src/controllers/lifecycle/index.js'
import * as Owner from '../src/controllers/owner/index.js'
import * as PodGc from '../src/controllers/pod/index.js'
import * as Token from '../src/controllers/token-cleaner/index.js'
import * as Ttl from '../src/controllers/ttl/index.js'
import { known } from '../src/core/index.js'
import { lintLifecycleIn, lintOwners } from '../src/lint/index.js'
import { planCascade } from '../src/simulate/cascade/index.js'
import { defaultPolicies, emptyMemory, planKubernetes } from '../src/simulate/control-plane/index.js'
import type { Growing } from './growing.js'
import { jobsOf, secretsOf } from './kubernetes-lifecycle.input.js'
import { objectsOf as setsOf } from './kubernetes-owner.input.js'
import { at, objectsOf } from './kubernetes-together.input.js'

const { scopes } = scopes_1_36
const coverage = { _tag: 'Everything' } as const

const times = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index))

type Meta = Partial<KubeObject['metadata']>

const object = (apiVersion: string, kind: string, name: string, more: Meta = {}) => ({
  apiVersion,
  kind,
  metadata: { namespace: 'ns', name, uid: `u-${name}`, resourceVersion: '1', creationTimestamp: at, ...more },
})
const set = (name: string, more: Meta = {}) => object('apps/v1', 'ReplicaSet', name, more)
const pod = (name: string, owners: ReadonlyArray<OwnerReference>, more: Meta = {}) =>
  object('v1', 'Pod', name, { ownerReferences: owners, ...more })
const to = (name: string, uid = `u-${name}`): OwnerReference => ({
  ...{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name, uid },
  blockOwnerDeletion: true,
})
const going = (finalizer: string): Meta => ({
  ...{ deletionTimestamp: at, deletionGracePeriodSeconds: 0, finalizers: [finalizer] },
})
const link = (index: number, owner: number) => set(`s${index}`, { ownerReferences: [to(`s${owner}`)] })

/** Clusters that are hard on whoever follows owner references; all in one namespace, created at one instant. */
const shapes: Readonly<Record<string, (size: number) => ReadonlyArray<KubeObject>>> = {
  'sets and pods': setsOf,
  'one uid under n names': (size) => times(size, (index) => pod(`p${index}`, [to(`s${index}`, 'gone')])),
  'one uid in n namespaces': (size) =>
    times(size, (index) => pod(`p${index}`, [to('s', 'gone')], { namespace: `ns-${index}` })),
  'one uid under n names in one list': (size) => [
    pod(
      'p',
      times(size, (index) => to(`s${index}`, 'gone')),
    ),
  ],
  'one owner with n dependents': (size) => [set('s'), ...times(size, (index) => pod(`p${index}`, [to('s')]))],
  'one absent owner of n': (size) => times(size, (index) => pod(`p${index}`, [to('s')])),
  'one owner that waits for n': (size) => [
    set('s', going('foregroundDeletion')),
    ...times(size, (index) => pod(`p${index}`, [to('s')])),
  ],
  'one owner that orphans n': (size) => [
    set('s', going('orphan')),
    ...times(size, (index) => pod(`p${index}`, [to('s')])),
  ],
  'n owners of one object': (size) => [
    pod(
      'p',
      times(size, (index) => to(`s${index}`)),
    ),
    ...times(size, (index) => set(`s${index}`)),
  ],
  'n absent owners of one object': (size) => [
    pod(
      'p',
      times(size, (index) => to(`s${index}`)),
    ),
  ],
  'a chain': (size) => [set('s0'), ...times(size, (index) => link(index + 1, index))],
  'a chain without its head': (size) => times(size, (index) => link(index + 1, index)),
  'a circle': (size) => times(size, (index) => link(index, (index + 1) % size)),
}

const entries = Object.entries(shapes)

const ownerSnapshot = (objects: ReadonlyArray<KubeObject>): Owner.Snapshot => ({ at, objects, scopes, coverage })

const owners: ReadonlyArray<Growing> = entries.flatMap(([name, of]) => [
  {
    name: `plan owner, ${name}`,
    prepare: (size) => {
      const snapshot = ownerSnapshot(of(size))
      return () => Owner.plan(Owner.defaultPolicy)(snapshot)
    },
  },
  {
    name: `lint owners, ${name}`,
    prepare: (size) => {
      const snapshot = ownerSnapshot(of(size))
      return () => lintOwners(Owner.defaultPolicy)(snapshot)
    },
  },
])

const cascades: ReadonlyArray<Growing> = entries.flatMap(([name, of]) =>
  (['background', 'foreground', 'orphan'] as const).map((cascade) => ({
    name: `cascade ${cascade}, ${name}`,
    prepare: (size: number) => {
      const snapshot = ownerSnapshot(of(size))
      const [first] = snapshot.objects
      const target = first?.metadata.uid ?? ''
      const decide = planCascade(Owner.defaultPolicy)([{ _tag: 'Delete', target, options: kubectlOptions(cascade) }])
      return () => decide(snapshot)
    },
  })),
)

const jobs = (size: number): ReadonlyArray<Ttl.Job> =>
  times(size, (index) => ({
    ...object('batch/v1', 'Job', `j${index}`),
    spec: { ttlSecondsAfterFinished: index % 2 === 0 ? 0 : 99_999 },
    status: { conditions: [{ type: 'Complete', status: 'True', lastTransitionTime: at }] },
  }))

const pods = (size: number): ReadonlyArray<PodGc.Pod> =>
  times(size, (index) => ({
    ...object('v1', 'Pod', `p${index}`),
    spec: { nodeName: `n${index}` },
    status: { phase: index % 2 === 0 ? 'Failed' : 'Running' },
  }))

const work = (name: string, prepare: Growing['prepare']): Growing => ({ name, prepare })

const others: ReadonlyArray<Growing> = [
  work('plan pod, all equal timestamps, n nodes gone', (size) => {
    const snapshot = { at, pods: pods(size), nodes: [], coverage, apiNodes: known([]), memory: PodGc.emptyMemory }
    return () => PodGc.plan({ ...PodGc.defaultPolicy, terminatedPodGcThreshold: 10 })(snapshot)
  }),
  work('plan ttl, all equal timestamps', (size) => {
    const snapshot = { at, jobs: jobs(size) }
    return () => Ttl.plan(Ttl.defaultPolicy)(snapshot)
  }),
  work('plan csr-cleaner', (size) => {
    const requests = times(size, (index) =>
      object('certificates.k8s.io/v1', 'CertificateSigningRequest', `r${index}`, { namespace: undefined }),
    )
    return () => Csr.plan(Csr.defaultPolicy)({ at, requests })
  }),
  work('plan token-cleaner, n secrets of one account', (size) => {
    const annotations = { 'kubernetes.io/service-account.name': 'web' }
    const secrets = times(size, (index) => ({
      ...object('v1', 'Secret', `t${index}`, { annotations }),
      type: 'kubernetes.io/service-account-token',
    }))
    const account = object('v1', 'ServiceAccount', 'web')
    const accounts = [{ ...account, secrets: secrets.map(({ metadata: { name } }) => ({ name })) }]
    return () =>
      Token.plan(Token.defaultPolicy)({ at, secrets, accounts, pods: [], trackedSince: '2024-01-01', coverage })
  }),
  work('plan history, n sets of one deployment', (size) => {
    const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'main', image: 'web' }] } }
    const deployments = [{ ...object('apps/v1', 'Deployment', 'd'), spec: { replicas: 0, template } }]
    const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd', uid: 'u-d', controller: true }
    const replicaSets = times(size, (index) => ({
      ...set(`s${index}`, {
        annotations: { 'deployment.kubernetes.io/revision': '1' },
        ownerReferences: [owner],
      }),
      spec: { replicas: 0, template },
    }))
    return () => History.plan(History.defaultPolicy)({ ...History.emptySnapshot, deployments, replicaSets })
  }),
  ...[jobsOf, secretsOf].flatMap((of) => {
    const snapshotOf = (size: number): Lifecycle.Snapshot => ({
      ...{ at, objects: of(size), scopes, coverage, owners: [], memory: { marks: [] } },
    })
    return [
      work(`plan lifecycle, ${of.name}`, (size) => {
        const snapshot = snapshotOf(size)
        return () => Lifecycle.plan(Lifecycle.defaultPolicy)(snapshot)
      }),
      work(`lint lifecycle, ${of.name}`, (size) => {
        const snapshot = snapshotOf(size)
        return () => lintLifecycleIn(Lifecycle.defaultPolicy)(snapshot)
      }),
    ]
  }),
  work('plan all controllers', (size) => {
    const snapshot = {
      ...{ at, objects: objectsOf(size), scopes, coverage, apiNodes: known([]), memory: emptyMemory },
    }
    return () => planKubernetes(defaultPolicies)(snapshot)
  }),
]

export const clusters: ReadonlyArray<Growing> = [...owners, ...cascades, ...others]
