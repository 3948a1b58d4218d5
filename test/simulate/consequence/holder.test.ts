import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { groupOf, targetOf } from '../../../src/apiserver/object.js'
import { type ComesBack, comesBack } from '../../../src/simulate/consequence/comes-back.js'
import { type Going, goingIn } from '../../../src/simulate/consequence/going.js'
import { explainComesBack, explainWait } from '../../../src/simulate/consequence/explain.js'
import { type Holder, isHopeless, outsideWaits } from '../../../src/simulate/consequence/holder.js'
import { knownHolders } from '../../../src/simulate/consequence/holders.js'

const object = (
  apiVersion: string,
  kind: string,
  name: string,
  rest: object = {},
  metadata: object = {},
): WholeObject => ({
  apiVersion,
  kind,
  metadata: { namespace: 'shop', name, uid: `${kind}-${name}`, ...metadata },
  ...rest,
})
const after = (...objects: ReadonlyArray<WholeObject>): ReadonlyMap<string, WholeObject> =>
  new Map(objects.map((one) => [one.metadata.uid, one]))
/** What goes where requests reach everything. */
const goingOf = (objects: ReadonlyArray<WholeObject>, left: ReadonlyMap<string, WholeObject>): Going =>
  goingIn({ before: objects, after: left, isReached: () => true, unlisted: [] })
const backOf = (
  objects: ReadonlyArray<WholeObject>,
  left: ReadonlyMap<string, WholeObject>,
): ReadonlyArray<ComesBack> => comesBack(objects, left, goingOf(objects, left))
const application = object(
  'argoproj.io/v1alpha1',
  'Application',
  'web',
  { status: { resources: [{ group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'web' }] } },
  { finalizers: ['resources-finalizer.argocd.argoproj.io', 'foregroundDeletion'] },
)
const argoproj = { group: 'argoproj.io', kind: 'Application' }
const flux = 'kustomize.toolkit.fluxcd.io'
const controller = object('apps/v1', 'StatefulSet', 'argocd-application-controller')
const deployment = object('apps/v1', 'Deployment', 'web')
const before = [application, controller, deployment]

const waitsOf = (
  table: ReadonlyArray<Holder>,
  objects: ReadonlyArray<WholeObject>,
  left: ReadonlyMap<string, WholeObject>,
) => outsideWaits(table, { objects, goes: goingOf(objects, left).goes, covers: () => false })

describe('what waits for an outside party', () => {
  it('names who, what it deletes first, and what of it goes in the same cascade', () => {
    const [wait] = waitsOf(knownHolders, before, after(application))(application)
    expect(wait === undefined ? '' : explainWait(wait)).toBe(
      "Application shop/web waits for Argo CD's application controller to remove resources-finalizer.argocd.argoproj.io, which happens after every resource that the Application manages is deleted and gone; it deletes 1 listed object first (Deployment shop/web); but the StatefulSet argocd-application-controller goes in the same cascade (StatefulSet shop/argocd-application-controller), so it may stay forever",
    )
  })
  it('finds what is alive, and says nothing of what is not shown', () => {
    const [wait] = waitsOf(knownHolders, before, after(...before))(application)
    expect(wait?.needs.map(({ state }) => state)).toEqual(['alive', 'unknown', 'unknown'])
  })
  it('takes the rows of the caller first, by prefix, suffix and kind', () => {
    const row = (finalizer: string, party: string, kinds?: ReadonlyArray<string>): Holder => ({
      finalizer,
      party,
      when: 'soon',
      needs: [],
      certainty: 'source',
      ...(kinds === undefined ? {} : { kinds }),
    })
    const held = object(
      'v1',
      'ConfigMap',
      'a',
      {},
      { finalizers: ['a.example/x', 'y.b.example', 'c.example/z', 'own'] },
    )
    const table = [row('a.example/*', 'A'), row('*.b.example', 'B'), row('c.example/z', 'C', ['Secret'])]
    expect(waitsOf(table, [held], after(held))(held).map(({ holder }) => holder?.party)).toEqual([
      'A',
      'B',
      undefined,
      undefined,
    ])
    expect(waitsOf(table, [held], after(held))(held).map(explainWait).slice(2)).toEqual([
      'ConfigMap shop/a waits for the controller of c.example to remove c.example/z',
      'ConfigMap shop/a waits for whoever set it to remove own',
    ])
  })
  it('finds nothing that can be of two kinds only where both are shown', () => {
    const need = { what: 'its operator', group: 'apps', kind: 'Deployment', orKind: 'StatefulSet' }
    const row: Holder = { finalizer: 'own', party: 'A', when: 'soon', needs: [need], certainty: 'source' }
    const held = object('v1', 'ConfigMap', 'a', {}, { finalizers: ['own'] })
    const { goes } = goingOf([held], after(held))
    const stateOf = (...shown: ReadonlyArray<string>) =>
      outsideWaits([row], { objects: [held], goes, covers: (_, kind) => shown.includes(kind) })(held)[0]?.needs[0]
        ?.state
    expect([stateOf('Deployment', 'StatefulSet'), stateOf('Deployment'), stateOf('StatefulSet'), stateOf()]).toEqual([
      'absent',
      'unknown',
      'unknown',
      'unknown',
    ])
  })
  it('is hopeless where something that it needs goes too or does not exist', () => {
    const wait = (...states: ReadonlyArray<'alive' | 'dies' | 'absent' | 'unknown'>) => {
      const needs = states.map((state) => ({ what: 'its operator', state }))
      return isHopeless({ target: targetOf(deployment), finalizer: 'own', needs, deletes: [] })
    }
    expect([wait('alive', 'dies'), wait('absent')]).toEqual([true, true])
    expect([wait(), wait('alive', 'unknown')]).toEqual([false, false])
  })
  it('reads the inventory of a Kustomization', () => {
    const kustomization = object(
      'kustomize.toolkit.fluxcd.io/v1',
      'Kustomization',
      'apps',
      {
        spec: { prune: true },
        status: { inventory: { entries: [{ id: 'shop_web_apps_Deployment', v: 'v1' }, 7] } },
      },
      { finalizers: ['finalizers.fluxcd.io'] },
    )
    const owned = (name: string, more: object = {}): object => ({
      [`${flux}/name`]: name,
      [`${flux}/namespace`]: 'shop',
      ...more,
    })
    const namesOf = (spec: object, metadata: object): ReadonlyArray<string> => {
      const own = { ...kustomization, spec }
      const web = object('apps/v1', 'Deployment', 'web', {}, metadata)
      return waitsOf(
        knownHolders,
        [web, own],
        after(own),
      )(own).flatMap(({ deletes }) => deletes.map(({ name }) => name))
    }
    const labels = owned('apps')
    const prune = { prune: true }
    for (const spec of [prune, { deletionPolicy: 'Delete' }, { deletionPolicy: 'WaitForTermination', prune: false }])
      expect(namesOf(spec, { labels })).toEqual(['web'])
    for (const spec of [
      {},
      { prune: false },
      { prune: true, suspend: true },
      { prune: true, deletionPolicy: 'Orphan' },
      { prune: true, kubeConfig: { secretRef: { name: 'other' } } },
    ])
      expect(namesOf(spec, { labels })).toEqual([])
    for (const metadata of [
      {},
      { labels: owned('other') },
      { labels: owned('apps', { [`${flux}/namespace`]: 'other' }) },
      { labels: owned('apps', { [`${flux}/prune`]: 'disabled' }) },
      { labels, annotations: { [`${flux}/reconcile`]: 'disabled' } },
    ])
      expect(namesOf(prune, metadata)).toEqual([])
  })
  it('knows what an Application leaves, and lists of other clusters', () => {
    const namesOf = (destination: object, metadata: object = {}, listed = deployment): ReadonlyArray<string> => {
      const resources = [{ group: groupOf(listed.apiVersion), kind: listed.kind, namespace: 'shop', name: 'web' }]
      const own = { ...application, spec: { destination }, status: { resources } }
      const web = { ...listed, metadata: { ...listed.metadata, ...metadata } }
      return waitsOf(
        knownHolders,
        [web, own],
        after(own),
      )(own).flatMap(({ deletes }) => deletes.map(({ name }) => name))
    }
    for (const here of [{}, { server: 'https://kubernetes.default.svc' }, { name: 'in-cluster' }])
      expect(namesOf(here)).toEqual(['web'])
    for (const elsewhere of [{ server: 'https://10.0.0.1' }, { name: 'prod' }]) expect(namesOf(elsewhere)).toEqual([])
    for (const annotations of [
      { 'argocd.argoproj.io/sync-options': 'Prune=false, Delete=false' },
      { 'helm.sh/resource-policy': 'keep' },
    ])
      expect(namesOf({}, { annotations })).toEqual([])
    expect(namesOf({}, { annotations: { 'argocd.argoproj.io/sync-options': 'Prune=false' } })).toEqual(['web'])
    expect(namesOf({}, {}, object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'web'))).toEqual([])
    const itself = { ...application, status: { resources: [{ ...argoproj, namespace: 'shop', name: 'web' }] } }
    expect(waitsOf(knownHolders, [itself], after(itself))(itself)[0]?.deletes).toEqual([])
  })
})

describe('what comes back', () => {
  it('leaves the pod of a DaemonSet away whose node goes too', () => {
    const daemons = object('apps/v1', 'DaemonSet', 'logs')
    const reference = { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'logs', uid: daemons.metadata.uid }
    const ownerReferences = [{ ...reference, controller: true }]
    const pod = object('v1', 'Pod', 'logs-a', { spec: { nodeName: 'a' } }, { ownerReferences })
    const node = (name: string) => object('v1', 'Node', name, {}, { namespace: undefined })
    const back = (gone: string) => backOf([pod, daemons, node(gone)], after(daemons)).map(({ target }) => target.name)
    expect([back('a'), back('b')]).toEqual([[], ['logs-a']])
  })
  it('names a CronJob that makes another Job, unless it is suspended', () => {
    const cron = (suspend: boolean) => object('batch/v1', 'CronJob', 'backup', { spec: { suspend } })
    const reference = {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      name: 'backup',
      uid: 'CronJob-backup',
      controller: true,
    }
    const job = object('batch/v1', 'Job', 'backup-1', {}, { ownerReferences: [reference] })
    const back = (suspend: boolean) => backOf([job, cron(suspend)], after(cron(suspend))).map(explainComesBack)
    expect(back(false)).toEqual([
      'Job shop/backup-1 comes back: CronJob shop/backup makes another one when its schedule says so',
    ])
    expect(back(true)).toEqual([])
  })
  const owned = (kind: string, owner: WholeObject, name = 'x', apiVersion = 'v1'): WholeObject =>
    object(
      apiVersion,
      kind,
      name,
      {},
      {
        ownerReferences: [
          {
            apiVersion: owner.apiVersion,
            kind: owner.kind,
            name: owner.metadata.name,
            uid: owner.metadata.uid,
            controller: true,
          },
        ],
      },
    )
  it('counts the claims of a set from its first ordinal', () => {
    const set = object('apps/v1', 'StatefulSet', 'db', {
      spec: { replicas: 2, ordinals: { start: 5 }, volumeClaimTemplates: [{ metadata: { name: 'data' } }] },
    })
    const claims = [0, 4, 5, 6, 7].map((ordinal) => object('v1', 'PersistentVolumeClaim', `data-db-${ordinal}`))
    expect(backOf([...claims, set], after(set)).map(({ target }) => target.name)).toEqual(['data-db-5', 'data-db-6'])
  })
  it('makes Endpoints again for a Service with a selector alone', () => {
    const back = (spec: object) => {
      const service = object('v1', 'Service', 'web', { spec })
      return backOf([object('v1', 'Endpoints', 'web'), service], after(service)).length
    }
    expect([back({ selector: { app: 'web' } }), back({})]).toEqual([1, 0])
  })
  it('names no maker that is being deleted itself', () => {
    const set = object('apps/v1', 'ReplicaSet', 'web', { spec: { replicas: 1 } })
    const dying = { ...set, metadata: { ...set.metadata, deletionTimestamp: new Date(0), finalizers: ['a.b/c'] } }
    const replica = owned('Pod', set)
    const back = (left: WholeObject) => backOf([replica, set], after(left)).map(({ target }) => target.name)
    expect([back(set), back(dying)]).toEqual([['x'], []])
  })
  it('names the newest revision of a set, which is that of its template', () => {
    const revision = (owner: WholeObject, name: string, number: number): WholeObject => ({
      ...owned('ControllerRevision', owner, name, 'apps/v1'),
      ...{ revision: number },
    })
    for (const kind of ['StatefulSet', 'DaemonSet']) {
      const own = object('apps/v1', kind, 'db')
      const other = object('apps/v1', kind, 'other')
      const objects = [revision(own, 'a', 9), revision(own, 'b', 10), revision(other, 'c', 11), own, other]
      expect(backOf(objects, after(own, other)).map(explainComesBack)).toEqual([
        `ControllerRevision shop/b comes back: ${kind} shop/db makes it again`,
        `ControllerRevision shop/c comes back: ${kind} shop/other makes it again`,
      ])
      expect(backOf(objects, after(own, other, revision(own, 'b', 10))).map(({ target }) => target.name)).toEqual(['c'])
    }
  })
  const set = object('apps/v1', 'StatefulSet', 'db', {
    spec: { replicas: 1, volumeClaimTemplates: [{ metadata: { name: 'data' } }] },
  })
  const job = (status: object): WholeObject => object('batch/v1', 'Job', 'j', { status })
  const service = object('v1', 'Service', 's', { spec: { selector: { app: 'x' } } })
  it.each<[string, WholeObject, WholeObject, boolean]>([
    [
      'the pod of a ReplicaSet',
      owned('Pod', object('apps/v1', 'ReplicaSet', 'r')),
      object('apps/v1', 'ReplicaSet', 'r'),
      true,
    ],
    [
      'the pod of one that wants none',
      owned('Pod', object('apps/v1', 'ReplicaSet', 'r')),
      object('apps/v1', 'ReplicaSet', 'r', { spec: { replicas: 0 } }),
      false,
    ],
    ['the ReplicaSet of a Deployment', owned('ReplicaSet', deployment, 'r', 'apps/v1'), deployment, true],
    ['the pod of a Job', owned('Pod', job({})), job({}), true],
    [
      'the pod of a finished Job',
      owned('Pod', job({})),
      job({ conditions: [{ type: 'Complete', status: 'True' }] }),
      false,
    ],
    ['a claim of a StatefulSet', object('v1', 'PersistentVolumeClaim', 'data-db-0'), set, true],
    ['a claim beyond its replicas', object('v1', 'PersistentVolumeClaim', 'data-db-1'), set, false],
    ['the Endpoints of a Service', object('v1', 'Endpoints', 's'), service, true],
    [
      'the Endpoints of a Service of another namespace',
      object('v1', 'Endpoints', 's'),
      { ...service, metadata: { ...service.metadata, namespace: 'other' } },
      false,
    ],
    [
      'a claim of a StatefulSet of another namespace',
      object('v1', 'PersistentVolumeClaim', 'data-db-0'),
      { ...set, metadata: { ...set.metadata, namespace: 'other' } },
      false,
    ],
    ['the ConfigMap of a Deployment', owned('ConfigMap', deployment), deployment, false],
  ])('%s', (_what, goes, maker, isMade) => {
    expect(backOf([goes, maker], after(maker)).map(({ maker: by }) => by?.name)).toEqual(
      isMade ? [maker.metadata.name] : [],
    )
  })
  it('is what every namespace has, but nothing in one that terminates', () => {
    const account = object('v1', 'ServiceAccount', 'default')
    const namespace = object('v1', 'Namespace', 'shop', {}, { namespace: undefined })
    expect(backOf([account, namespace], after(namespace)).map(explainComesBack)).toEqual([
      'ServiceAccount shop/default comes back: every namespace has one',
    ])
    expect(backOf([account, namespace], after())).toEqual([])
  })
  it('is nothing of an owner that goes too', () => {
    expect(backOf([owned('Pod', set), set], after())).toEqual([])
  })
})
