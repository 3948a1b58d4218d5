import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { type Node, type Policy, type Snapshot, defaultPolicy, recordOf } from '../../src/containerd/index.js'
import { known, removalsOf } from '../../src/core/index.js'
import { plan } from '../../src/containerd/index.js'
import { type ContainerdView, containerdView } from '../../src/view/index.js'
import { arbitraryPolicy, arbitrarySnapshot } from '../../src/testing/arbitrary/containerd.js'
import { runs } from '../runs.js'
import { expectPlain } from './plain.js'

const none = { snapshots: [], containers: [], leases: [], ingests: [], sandboxes: [], streams: [], mounts: [] }
const refersTo = (digest: string) => [['containerd.io/gc.ref.content.l.0', digest]] as const

/** Two images that share a base, one of them under the three names that CRI gives; a blob that nothing holds. */
const snapshot: Snapshot = {
  at: new Date(0),
  namespaces: [
    {
      ...none,
      name: 'k8s.io',
      inMetadata: true,
      content: [
        { digest: 'sha256:m1', size: 20, labels: refersTo('sha256:base') },
        { digest: 'sha256:m2', size: 30, labels: refersTo('sha256:base') },
        { digest: 'sha256:base', size: 1000, labels: [] },
        { digest: 'sha256:lost', size: 7, labels: [] },
      ],
      images: [
        { name: 'app:1', target: 'sha256:m1', labels: [] },
        { name: 'app@sha256:m1', target: 'sha256:m1', labels: [] },
        { name: 'sha256:id', target: 'sha256:m1', labels: [] },
        { name: 'other:1', target: 'sha256:m2', labels: [] },
      ],
    },
  ],
}
const blob = (key: string): Node => ({ _tag: 'Content', id: `k8s.io/${key}`, namespace: 'k8s.io', key })

const viewOf = (node: Node, of: Snapshot = snapshot): ContainerdView | null => {
  const views = containerdView(defaultPolicy)(of)
  if (E.isLeft(views)) throw new Error(JSON.stringify(views.left))
  const view = views.right(node)
  expectPlain(view)
  return view
}

describe('why a record is alive', () => {
  it('has the path from the root, with the kind of reference and a sentence for each step', () => {
    const view = viewOf(blob('sha256:base'))
    expect(view).toMatchObject({
      decision: 'stays',
      said: 'content sha256:base in k8s.io stays',
      sentences: [],
      reasons: [],
    })
    expect(view?.path.map(({ record, edge, said }) => [record.said, edge, said])).toEqual([
      ['image app:1', 'ImageUnexpired', 'an image that does not expire'],
      ['content sha256:m1', 'TargetOfImage', 'the target of image app:1'],
      ['content sha256:base', 'ReferencedBy', 'content sha256:m1 refers to it by containerd.io/gc.ref.content.l.0'],
    ])
    expect(view?.roots.map(({ key }) => key)).toEqual(['app:1', 'app@sha256:m1', 'other:1', 'sha256:id'])
    expect(view?.graph.nodes.some(({ label }) => label === 'sha256:base')).toBe(true)
  })

  it('drops all names of an image together, and says whether that is enough', () => {
    const shared = viewOf(blob('sha256:base'))?.drop
    expect(shared?.records.map(({ key }) => key)).toEqual(['app:1', 'app@sha256:m1', 'sha256:id'])
    expect(shared).toMatchObject({
      only: { records: 1, bytes: 20, unknown: 0, said: '20 B in 1', onDisk: 20 },
      shared: { records: 1, bytes: 1000, said: '1 kB in 1' },
      isEnough: false,
      isRefused: false,
    })
    expect(shared?.sharedWith.map(({ key }) => key)).toEqual(['other:1'])
    expect(shared?.goes.map(({ record, reasons }) => [record.key, reasons])).toEqual([['sha256:m1', ['Unreachable']]])
    expect(viewOf(blob('sha256:m1'))?.drop?.isEnough).toBe(true)
  })

  it('says why a record goes, and has no path and nothing to drop', () => {
    expect(viewOf(blob('sha256:lost'))).toMatchObject({
      decision: 'goes',
      said: 'content sha256:lost in k8s.io goes',
      path: [],
      reasons: ['Unreachable'],
      sentences: ['unreachable from any GC root'],
      roots: [],
      drop: null,
    })
  })

  it('drops nothing for a record that only something unknown might hold', () => {
    const [space] = snapshot.namespaces
    if (space === undefined) throw new Error('no namespace')
    const lease = { id: 'l', createdAt: new Date(0), labels: [], resources: { _tag: 'Unknown' } as const }
    const view = viewOf(blob('sha256:lost'), { ...snapshot, namespaces: [{ ...space, leases: [lease] }] })
    expect(view).toMatchObject({ decision: 'stays', path: [{ edge: 'MayBeLeased' }], roots: [], drop: null })
  })

  it('is enough for a root to drop it itself', () => {
    const root: Node = { _tag: 'Image', id: 'k8s.io/other:1', namespace: 'k8s.io', key: 'other:1' }
    expect(viewOf(root)?.drop).toMatchObject({ isEnough: true, records: [{ key: 'other:1' }] })
  })

  it('says how many records have a size, and how many have none that is known', () => {
    const [space] = snapshot.namespaces
    if (space === undefined) throw new Error('no namespace')
    const layer = (key: string, parent: string) => ({ snapshotter: 'overlayfs', key, parent, labels: [] })
    const layers = [{ ...layer('base', ''), usage: known(50) }, layer('middle', 'base'), layer('top', 'middle')]
    const labels = [['containerd.io/gc.ref.snapshot.overlayfs', 'top']] as const
    const content = [{ digest: 'sha256:m1', size: 20, labels }]
    const images = [{ name: 'app:1', target: 'sha256:m1', labels: [] }]
    const of: Snapshot = { ...snapshot, namespaces: [{ ...space, content, images, snapshots: layers }] }
    expect(viewOf(blob('sha256:m1'), of)?.drop?.only).toMatchObject({
      records: 4,
      bytes: 70,
      unknown: 2,
      said: '70 B in 2, and 2 of unknown size',
    })
  })

  it('is nothing for a record that is not there', () => {
    expect(viewOf(blob('sha256:nowhere'))).toBeNull()
  })

  it('says what the record keeps itself', () => {
    expect(viewOf({ _tag: 'Image', id: 'k8s.io/other:1', namespace: 'k8s.io', key: 'other:1' })?.holds).toMatchObject({
      only: { bytes: 30 },
      shared: { bytes: 1000 },
    })
  })

  it('refuses a snapshot that is none', () => {
    expect(E.isLeft(containerdView(defaultPolicy)({ at: new Date(0), namespaces: [{}] } as never))).toBe(true)
  })
})

const nodesOf = ({ namespaces }: Snapshot): ReadonlyArray<Node> =>
  namespaces.flatMap((namespace) => [
    ...namespace.content.map((one) => recordOf.content(namespace.name, one)),
    ...namespace.images.map((one) => recordOf.images(namespace.name, one)),
    ...namespace.leases.map((one) => recordOf.leases(namespace.name, one)),
    ...namespace.snapshots.map((one) => recordOf.snapshots(namespace.name, one)),
  ])

it('the model of any record is plain JSON and agrees with the plan', () => {
  fc.assert(
    fc.property(arbitraryPolicy, arbitrarySnapshot, (policy: Policy, any) => {
      const [views, planned] = [containerdView(policy)(any), plan(policy)(any)]
      if (E.isLeft(views) || E.isLeft(planned)) return
      const gone = new Set(removalsOf(planned.right).map(({ target }) => `${target._tag} ${target.id}`))
      for (const node of nodesOf(any)) {
        const view = views.right(node)
        if (view === null) continue
        expectPlain(view)
        expect(view.decision).toBe(gone.has(`${node._tag} ${node.id}`) ? 'goes' : 'stays')
        expect(view.sentences.length > 0).toBe(view.decision === 'goes')
        if (view.path.length > 0) expect(view.path.at(-1)?.record).toEqual(view.record)
        if (view.drop?.isEnough === true)
          expect([...view.drop.records, ...view.drop.goes.map(({ record }) => record)].map(({ id }) => id)).toContain(
            view.record.id,
          )
      }
    }),
    { numRuns: runs(100) },
  )
})
