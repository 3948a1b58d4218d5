import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { defaultPolicy, imagesInUse, presets } from '../../../src/kubelet/image/index.js'
import { container, image, minute, node, planned, record, removed, tagsOf } from './build.js'

const gate = { ...defaultPolicy, runtimeClassInImageCriApi: true }
const keys = (
  policy: typeof defaultPolicy,
  ...[images, containers]: readonly [Parameters<typeof imagesInUse>[1], Parameters<typeof imagesInUse>[2]]
) => [...imagesInUse(policy, images, containers).keys()]

describe('which images are in use', () => {
  it('counts every container, whatever its state: a dead one holds its image', () => {
    expect(imagesInUse(defaultPolicy, [image('a')], [container('x', 'a'), container('y', 'a')])).toEqual(
      new Map([['a', { containers: 2, first: 'x' }]]),
    )
  })

  it('goes by image id, and by reference only where the id is empty', () => {
    expect(keys(defaultPolicy, [], [container('x', 'a', { imageRef: 'b' })])).toEqual(['a'])
    expect(keys(defaultPolicy, [], [container('x', '', { imageRef: 'b' })])).toEqual(['b'])
  })

  it('is not protected by a digest reference that is no image id', () => {
    const snapshot = node([{ image: image('sha256:a'), record: record('sha256:a', 1) }], {
      containers: [container('x', '', { imageRef: 'registry.example/app@sha256:a' })],
    })
    expect(removed('space', planned(snapshot))).toEqual(['sha256:a'])
  })

  it('counts an image volume by the id of a listed image, and once per container', () => {
    const holder = container('x', 'a', { imageVolumes: ['v', 'absent', 'a', 'v'] })
    expect(imagesInUse(defaultPolicy, [image('a'), image('v')], [holder])).toEqual(
      new Map([
        ['v', { containers: 1, first: 'x' }],
        ['a', { containers: 1, first: 'x' }],
      ]),
    )
    expect(keys({ ...defaultPolicy, imageVolumes: 'ignored' }, [image('v')], [holder])).toEqual(['a'])
  })

  it('keys by runtime handler under the gate, but image volumes by plain id, which then protects no such key', () => {
    const images = [image('a', { runtimeHandler: 'kata' }), image('a')]
    const holder = container('x', 'a', { runtimeHandler: 'kata', imageVolumes: ['a'] })
    expect(keys(gate, images, [holder])).toEqual(['a', 'a,kata'])
    expect(keys(gate, images, [container('x', 'z', { imageVolumes: ['a'] })])).toEqual(['a', 'z'])
    expect(keys(defaultPolicy, images, [holder])).toEqual(['a'])
  })

  it('takes any text for a key', () => {
    expect(keys(defaultPolicy, [image('__proto__')], [container('x', '__proto__')])).toEqual(['__proto__'])
  })
})

describe('the runtime handler under the gate', () => {
  const snapshot = node([], {
    images: [image('a', { runtimeHandler: 'kata' }), image('a', { runtimeHandler: 'runc' })],
    containers: [container('x', 'a', { runtimeHandler: 'runc' })],
    memory: { records: [record('a', 5, { runtimeHandler: 'kata' }), record('a', 6, { runtimeHandler: 'runc' })] },
  })

  it('tells two records of one image apart, and removes by plain id all the same', () => {
    const decided = planned(snapshot, gate)
    expect(removed('space', decided)).toEqual(['a,kata'])
    expect(decided.passes[0].removals[0]).toMatchObject({
      target: { id: 'a,kata', imageId: 'a', runtimeHandler: O.some('kata') },
      actions: [{ _tag: 'RemoveImage', id: 'a' }],
    })
    expect(tagsOf('space', 'a,runc', decided)).toEqual(['InUse'])
  })

  it('is one image without the gate', () => {
    expect(tagsOf('space', 'a', planned(snapshot))).toEqual(['InUse'])
  })

  it('skips an empty id with an event, unless something else keeps it', () => {
    const nameless = (given: Parameters<typeof image>[1]) => node([], { images: [image('', given)] })
    expect(tagsOf('space', '', planned(nameless({}), gate))).toEqual(['InvalidImageID'])
    const pinned = planned(nameless({ pinned: true }), gate)
    expect([tagsOf('space', '', pinned), pinned.passes[0].events]).toEqual([['Pinned'], []])
  })
})

describe('rules of older releases', () => {
  const pause = image('sha256:p', { tags: ['registry.k8s.io/pause:3.9'], pinned: true })
  const snapshot = node([{ image: pause, record: record('sha256:p', 1) }])

  it('exempts the sandbox image by name in 1.26, and today only by its pin', () => {
    expect(tagsOf('space', 'sha256:p', planned(snapshot, presets.kubernetes_1_26))).toEqual(['SandboxImage'])
    expect(tagsOf('space', 'sha256:p', planned(snapshot))).toEqual(['Pinned'])
    expect(tagsOf('space', 'sha256:p', planned(snapshot, { sandboxImage: 'sha256:p', pinned: 'ignored' }))).toEqual([
      'SandboxImage',
    ])
  })

  it('ignores pins in 1.26', () => {
    const policy = { ...presets.kubernetes_1_26, sandboxImage: 'other' }
    expect(removed('space', planned(snapshot, policy))).toEqual(['sha256:p'])
  })

  it('exempts no image by an empty name', () => {
    expect(removed('space', planned(node([{ image: image('a', { tags: [''] }), record: record('a', 1) }])))).toEqual([
      'a',
    ])
  })
})

it('lets the last of two listings of one key count', () => {
  const snapshot = node([], {
    images: [image('a', { pinned: true, size: 1 }), image('a', { size: 7 })],
    memory: { records: [record('a', 1)] },
    at: minute(60),
  })
  const { removals, kept } = planned(snapshot).passes[0]
  expect(removals.map(({ target, frees }) => [target.id, frees])).toEqual([['a', 7]])
  expect(kept).toEqual([])
})
