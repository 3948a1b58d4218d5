/** Shows where the made files of `demo/` come from: what a capture holds, and what was changed of it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { fakeCluster } from '../../src/testing/index.js'

const root = join(import.meta.dirname, '../..')

interface Listed {
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly uid: string
    readonly finalizers?: ReadonlyArray<string>
  }
  readonly spec?: { readonly names?: { readonly kind?: string } }
}

/** Objects of a list, without what only the server needs. */
const objectsIn = (file: string): ReadonlyArray<Listed> =>
  (
    JSON.parse(readFileSync(join(root, file), 'utf8'), (key, value: unknown) =>
      key === 'managedFields' ? undefined : value,
    ) as { readonly items: ReadonlyArray<Listed> }
  ).items

describe('demo/stuck-namespace.json', () => {
  it('is what the fake cluster leaves of a captured namespace twenty minutes after its deletion', () => {
    const cluster = fakeCluster(objectsIn('captures/kubectl/cluster-before.all.json') as never, {
      at: '2026-11-21T03:01:10Z',
    })
    cluster.removeFinalizer('Pod/shop/unscheduled-terminating-2', 'example.com/hold')
    cluster.delete('Namespace/shop')
    cluster.settle()
    cluster.advance({ minutes: 20 })
    const left = (JSON.parse(JSON.stringify(cluster.objects())) as ReadonlyArray<Listed>).filter(
      ({ kind, metadata, spec }) =>
        metadata.namespace === 'shop' ||
        (kind === 'Namespace' && metadata.name === 'shop') ||
        (kind === 'CustomResourceDefinition' && spec?.names?.kind === 'Cache'),
    )
    expect(objectsIn('demo/stuck-namespace.json')).toEqual(left)
  })
})

describe.each([
  ['race', 'cascade-foreground', ['settings', 'team'], []],
  ['two-ends', 'cascade-background', ['settings'], ['orphan']],
] as const)('demo/%s.json', (demo, capture, made, finalizers) => {
  it(`holds the objects of ${capture}, and ${made.join(' and ')}, which are made up`, () => {
    const held = objectsIn(`demo/${demo}.json`)
    const captured = objectsIn(`captures/kubectl/${capture}.0-before.json`)
    const uids = new Set(captured.map(({ metadata }) => metadata.uid))
    expect(held.filter(({ metadata }) => !uids.has(metadata.uid)).map(({ metadata }) => metadata.name)).toEqual(
      expect.arrayContaining([...made]),
    )
    const rest = held.filter(({ metadata }) => uids.has(metadata.uid))
    expect(rest.flatMap(({ metadata }) => metadata.finalizers ?? [])).toEqual(finalizers)
    const plain = rest.map(({ metadata, ...object }) => {
      const { finalizers: _, ...others } = metadata
      return { ...object, metadata: others }
    })
    expect(plain).toEqual(captured)
    expect(held).toHaveLength(captured.length + made.length)
  })
})
