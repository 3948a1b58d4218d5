import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../../src/apiserver/index.js'
import type { Plan, Policy, Reference } from '../../../../src/controllers/lifecycle/index.js'
import { clusterOf, enabled, going, job, noon, object, planOf, pod, reasonsFor, secret } from '../build.js'

const unused = { enabled: true, afterUnused: true, ttlSeconds: 0 } as const

/** The first reason for which an object stays or goes. */
const toldOf = (plan: Plan, uid: string): unknown =>
  [...plan.passes[0].removals, ...plan.passes[0].kept].find(({ target }) => target.id === uid)?.reasons[0]

const keeper = (apiVersion: string, kind: string, name: string) => ({
  _tag: 'Object',
  id: name,
  apiVersion,
  kind,
  namespace: 'ns',
  name,
})

describe('a user that cannot be read', () => {
  const broken = (name: string): WholeObject => object('v1', 'Pod', name, {}, { spec: { volumes: 'none' } })

  it('is named with what is wrong with it; of several the first by name', () => {
    const told = { _tag: 'UserUnclear', user: keeper('v1', 'Pod', 'a'), because: 'unreadable' }
    for (const pods of [
      [broken('b'), broken('a'), broken('c')],
      [broken('a'), broken('c'), broken('b')],
    ])
      expect(toldOf(planOf(clusterOf([secret('x', unused), ...pods])), 'x')).toEqual(told)
  })

  it('keeps what is in its namespace, and nothing in another one', () => {
    const away = secret('y', unused, { namespace: 'elsewhere' })
    const plan = planOf(clusterOf([secret('x', unused), away, secret('z', unused), broken('a')]))
    expect(going(plan)).toEqual(['y'])
    expect(reasonsFor(plan, 'z')).toEqual(['UserUnclear'])
  })
})

describe('the first of several users', () => {
  it('is the first by name, wherever it stands', () => {
    for (const pods of [
      [pod('b', 'x'), pod('a', 'x'), pod('c', 'x')],
      [pod('a', 'x'), pod('c', 'x'), pod('b', 'x')],
    ])
      expect(toldOf(planOf(clusterOf([secret('x', unused), ...pods])), 'x')).toEqual({
        _tag: 'InUse',
        users: 3,
        first: keeper('v1', 'Pod', 'a'),
        from: 'object',
      })
  })

  it('is counted once, however often it names what it uses', () => {
    const volumes = ['v', 'w'].map((name) => ({ name, secret: { secretName: 'x' } }))
    const twice = object('v1', 'Pod', 'web', {}, { spec: { volumes } })
    expect(toldOf(planOf(clusterOf([secret('x', unused), twice])), 'x')).toMatchObject({ users: 1 })
  })

  it('is never the object itself', () => {
    const self: Reference = { target: { group: '', kind: 'Secret' }, namespace: 'ns', name: 'x' }
    const extractors: Policy['extractors'] = [
      { source: self.target, targets: [self.target], references: () => E.right([self]) },
    ]
    const policy = enabled({ extractors })
    expect(going(planOf(clusterOf([secret('x', unused)]), policy))).toEqual(['x'])
    expect(going(planOf(clusterOf([secret('x', unused), secret('y', unused)]), policy))).toEqual(['y'])
  })
})

describe('parameters that name secrets', () => {
  const storage = (parameters: unknown): WholeObject =>
    object('storage.k8s.io/v1', 'StorageClass', 'fast', {}, { parameters, metadata: { namespace: undefined } })
  const told = (parameters: unknown): unknown =>
    toldOf(planOf(clusterOf([secret('x', unused), storage(parameters)])), 'x')
  const named = (name: unknown, namespace: unknown, role = 'provisioner-') => ({
    [`csi.storage.k8s.io/${role}secret-name`]: name,
    [`csi.storage.k8s.io/${role}secret-namespace`]: namespace,
  })
  const unclear = (because: string) => ({
    _tag: 'UserUnclear',
    user: { _tag: 'Object', id: 'fast', apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', name: 'fast' },
    because,
  })

  it.each([['provisioner-'], ['node-stage-'], ['']])('use the secret of the role %o', (role) => {
    expect(told(named('x', 'ns', role))).toMatchObject({ _tag: 'InUse', first: { name: 'fast' } })
    expect(told(named('x', 'elsewhere', role))).toMatchObject({ _tag: 'TtlExpired' })
    expect(told(named('y', 'ns', role))).toMatchObject({ _tag: 'TtlExpired' })
  })

  it.each<readonly [unknown]>([
    [undefined],
    [null],
    [{}],
    [{ 'other.csi.storage.k8s.io/secret-name': '${x}' }],
    [{ 'csi.storage.k8s.io/secret-name-prefix': '${x}' }],
    [{ 'csi.storage.k8s.io/fstype': 'ext4' }],
  ])('use none in %j', (parameters) => {
    expect(told(parameters)).toMatchObject({ _tag: 'TtlExpired' })
  })

  it.each<readonly [unknown, string]>([
    ['all', 'unreadable'],
    [7, 'unreadable'],
    [named('${pvc.name}', 'ns'), 'templated'],
    [named('x', '${pvc.namespace}'), 'templated'],
    [named('x', ''), 'templated'],
    [named('x', 7), 'templated'],
    [named(7, 'ns'), 'templated'],
    [named('x', undefined), 'templated'],
  ])('may use any secret with %j', (parameters, because) => {
    expect(told(parameters)).toEqual(unclear(because))
  })
})

describe('an extractor', () => {
  const Secret = { group: '', kind: 'Secret' }
  const Volume = { group: '', kind: 'PersistentVolume' }
  const env = object('example.com/v1', 'Env', 'e')
  const by = (found: E.Either<string, ReadonlyArray<Reference>>): Policy =>
    enabled({
      extractors: [
        { source: { group: 'example.com', kind: 'Env' }, targets: [Secret, Volume], references: () => found },
      ],
    })
  const disk = object('v1', 'PersistentVolume', 'disk', unused, { metadata: { namespace: undefined } })

  it('names objects of the cluster without a namespace', () => {
    const plan = planOf(clusterOf([disk, env, secret('x', unused)]), by(E.right([{ target: Volume, name: 'disk' }])))
    expect(toldOf(plan, 'disk')).toMatchObject({ _tag: 'InUse', first: { name: 'e' } })
    expect(going(plan)).toEqual(['x'])
  })

  it('that fails leaves all that it may name unclear', () => {
    const plan = planOf(clusterOf([disk, env, secret('x', unused)]), by(E.left('no idea')))
    const told = { _tag: 'UserUnclear', user: keeper('example.com/v1', 'Env', 'e'), because: 'extractor-failed' }
    expect([toldOf(plan, 'disk'), toldOf(plan, 'x')]).toEqual([told, told])
  })
})

describe('a claim of a pod', () => {
  const claim = object('v1', 'PersistentVolumeClaim', 'web-scratch', unused)
  const with_ = (volume: object) => {
    const user = object('v1', 'Pod', 'web', {}, { spec: { volumes: [{ name: 'scratch', ...volume }] } })
    return going(planOf(clusterOf([claim, user])))
  }

  it('is used where the volume is made for the pod, and only then', () => {
    expect(with_({ ephemeral: {} })).toEqual([])
    expect(with_({ ephemeral: null })).toEqual(['web-scratch'])
    expect(with_({})).toEqual(['web-scratch'])
  })
})

describe('a definition', () => {
  const definition = (spec: unknown): WholeObject =>
    object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'crd', unused, {
      spec,
      metadata: { namespace: undefined },
    })
  const told = (spec: unknown, more: Parameters<typeof clusterOf>[1] = {}) =>
    toldOf(planOf(clusterOf([definition(spec)], more)), 'crd')
  const itself = {
    _tag: 'Object',
    id: 'crd',
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    name: 'crd',
  }

  it.each<readonly [unknown]>([
    [undefined],
    [{}],
    [{ group: 'example.com' }],
    [{ group: 'example.com', names: { kind: '' } }],
    [{ group: 'example.com', names: { kind: 7 } }],
    [{ group: 7, names: { kind: 'Build' } }],
  ])('stays where it does not say what it defines: %j', (spec) => {
    expect(told(spec)).toEqual({ _tag: 'UserUnclear', user: itself, because: 'unreadable' })
  })

  it('names its kind where the instances were not all listed', () => {
    const coverage = { _tag: 'Resources', resources: [] } as const
    expect(told({ group: 'ci.example.com', names: { kind: 'Build' } }, { coverage })).toEqual({
      _tag: 'UsersNotCovered',
      source: { group: 'ci.example.com', kind: 'Build' },
    })
    expect(told({ group: '', names: { kind: 'Build' } }, { coverage })).toEqual({
      _tag: 'UsersNotCovered',
      source: { group: '', kind: 'Build' },
    })
  })
})

describe('what every namespace holds', () => {
  const place = object('v1', 'Namespace', 'ns', unused, { metadata: { namespace: undefined } })

  it.each([
    ['v1', 'ServiceAccount', 'default', true],
    ['v1', 'ServiceAccount', 'builder', false],
    ['v1', 'ConfigMap', 'kube-root-ca.crt', true],
    ['v1', 'ConfigMap', 'settings', false],
    ['v1', 'Secret', 'kube-root-ca.crt', false],
    ['example.com/v1', 'ServiceAccount', 'default', false],
  ])('does not use it: %s %s %s is %s', (apiVersion, kind, name, isDefaultContent) => {
    expect(going(planOf(clusterOf([place, object(apiVersion, kind, name)])))).toEqual(isDefaultContent ? ['ns'] : [])
  })

  it('goes along with it unsaid, and so does what is in no namespace', () => {
    const gone = { enabled: true, ttlSeconds: 0 }
    const owned = object('v1', 'Namespace', 'ns', gone, {
      metadata: { namespace: undefined, ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'n' }] },
    })
    const owners = [{ _tag: 'Classified', uid: 'ns', solid: [], dangling: ['n'], waiting: [] }] as const
    const content = [
      object('v1', 'ServiceAccount', 'default'),
      secret('x'),
      secret('y', {}, { namespace: 'other' }),
      object('v1', 'Node', 'n', {}, { metadata: { namespace: undefined } }),
    ]
    const [removal] = planOf(clusterOf([owned, ...content], { owners })).passes[0].removals
    expect(removal?.reasons.at(-1)).toMatchObject({ _tag: 'TakesAlong', objects: [{ kind: 'Secret', name: 'x' }] })
  })
})

describe('a set that is kept for a rollback', () => {
  const ignoring = enabled({ revisions: 'ignore' })
  const set = (replicas: number, running: number | undefined, controller: boolean): WholeObject =>
    object(
      'apps/v1',
      'ReplicaSet',
      'old',
      {},
      {
        spec: { replicas, template: { spec: { volumes: [{ name: 'v', secret: { secretName: 'x' } }] } } },
        status: running === undefined ? undefined : { replicas: running },
        metadata: {
          ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'web', controller }],
        },
      },
    )

  it.each<readonly [number, number | undefined, boolean, boolean]>([
    [0, 0, true, false],
    [0, undefined, true, false],
    [0, 1, true, true],
    [1, 0, true, true],
    [0, 0, false, true],
  ])('of %o replicas, %o running, controlled %o is a user: %o', (replicas, running, controlled, uses) => {
    const plan = planOf(clusterOf([secret('x', unused), set(replicas, running, controlled)]), ignoring)
    expect(going(plan)).toEqual(uses ? [] : ['x'])
  })
})

describe('a job that uses a secret', () => {
  const spec = { template: { spec: { volumes: [{ name: 'v', secret: { secretName: 'x' } }] } } }

  it('is a user until it has finished, also where nobody observes jobs', () => {
    for (const finished of [[], undefined]) {
      const policy = enabled(finished === undefined ? {} : { finished })
      const running = { ...job('j', null), spec }
      const done = { ...job('j', noon), spec }
      expect(going(planOf(clusterOf([secret('x', unused), running]), policy))).toEqual([])
      expect(going(planOf(clusterOf([secret('x', unused), done]), policy))).toEqual(['x'])
    }
  })
})
