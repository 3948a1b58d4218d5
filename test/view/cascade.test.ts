import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../src/apiserver/index.js'
import { scopes_1_36 } from '../../src/apiserver/scopes.js'
import type { CascadeRequest } from '../../src/simulate/cascade/index.js'
import { type CascadeView, cascadeTree, cascadeView } from '../../src/view/index.js'
import { deleted, everything, noon, object, scopes, to } from '../controllers/owner/build.js'
import { blocking, cascadeOf, cluster, kubectl, namespace, pod } from '../simulate/cascade/cluster.js'
import { expectPlain } from './plain.js'

const viewOf = (objects: ReadonlyArray<WholeObject>, ...requests: ReadonlyArray<CascadeRequest>): CascadeView => {
  const snapshot = { at: noon, objects, scopes: [...scopes, ...scopes_1_36.scopes], coverage: everything }
  const view = cascadeView(cascadeOf(snapshot, ...requests), { requests, snapshot })
  expectPlain(view)
  return view
}
const inNamespace = (name: string): CascadeRequest => ({ _tag: 'DeleteNamespace', namespace: name, options: {} })

const ghost = to('g', { apiVersion: 'gone.example.com/v1', kind: 'Ghost' })

/** A claim in use by nobody, and its volume, which a driver deletes. */
const storage: ReadonlyArray<WholeObject> = [
  {
    ...object('claim', [], {}, 'PersistentVolumeClaim'),
    spec: { volumeName: 'volume', resources: { requests: { storage: '1Gi' } } },
    status: { phase: 'Bound' },
  },
  {
    ...object(
      'volume',
      [],
      { namespace: undefined, annotations: { 'pv.kubernetes.io/provisioned-by': 'ebs.csi.aws.com' } },
      'PersistentVolume',
    ),
    spec: {
      persistentVolumeReclaimPolicy: 'Delete',
      claimRef: { namespace: 'ns', name: 'claim', uid: 'claim' },
      csi: { driver: 'ebs.csi.aws.com' },
      capacity: { storage: '1Gi' },
    },
    status: { phase: 'Bound' },
  },
]

describe('before an object is deleted', () => {
  it('says what goes, in which wave, and why', () => {
    const view = viewOf([object('a'), object('b', [to('a')])], kubectl('a'))
    expect(view).toMatchObject({ tone: 'harmless', at: '2026-01-01T12:00:00Z', isQuiet: true, pending: [] })
    expect(view.headline).toEqual(['2 objects go in this plan, and no volume loses its data'])
    expect(
      view.waves.map(({ by, afterMillis, changes }) => [by, afterMillis, changes.map(({ what }) => what)]),
    ).toEqual([
      ['requests', 0, ['Removed']],
      ['collector', 0, ['Removed']],
    ])
    expect(view.waves[1]?.changes[0]).toEqual({
      what: 'Removed',
      said: 'is removed',
      target: { id: 'b', apiVersion: 'v1', kind: 'ConfigMap', namespace: 'ns', name: 'b', said: 'ConfigMap ns/b' },
      sentences: ['its owner ConfigMap a does not exist'],
      reasons: ['OwnersAbsent'],
    })
    expect(view.totals).toEqual({
      gone: 2,
      terminating: 0,
      changed: 0,
      later: 0,
      others: 0,
      said: '2 gone, 0 still being deleted, 0 changed, 0 others',
    })
    expect(view.next).toEqual([])
  })

  it('repeats the requests in words, with what the API server answers', () => {
    const { requests } = viewOf([object('a'), object('b')], kubectl('a'), { _tag: 'Vanish', target: 'b' }, kubectl('c'))
    expect(requests).toEqual([
      {
        said: 'delete ConfigMap ns/a with policy Background',
        answer: '200, it is gone at once',
        code: 200,
        isRefused: false,
      },
      { said: 'ConfigMap ns/b vanishes', answer: null, code: null, isRefused: false },
      expect.objectContaining({ said: 'delete c with policy Background', code: 404, isRefused: true }),
    ])
  })

  it('says of a namespace that is not listed that its content is deleted all the same', () => {
    const { requests, tone } = viewOf([object('a')], inNamespace('ns'))
    expect(requests).toEqual([
      {
        said: 'delete Namespace ns without a policy',
        answer: 'the lists hold its content but not the Namespace; it is deleted as if it were listed',
        code: null,
        isRefused: false,
      },
    ])
    expect(tone).not.toBe('refused')
  })

  it('is of no consequence where nothing changes, and refused where the server rejects all', () => {
    expect(viewOf([object('a')]).tone).toBe('nothing')
    const refused = viewOf([object('a')], kubectl('b'))
    expect([refused.tone, refused.headline]).toEqual(['refused', ['nothing goes: the API server rejects the request']])
  })

  it('names lost data first, and marks it in the graph', () => {
    const view = viewOf(storage, kubectl('claim'))
    expect(view.tone).toBe('loses')
    expect(view.headline[0]).toBe('1 volume loses its data (1 GiB): PersistentVolumeClaim ns/claim')
    expect(view.sections.data.lines).toEqual([
      expect.objectContaining({
        verdict: 'lost',
        bytes: 1_073_741_824,
        said: expect.stringContaining('ebs.csi.aws.com deletes the storage') as string,
      }),
    ])
    expect(view.graph?.nodes.map(({ id, isLost }) => [id, isLost])).toEqual([
      ['claim', true],
      ['volume', true],
    ])
  })

  it('says of what never ends which edit ends it', () => {
    const view = viewOf([object('a'), object('b', [blocking('a'), ghost])], kubectl('a', 'foreground'))
    expect(view.tone).toBe('never')
    expect(view.headline[0]).toBe(
      'without an edit this never ends: remove the owner reference to Ghost g from ConfigMap ns/b (and 1 more)',
    )
    expect(view.sections.never.lines[0]).toMatchObject({ target: { id: 'a' }, edit: 'RemoveOwner' })
    expect(view.next).toEqual([
      { who: 'Nobody', said: 'no component will ever act: somebody has to edit ConfigMap ns/b' },
    ])
    expect(view.sections.stuck.lines.map(({ said, reasons }) => [said, reasons])).toContainEqual([
      'ConfigMap ns/b',
      ['OwnerKindNotServed'],
    ])
  })

  it('says who has to act where it waits for others', () => {
    const view = viewOf([object('a', [], { finalizers: ['example.com/x'] })], kubectl('a'))
    expect(view.tone).toBe('waits')
    expect(view.headline).toEqual([
      'this ends only when others act: ConfigMap ns/a waits for the controller of example.com to remove example.com/x',
    ])
    expect(view.next).toEqual([
      { who: 'FinalizerController', said: 'the controller of example.com has to remove the finalizer example.com/x' },
    ])
    expect(view.sections.waits.lines).toEqual([
      expect.objectContaining({ finalizer: 'example.com/x', party: null, isHopeless: false }),
    ])
    expect(view.waves[0]?.changes[0]).toMatchObject({ what: 'Marked', said: 'gets deletionTimestamp' })
  })

  it('says that data is kept also where it waits for others', () => {
    const retained = storage.map((one) =>
      one.kind === 'PersistentVolume'
        ? { ...one, spec: { ...(one.spec as object), persistentVolumeReclaimPolicy: 'Retain' } }
        : one,
    )
    const held = object('a', [], { finalizers: ['example.com/x'] })
    const { headline } = viewOf([...retained, held], kubectl('claim'), kubectl('a'))
    expect(headline[0]).toMatch(/^this ends only when others act/)
    expect(headline.slice(1)).toEqual(['no volume loses its data'])
    expect(viewOf([...storage, held], kubectl('claim'), kubectl('a')).headline).not.toContain(
      'no volume loses its data',
    )
  })

  it('loses data before it never ends, and is unknown before it waits where it did not come to rest', () => {
    const endless = [object('a'), object('b', [blocking('a'), ghost])]
    expect(viewOf([...storage, ...endless], kubectl('claim'), kubectl('a', 'foreground')).tone).toBe('loses')
    const held = cascadeOf(cluster([object('a', [], { finalizers: ['example.com/x'] })]), kubectl('a'))
    expect([cascadeView(held).tone, cascadeView({ ...held, isQuiet: false }).tone]).toEqual(['waits', 'unknown'])
  })

  it('names the party that takes a known finalizer off', () => {
    const finalizers = ['service.kubernetes.io/load-balancer-cleanup']
    const { next, sections } = viewOf([object('a', [], { finalizers }, 'Service')], kubectl('a'))
    const party = sections.waits.lines[0]?.party ?? ''
    expect(party).not.toBe('')
    expect(next).toEqual([
      { who: 'FinalizerController', said: `${party} has to remove the finalizer ${finalizers[0]}` },
    ])
  })

  it('is unknown where the lists do not show what goes', () => {
    const requests = [kubectl('a')]
    const snapshot = cluster([object('a')], { _tag: 'Resources', resources: [] })
    const plan = cascadeOf(snapshot, ...requests)
    const view = cascadeView(plan, { requests })
    expect(view.tone).toBe('unknown')
    expect(view.sections.unknown.lines.map(({ reason }) => reason)).toContain('DependentsNotCovered')
    expect(view.graph).toBeNull()
  })

  it('tells what is left behind, what other owners keep, and that the graph draws owners that do not exist', () => {
    const orphans = viewOf([object('a'), object('b', [to('a')])], kubectl('a', 'orphan'))
    expect(orphans.sections.leftBehind.lines.map(({ said, by }) => [said, by.id])).toEqual([
      ['ConfigMap ns/b, by ConfigMap ns/a', 'a'],
    ])
    const kept = viewOf([object('a'), object('c'), object('b', [to('a'), to('c')])], kubectl('a'))
    expect(kept.sections.keptByOthers.lines.map(({ said, owners }) => [said, owners])).toEqual([
      ['ConfigMap ns/b, by ConfigMap c', [{ id: 'c', kind: 'ConfigMap', name: 'c' }]],
    ])
    const absent = viewOf([object('b', [to('lost'), to('a')]), object('a')], kubectl('a'))
    expect(absent.graph?.nodes.find(({ id }) => id === 'lost')).toMatchObject({
      state: 'absent',
      begins: null,
      goes: null,
    })
  })

  it('says what goes later, and when pods get their time', () => {
    const view = viewOf([namespace('ns'), pod('p', []), object('c')], inNamespace('ns'))
    const kubelets = view.waves.find(({ by }) => by === 'kubelets')
    expect(kubelets?.afterMillis).toBeGreaterThan(0)
    expect(kubelets?.said).toBe(`kubelets, after ${Number(kubelets?.afterMillis) / 1000} s`)
    const { goes, begins } = view.graph?.nodes.find(({ id }) => id === 'p') ?? {}
    expect(begins).toBeLessThan(Number(goes))
    expect(view.waves[Number(goes)]?.changes.some(({ target, what }) => target.id === 'p' && what === 'Removed')).toBe(
      true,
    )
  })

  it('keeps what controllers do anyway apart from what follows', () => {
    const view = viewOf([object('a'), object('b', [to('gone')])], kubectl('a'))
    expect(view.pending.map(({ said, changes }) => [said, changes.map(({ target }) => target.id)])).toEqual([
      ['collector, before the requests', ['b']],
    ])
    expect(view.waves.map(({ changes }) => changes.map(({ target }) => target.id))).toEqual([['a']])
  })

  it('is grave where a server goes without which no namespace ends', () => {
    const service: WholeObject = {
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name: 'v1.x.example', uid: 's' },
      spec: { group: 'x.example', version: 'v1', service: { namespace: 'srv', name: 'backend' } },
      status: { conditions: [{ type: 'Available', status: 'True' }] },
    }
    const backend = object('backend', [], { namespace: 'srv' }, 'Service')
    const { tone, sections } = viewOf([namespace('other'), service, backend], kubectl('backend'))
    expect(sections.never.lines).toEqual([])
    expect(sections.lostGroups.lines.map((line) => line.service)).toEqual(['v1.x.example'])
    expect(tone).toBe('never')
  })

  it('repeats the conditions with which a namespace hangs, and no others', () => {
    const held = object('h', [], { finalizers: ['example.com/x'] })
    const { sections } = viewOf([namespace('ns'), held], inNamespace('ns'))
    expect(sections.conditions.lines.map(({ said }) => said.split(':')[0])).toEqual([
      'Namespace ns NamespaceContentRemaining',
      'Namespace ns NamespaceFinalizersRemaining',
    ])
  })

  it('counts what was being deleted before, and does not end now', () => {
    const objects = [
      object('a', [], { finalizers: ['example.com/x'] }),
      object('b', [to('a')], deleted('example.com/y')),
    ]
    expect(viewOf(objects, kubectl('a')).totals).toMatchObject({ gone: 0, terminating: 2, others: 0 })
  })

  it('counts what goes later only where nothing is told of it yet', () => {
    const plan = cascadeOf(cluster([object('a'), object('b')]), kubectl('a'))
    const later = [...plan.outcomes.gone, ...plan.outcomes.untouched]
    expect(later.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(cascadeView({ ...plan, later }).totals).toMatchObject({ gone: 1, later: 1, others: 0 })
  })

  it('tells in its tree every reason of a change', () => {
    const view = viewOf([object('a')], kubectl('a'))
    const [wave] = view.waves
    if (wave === undefined) throw new Error('no wave')
    const changes = wave.changes.map((change) => ({ ...change, sentences: ['one', 'two'] }))
    expect(cascadeTree({ ...view, waves: [{ ...wave, changes }] })).toEqual([
      { text: 'requests', twigs: [{ text: 'ConfigMap ns/a is removed: one', twigs: [{ text: 'two', twigs: [] }] }] },
    ])
  })

  it('has races with the ends that objects may come to', () => {
    const circle = [object('a', [blocking('b')]), object('b', [blocking('a')])]
    const view = viewOf(circle, kubectl('a', 'foreground'))
    for (const { reason, ends } of view.sections.races.lines)
      expect(ends.length > 0).toBe(reason === 'WorkerOrder' || reason === 'Restart')
    expect(view.sections.circles.lines.map(({ said }) => said)).toEqual(['ConfigMap ns/a, ConfigMap ns/b'])
  })

  it('makes a tree of lines in which every change is told', () => {
    const view = viewOf([object('a', [], deleted('example.com/x')), object('b', [to('a')])], kubectl('b'))
    const lines = cascadeTree(view).flatMap(({ twigs }) => twigs.map(({ text }) => text))
    expect(lines).toContain('ConfigMap ns/b is removed: its deletion was requested')
  })

  it('escapes what names bring along', () => {
    const view = viewOf([object('a', [], { name: 'x\u202e\ny', finalizers: ['e\u0007.com/x'] })], kubectl('a'))
    expect(view.waves[0]?.changes[0]?.target.said).toBe('ConfigMap ns/x\\u202e\\u000ay')
  })
})
