import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Change, ChangeError, Changed } from '../../../src/containerd/analysis/index.js'
import { change, whatIf } from '../../../src/containerd/analysis/index.js'
import type { FsSnapshot, Node, Policy, Snapshot } from '../../../src/containerd/index.js'
import { apply, defaultPolicy, presets } from '../../../src/containerd/index.js'
import { assumed, known, unknown } from '../../../src/core/index.js'
import { instant } from '../../../src/core/time.js'
import { blob, container, image, layer, lease, now, planOf, removed, sandbox, snapshot, stream } from '../graph.js'

const sha = `sha256:${'a'.repeat(64)}`

const node = (_tag: Exclude<Node['_tag'], 'FsSnapshot'>, key: string): Node => ({
  _tag,
  id: `n/${key}`,
  namespace: 'n',
  key,
})

const layerNode = (key: string): Node => ({
  _tag: 'FsSnapshot',
  id: `n/overlayfs/${key}`,
  namespace: 'n',
  snapshotter: 'overlayfs',
  key,
})

const changed = (made: Change, of: Snapshot, policy: Policy = defaultPolicy): Changed => {
  const result = change(policy)(made)(of)
  if (E.isLeft(result)) throw new Error(JSON.stringify(result.left))
  return result.right
}

const refusal = (made: Change, of: Snapshot, policy: Policy = defaultPolicy): ChangeError => {
  const result = change(policy)(made)(of)
  if (E.isRight(result)) throw new Error('not refused')
  return result.left
}

const adding = (type: string, id: string): Change => ({
  _tag: 'AddLeaseResource',
  namespace: 'n',
  lease: 'p',
  resource: { type, id },
})

const dropping = (type: string, id: string): Change => ({ ...adding(type, id), _tag: 'DropLeaseResource' }) as Change

const labelsOf = (of: Snapshot): unknown => of.namespaces[0]?.leases[0]?.labels

describe('creating a lease', () => {
  it('lets it expire a day later, to the whole second before', () => {
    const { snapshot: of, dirty } = changed({ _tag: 'CreateLease', namespace: 'n', id: 'p' }, snapshot({}))
    expect(labelsOf(of)).toEqual([['containerd.io/gc.expire', '2026-03-05T05:06:07Z']])
    expect(of.namespaces[0]?.leases[0]).toMatchObject({ createdAt: new Date(now), resources: known([]) })
    expect(dirty).toBe(false)
  })

  it('takes another span, none, flatness and labels', () => {
    const create = { _tag: 'CreateLease', namespace: 'n', id: 'p' } as const
    expect(labelsOf(changed({ ...create, expiresIn: { minutes: 1 } }, snapshot({})).snapshot)).toEqual([
      ['containerd.io/gc.expire', '2026-03-04T05:07:07Z'],
    ])
    const own = [['containerd.io/gc.expire', 'soon']] as const
    expect(labelsOf(changed({ ...create, labels: own }, snapshot({})).snapshot)).toEqual(own)
    expect(labelsOf(changed({ ...create, expiresIn: 'never', flat: true }, snapshot({})).snapshot)).toEqual([
      ['containerd.io/gc.flat', 'true'],
    ])
  })

  it('makes the namespace known to the metadata, so that its streams without a lease live', () => {
    const of = snapshot({ inMetadata: false, streams: [stream('s')] })
    const made = whatIf(defaultPolicy)([{ _tag: 'CreateLease', namespace: 'n', id: 'p' }])(of)
    if (E.isLeft(made)) throw new Error('refused')
    expect([removed(made.right.before), removed(made.right.after)]).toEqual([['Stream s'], []])
    const other = changed({ _tag: 'CreateLease', namespace: 'new', id: 'p' }, of).snapshot
    expect(other.namespaces.map(({ name, inMetadata }) => [name, inMetadata])).toEqual([
      ['n', false],
      ['new', true],
    ])
  })

  it('is refused for an id that exists or is empty, and for a namespace that is none', () => {
    const of = snapshot({ leases: [lease('p')] })
    expect(refusal({ _tag: 'CreateLease', namespace: 'n', id: 'p' }, of)).toEqual({
      _tag: 'AlreadyExists',
      node: node('Lease', 'p'),
    })
    expect(refusal({ _tag: 'CreateLease', namespace: 'n', id: '' }, of)).toMatchObject({ field: 'id' })
    for (const namespace of ['', 'a/b'])
      expect(refusal({ _tag: 'CreateLease', namespace, id: 'x' }, of)).toMatchObject({
        _tag: 'InvalidArgument',
        field: 'namespace',
      })
  })
})

describe('resources of a lease', () => {
  const of = snapshot({ leases: [lease('p', [`content ${sha}`])] })

  it('are added once, and taken away whether they are there or not', () => {
    const resources = (result: Changed): unknown => result.snapshot.namespaces[0]?.leases[0]?.resources
    const held = [{ type: 'content', id: sha }]
    expect(resources(changed(adding('content', sha), of))).toEqual(known(held))
    const more = changed(adding('snapshots/overlayfs', 'x/y'), of)
    expect(resources(more)).toEqual(known([...held, { type: 'snapshots/overlayfs', id: 'x/y' }]))
    expect(more.dirty).toBe(false)
    expect(resources(changed(dropping('content', sha), of))).toEqual(known([]))
    const nothing = changed(dropping('ingests', 'never'), of)
    expect([resources(nothing), nothing.dirty]).toEqual([known(held), true])
  })

  it('must be of a type that exists, and content a digest', () => {
    const wrong: ReadonlyArray<readonly [type: string, id: string, field: string]> = [
      ['content/x', sha, 'resource.type'],
      ['images/x', 'i', 'resource.type'],
      ['snapshots', 'a', 'resource.type'],
      ['snapshots/', 'a', 'resource.type'],
      ['snapshots/a/b', 'a', 'resource.type'],
      ['content', 'a', 'resource.id'],
      ['content', sha.toUpperCase(), 'resource.id'],
      ['content', `${sha}0`, 'resource.id'],
      ['ingests', '', 'resource.id'],
    ]
    for (const [type, id, field] of wrong)
      for (const made of [adding(type, id), dropping(type, id)])
        expect(refusal(made, of), type).toMatchObject({ _tag: 'InvalidArgument', field })
    expect(refusal(adding('tasks', 't'), of)).toEqual({ _tag: 'Unimplemented', what: 'resources of type "tasks"' })
    expect(refusal(adding('', 't'), of)).toMatchObject({ _tag: 'Unimplemented' })
  })

  it('can be images only where images are collected', () => {
    expect(changed(adding('images', 'i'), of).dirty).toBe(false)
    expect(refusal(adding('images', 'i'), of, presets.containerd_1_7)).toMatchObject({ _tag: 'Unimplemented' })
  })

  it('need a lease that exists, before anything else is looked at', () => {
    expect(refusal(adding('tasks', ''), snapshot({}))).toEqual({ _tag: 'NotFound', node: node('Lease', 'p') })
  })

  it('do not revive a lease that has expired', () => {
    const held = snapshot({ content: [blob(sha)], leases: [lease('p', [], { expire: '2026-01-01T00:00:00Z' })] })
    const made = whatIf(defaultPolicy)([adding('content', sha)])(held)
    expect(E.isRight(made) && made.right.goes).toEqual([])
  })

  it('stay unknown where they are, unless the policy takes them for none', () => {
    const unseen = snapshot({ leases: [{ ...lease('p'), resources: { _tag: 'Unknown' } }] })
    expect(changed(adding('content', sha), unseen).snapshot.namespaces[0]?.leases[0]?.resources._tag).toBe('Unknown')
    const emptied = { ...defaultPolicy, unknownLeaseResources: 'assume-empty' } as const
    const added = changed(adding('content', sha), unseen, emptied).snapshot
    expect(added.namespaces[0]?.leases[0]?.resources).toMatchObject({
      _tag: 'Assumed',
      value: [{ type: 'content', id: sha }],
    })
    const dropped = changed(dropping('content', sha), unseen, emptied).snapshot
    expect(dropped.namespaces[0]?.leases[0]?.resources._tag).toBe('Unknown')
  })
})

describe('removing', () => {
  it('marks the store dirty for all but sandboxes, ingests and streams', () => {
    const of = snapshot({
      content: [blob('c')],
      snapshots: [layer('a')],
      images: [image('i', 'c')],
      containers: [container('k')],
      leases: [lease('p')],
      ingests: [{ ref: 'w', expected: known(''), expireAt: known('') }],
      sandboxes: [sandbox('s')],
      streams: [stream('t')],
    })
    const dirty = (one: Node): boolean => changed({ _tag: 'Remove', node: one }, of).dirty
    expect(
      [layerNode('a'), node('Content', 'c'), node('Image', 'i'), node('Container', 'k'), node('Lease', 'p')].map(dirty),
    ).toEqual([true, true, true, true, true])
    expect([node('Ingest', 'w'), node('Sandbox', 's'), node('Stream', 't')].map(dirty)).toEqual([false, false, false])
  })

  it('is refused for a snapshot that has children until they are gone', () => {
    const of = snapshot({ snapshots: [layer('a'), layer('b', 'a'), layer('native:c', 'a')] })
    const remove = (key: string): Change => ({ _tag: 'Remove', node: layerNode(key) })
    expect(refusal(remove('a'), of)).toEqual({ _tag: 'HasChildren', node: layerNode('a'), children: 1, gone: 0 })
    expect(E.isRight(whatIf(defaultPolicy)([remove('b'), remove('a')])(of))).toBe(true)
    expect(whatIf(defaultPolicy)([remove('b'), remove('b')])(of)).toEqual(
      E.left({ _tag: 'ChangeRefused', index: 1, error: { _tag: 'NotFound', node: layerNode('b') } }),
    )
  })

  it('is refused for a snapshot from whose list a collection took no child', () => {
    const parent = { ...layer('p', '', { root: 'x' }), goneChildren: known([]) }
    const of = snapshot({ snapshots: [parent, layer('c', 'p'), layer('native:d', 'p')] })
    const collected = apply(planOf(of))(of)
    expect(collected.namespaces[0]?.snapshots).toEqual([{ ...parent, goneChildren: known(['c']) }])
    const remove: Change = { _tag: 'Remove', node: layerNode('p') }
    expect(refusal(remove, collected)).toEqual({ _tag: 'HasChildren', node: layerNode('p'), children: 1, gone: 1 })
    const back = snapshot({ snapshots: [...(collected.namespaces[0]?.snapshots ?? []), layer('c', 'p')] })
    expect(refusal(remove, back)).toMatchObject({ children: 1, gone: 0 })
  })

  it('may be refused for a snapshot of which nobody knows whether it is listed with children that are gone', () => {
    const of = (one: FsSnapshot): Snapshot => snapshot({ snapshots: [one] })
    const remove: Change = { _tag: 'Remove', node: layerNode('p') }
    const refusable = (one: FsSnapshot): boolean => changed(remove, of(one)).mayBeRefused
    expect(
      [{}, { goneChildren: unknown }, { goneChildren: known([]) }].map((listed) =>
        refusable({ ...layer('p'), ...listed }),
      ),
    ).toEqual([true, true, false])
    expect(refusable({ ...layer('p'), goneChildren: assumed([], 'new') })).toBe(false)
    expect(
      changed({ _tag: 'Remove', node: node('Image', 'i') }, snapshot({ images: [image('i', 'm')] })).mayBeRefused,
    ).toBe(false)
    const made = whatIf(defaultPolicy)([remove])(of(layer('p')))
    expect(E.isRight(made) && made.right.mayBeRefused).toEqual([true])
  })

  it('leaves the names that others hold, which protect what comes later by that name', () => {
    const of = snapshot({ content: [blob(sha)], leases: [lease('p', [`content ${sha}`])] })
    const { snapshot: left } = changed({ _tag: 'Remove', node: node('Content', sha) }, of)
    expect(left.namespaces[0]?.leases).toEqual(of.namespaces[0]?.leases)
  })
})

describe('time and labels', () => {
  it('time passes forwards only', () => {
    const of = snapshot({ images: [image('i', 'c', { expire: '2026-03-05T00:00:00Z' })] })
    const passing = (until: Date): Change => ({ _tag: 'LetTimePass', until })
    expect(refusal(passing(instant(0)), of)).toMatchObject({ _tag: 'InvalidArgument', field: 'until' })
    const made = whatIf(defaultPolicy)([passing(new Date('2026-03-05T00:00:00.001Z'))])(of)
    expect(E.isRight(made) && [made.right.goes.map(({ target }) => target.key), made.right.dirty]).toEqual([
      ['i'],
      [false],
    ])
  })

  it('labels are set, and deleted by an empty value', () => {
    const of = snapshot({ content: [blob('c', { root: '1', 'ref.content': 'd' })] })
    const set: Change = {
      _tag: 'SetLabels',
      node: node('Content', 'c'),
      labels: [
        ['containerd.io/gc.root', ''],
        ['other', 'x'],
      ],
    }
    const { snapshot: left, dirty } = changed(set, of)
    expect(left.namespaces[0]?.content[0]?.labels).toEqual([
      ['containerd.io/gc.ref.content', 'd'],
      ['other', 'x'],
    ])
    expect(dirty).toBe(false)
    const made = whatIf(defaultPolicy)([set])(of)
    expect(E.isRight(made) && made.right.freed).toEqual({ records: 1, bytes: 1, unknown: 0 })
  })

  it('labels are pairs of texts, each key once', () => {
    const of = snapshot({ content: [blob('c')] })
    const setting = (labels: unknown): unknown =>
      refusal({ _tag: 'SetLabels', node: node('Content', 'c'), labels } as Change, of)
    expect(setting({ other: 'x' })).toMatchObject({ _tag: 'InvalidInput', problems: [{ path: 'labels' }] })
    expect(setting([['other', 1]])).toMatchObject({ _tag: 'InvalidInput', problems: [{ path: 'labels[0]' }] })
    const twice = [
      ['other', 'x'],
      ['other', 'y'],
    ]
    expect(setting(twice)).toMatchObject({ _tag: 'InvalidInput', problems: [{ path: 'labels[1][0]' }] })
  })

  it('labels of a lease cannot be changed', () => {
    const of = snapshot({ leases: [lease('p')] })
    expect(refusal({ _tag: 'SetLabels', node: node('Lease', 'p'), labels: [] }, of)).toMatchObject({
      _tag: 'Unimplemented',
    })
  })
})

describe('a lease of the same id after another was removed', () => {
  it('holds nothing that was added to the other', () => {
    const content = [blob(sha)]
    const made = whatIf(defaultPolicy)([
      adding('content', sha),
      { _tag: 'Remove', node: node('Lease', 'p') },
      { _tag: 'CreateLease', namespace: 'n', id: 'p' },
    ])(snapshot({ content, leases: [lease('p')] }))
    if (E.isLeft(made)) throw new Error('refused')
    expect(made.right.snapshot.namespaces[0]?.leases[0]?.resources).toEqual(known([]))
    expect(removed(made.right.after)).toEqual([`Content ${sha}`])
  })
})

describe('many changes', () => {
  it('cost no walk through the lists for each', () => {
    const name = (number: number): string => number.toString(36).padStart(6, '0')
    const numbers = Array.from({ length: 40_000 }, (_, number) => number)
    const of = snapshot({
      snapshots: numbers.map((number) => layer(name(number), number === 0 ? '' : name(number - 1))),
    })
    const changes = [
      { _tag: 'CreateLease', namespace: 'n', id: 'p' } as const,
      ...numbers.map((number) => adding('snapshots/overlayfs', name(number))),
      ...numbers
        .slice(20_000)
        .toReversed()
        .map((number): Change => ({ _tag: 'Remove', node: layerNode(name(number)) })),
    ]
    const made = whatIf(defaultPolicy)(changes)(of)
    if (E.isLeft(made)) throw new Error('refused')
    expect(made.right.spared.records).toBe(20_000)
  })
})
