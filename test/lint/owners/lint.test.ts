import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { defaultPolicy, explain } from '../../../src/controllers/owner/index.js'
import { explainOwnerFinding } from '../../../src/lint/owners/explain.js'
import { lintOwners } from '../../../src/lint/owners/lint.js'
import { decodeKubectlObjects, kubernetesOwnerSnapshot } from '../../../src/decode/index.js'
import { scopes_1_36 } from '../../../src/apiserver/scopes.js'
import { capture, right } from '../../decode/reading.js'
import { clusterRole, lint, object, said, snapshot, time, to } from './build.js'

const dying = { deletionTimestamp: time('03:00:00'), finalizers: ['foregroundDeletion'] }

describe('owners that are there', () => {
  it('are nothing to talk about', () => {
    expect(
      said(object('a'), object('b', [to('a')]), object('c', [to('a'), to('b', { blockOwnerDeletion: true })])),
    ).toEqual([])
  })

  it('are nothing to talk about when they are gone, either', () => {
    expect(said(object('b', [to('gone')]))).toEqual([])
  })
})

it('a finding ends with the reason of the plan', () => {
  const [finding] = lint(object('a'), object('b', [to('a')], { namespace: 'cart' }))
  if (finding === undefined) throw new Error('nothing was found')
  expect(explainOwnerFinding(finding).endsWith(`; the collector deletes it: ${explain(finding.does.reason)}`)).toBe(
    true,
  )
})

describe('a reference that misses its owner', () => {
  it('for another namespace', () => {
    expect(said(object('a'), object('b', [to('a')], { namespace: 'cart' }))).toEqual([
      'problem: ConfigMap cart/b: its owner ConfigMap a lives in namespace shop, where the collector does not look for it; the collector deletes it',
    ])
  })

  it('for another name or kind', () => {
    expect(said(object('a'), object('b', [to('a', { name: 'A' })]))).toEqual([
      'problem: ConfigMap shop/b: the uid of its owner v1 ConfigMap A belongs to v1 ConfigMap shop/a: the name in the reference is wrong; the collector deletes it',
    ])
    const [finding] = lint(object('a'), object('b', [to('a', { apiVersion: 'apps/v1', kind: 'Deployment' })]))
    expect(finding).toMatchObject({ _tag: 'OwnerMisnamed', wrong: ['group', 'kind'], does: { _tag: 'Deletes' } })
  })

  it('for a version in which it was listed and which nobody serves', () => {
    const old = object('a', [], {}, { apiVersion: 'apps/v1beta1', kind: 'Deployment' })
    const findings = lint(old, object('b', [to('a', { apiVersion: 'apps/v1', kind: 'Deployment' })]))
    expect(findings.map(({ _tag }) => _tag)).toEqual(['KindNotServed', 'OwnerMisnamed'])
    expect(findings[1]).toMatchObject({ wrong: ['version'] })
  })

  it('for two reasons at once', () => {
    const findings = lint(object('a'), object('b', [to('a', { name: 'A' })], { namespace: 'cart' }))
    expect(findings.map(({ _tag }) => _tag)).toEqual(['OwnerMisnamed', 'OwnerInOtherNamespace'])
  })

  it('does not delete what has another owner', () => {
    const [finding] = lint(
      object('a'),
      object('s', [], { namespace: 'cart' }),
      object('b', [to('a'), to('s')], { namespace: 'cart' }),
    )
    expect(finding).toMatchObject({ _tag: 'OwnerInOtherNamespace', does: { _tag: 'Changes' } })
  })

  it('deletes nothing where the snapshot does not cover the owner', () => {
    const findings = right(
      lintOwners(defaultPolicy)({
        ...snapshot(object('a'), object('b', [to('a')], { namespace: 'cart' })),
        coverage: { _tag: 'Resources', resources: [] },
      }),
    )
    expect(findings).toMatchObject([{ _tag: 'OwnerInOtherNamespace', does: { reason: { _tag: 'OwnerNotCovered' } } }])
  })
})

it('an owner in another served version is found', () => {
  const scaler = object('h', [], {}, { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler' })
  const reference = to('h', { apiVersion: 'autoscaling/v1', kind: 'HorizontalPodAutoscaler' })
  expect(said(scaler, object('b', [reference]))).toEqual([
    'note: ConfigMap shop/b: its owner HorizontalPodAutoscaler h is referenced as autoscaling/v1 and listed as autoscaling/v2: both find it, but the collector examines the object at every start; the collector keeps it',
  ])
})

it('an owner in a namespace keeps an object of the cluster forever', () => {
  expect(said(object('a'), clusterRole('r', [to('a'), to('gone', { apiVersion: 'v1', kind: 'Node' })]))).toEqual([
    'problem: ClusterRole r: it is cluster-scoped, but its owner ConfigMap a is namespaced: it may stay forever or be deleted, whatever happens to its other owners; the collector keeps it',
  ])
})

it('an owner that was created anew is another one', () => {
  expect(said(object('b', [to('a', { uid: 'u-old' })]), object('a'))).toEqual([
    'problem: ConfigMap shop/b: its owner ConfigMap a was recreated: the reference has uid u-old, the ConfigMap of that name has u-a; the collector deletes it',
  ])
  expect(said(object('b', [to('a', { uid: 'u-old' })]), object('a', [], { namespace: 'cart' }))).toEqual([])
})

it('an owner of a kind that nobody serves freezes the object', () => {
  const ghost = to('g', { apiVersion: 'gone.example.com/v1', kind: 'Ghost' })
  expect(said(object('b', [ghost, { ...ghost, uid: 'u-2' }, to('gone')]))).toEqual([
    'problem: ConfigMap shop/b: no resource serves Ghost of gone.example.com/v1, the kind of its owner g: it is never collected, whatever happens to its other owners; the collector keeps it',
  ])
})

it('objects of a kind that nobody serves are said once', () => {
  const cache = (name: string) => object(name, [], {}, { apiVersion: 'shop.example.com/v1', kind: 'Cache' })
  const findings = lint(cache('a'), object('x'), cache('b'))
  expect(findings).toMatchObject([{ _tag: 'KindNotServed', level: 'advice', objects: 2, object: { name: 'a' } }])
  expect(findings.map(explainOwnerFinding).join()).toMatch(
    /^Cache shop\/a: no resource serves the kind of these 2 objects; if the server does, give its scope; /,
  )
})

it('an owner that was created later is noted', () => {
  const young = object('a', [], { creationTimestamp: time('03:00:01') })
  const old = object('b', [to('a')], { creationTimestamp: time('03:00:00') })
  expect(said(young, old)).toEqual([
    'note: ConfigMap shop/b: its owner ConfigMap a was created at 2026-11-21T03:00:01.000Z, later than the object itself (2026-11-21T03:00:00.000Z); the collector keeps it',
  ])
  expect(said(young, object('b', [to('a')], { creationTimestamp: time('03:00:01') }))).toEqual([])
})

describe('an object that owns itself', () => {
  it('does no harm unless it blocks itself', () => {
    expect(lint(object('a', [to('a')]))).toMatchObject([{ level: 'note', _tag: 'SelfReference', blocks: false }])
  })

  it('never goes in the foreground if it does', () => {
    expect(said(object('a', [to('a', { blockOwnerDeletion: true })], dying))).toEqual([
      'problem: ConfigMap shop/a: it is its own owner and blocks itself: its foreground deletion never ends; the collector keeps it',
    ])
  })
})

describe('an object that blocks its owner forever', () => {
  const blocking = { blockOwnerDeletion: true }

  it('has no namespace', () => {
    expect(said(object('a', [], dying), clusterRole('r', [to('a', blocking)])).slice(1)).toEqual([
      'problem: ClusterRole r: ConfigMap shop/a waits for it, and it may never be collected: it is cluster-scoped, and one of its owners is namespaced; the collector keeps it',
    ])
  })

  it('is advice while the owner stays', () => {
    const ghost = to('g', { apiVersion: 'gone.example.com/v1', kind: 'Ghost' })
    expect(lint(object('a'), object('b', [to('a', blocking), ghost]))).toMatchObject([
      { _tag: 'BlocksOwnerForEver', level: 'advice', because: 'owner-kind-not-served', waits: false },
      { _tag: 'OwnerKindNotServed' },
    ])
  })

  it('is of a kind that nobody serves', () => {
    const cache = object('b', [to('a', blocking)], {}, { apiVersion: 'shop.example.com/v1', kind: 'Cache' })
    expect(lint(object('a'), cache)).toMatchObject([
      { _tag: 'BlocksOwnerForEver', because: 'own-kind-not-served' },
      { _tag: 'KindNotServed' },
    ])
  })

  it('is none that does not block, or that goes', () => {
    expect(lint(object('a'), clusterRole('r', [to('a')])).map(({ _tag }) => _tag)).toEqual([
      'NamespacedOwnerOfClusterScopedObject',
    ])
    expect(lint(object('a', [], dying), object('b', [to('a', blocking)]))).toEqual([])
  })
})

describe('references to one uid', () => {
  it('may be equal', () => {
    expect(said(object('a'), object('b', [to('a'), to('a')]))).toEqual([
      'advice: ConfigMap shop/b: 2 of its references have the uid of ConfigMap a: when one is removed, all are; the collector keeps it',
    ])
  })

  it('may differ, and the good one goes with the bad one', () => {
    const findings = lint(object('a'), object('b', [to('a', { blockOwnerDeletion: true }), to('a', { name: 'A' })]))
    expect(findings.at(-1)).toMatchObject({
      _tag: 'DuplicateReferences',
      level: 'problem',
      references: 2,
      differ: ['name', 'blocking'],
      does: { _tag: 'Changes' },
    })
  })
})

describe('objects that own each other', () => {
  it('are said once, with the way around', () => {
    expect(
      said(object('x', [to('b')]), object('a', [to('b')]), object('b', [to('c')]), object('c', [to('a')])),
    ).toEqual([
      'problem: ConfigMap shop/a: it and 2 other objects own each other, ConfigMap shop/a -> ConfigMap shop/b -> ConfigMap shop/c -> ConfigMap shop/a: none is collected unless one is deleted; the collector keeps it',
    ])
  })

  it('do not when a reference misses', () => {
    const findings = lint(object('a', [to('b', { name: 'B' })]), object('b', [to('a')]))
    expect(findings.map(({ _tag }) => _tag)).toEqual(['OwnerMisnamed'])
  })

  it('are shortened when there are many', () => {
    const ring = Array.from({ length: 7 }, (_, index) => object(`r${index}`, [to(`r${(index + 1) % 7}`)]))
    expect(said(...ring)[0]).toContain(
      'it and 6 other objects own each other, ConfigMap shop/r0 -> ConfigMap shop/r1 -> ConfigMap shop/r2 -> ... -> ConfigMap shop/r0:',
    )
  })
})

describe('a list of owners', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => to(`owner-${String(index).padStart(6, '0')}`, { controller: false }))

  it('near what a server stores is advice, beyond it a problem', () => {
    const near = object('b', many(8_000))
    const reference =
      '{"apiVersion":"v1","kind":"ConfigMap","name":"owner-000000","uid":"u-owner-000000","controller":false},'
    const bytes = 8_000 * reference.length
    expect(lint(near)).toMatchObject([
      { _tag: 'OwnerListNearLimit', level: 'advice', references: 8_000, bytes, limit: 1_572_864 },
    ])
    expect(lint(object('b', many(16_000)))).toMatchObject([{ _tag: 'OwnerListNearLimit', level: 'problem' }])
    expect(lint(object('b', many(4_000)))).toEqual([])
  })
})

it('a list of owners is measured as JSON, to the byte', () => {
  const short = [to('a'), to('b')]
  const size = short.reduce((sum, reference) => sum + JSON.stringify(reference).length + 1, 0)
  const ofSize = (bytes: number) => [to('a'), to('b', { name: `b${'x'.repeat(bytes - size)}` })]
  const levels = (bytes: number) =>
    lint(object('o', ofSize(bytes)))
      .filter(({ _tag }) => _tag === 'OwnerListNearLimit')
      .map(({ level }) => level)
  expect([786_431, 786_432, 1_572_863, 1_572_864].map(levels)).toEqual([[], ['advice'], ['advice'], ['problem']])
})

it('events are passed over, as the collector does not watch them', () => {
  const event = object('e', [to('e', { uid: 'u-e', kind: 'Event' })], {}, { kind: 'Event' })
  expect(said(event)).toEqual([])
  const ours = { apiVersion: 'shop.example.com/v1', kind: 'Event' }
  expect(lint(object('e', [to('e', ours)], {}, ours)).map(({ _tag }) => _tag)).toContain('SelfReference')
})

it('a broken snapshot is refused', () => {
  expect(E.isLeft(lintOwners(defaultPolicy)(snapshot(object('a'), object('a'))))).toBe(true)
})

it('the captured cluster has what was put into it', () => {
  const snapshotOfCluster = right(
    kubernetesOwnerSnapshot({
      at: time('03:01:10'),
      listings: ['all', 'clusterroles'].map((file) =>
        right(decodeKubectlObjects(capture(`kubectl/cluster-before.${file}.json`))),
      ),
      scopes: scopes_1_36.scopes,
      covers: [{ _tag: 'Everything', because: 'the capture lists all kinds that own or are owned' }],
    }),
  )
  const findings = right(lintOwners(defaultPolicy)(snapshotOfCluster))
  expect(findings.map(({ _tag, object: { name }, does }) => `${name} ${_tag} ${does._tag}`).sort()).toEqual([
    'cross-namespace OwnerInOtherNamespace Deletes',
    'namespaced-owner NamespacedOwnerOfClusterScopedObject Keeps',
    'stale-uid OwnerRecreated Deletes',
    'unknown-kind OwnerKindNotServed Keeps',
  ])
  expect(findings.map(explainOwnerFinding).every((line) => /^[^\n]+$/.test(line))).toBe(true)
})
