import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Policy, Snapshot } from '../../src/containerd/index.js'
import { defaultPolicy, presets, roots } from '../../src/containerd/index.js'
import { blob, container, image, layer, lease, mount, nameOf, sandbox, snapshot, stream } from './graph.js'

const rootsOf = (of: Snapshot, policy: Policy = defaultPolicy): ReadonlyArray<string> => {
  const found = roots(policy)(of)
  return E.isLeft(found)
    ? ['refused']
    : found.right.map(({ node, flat, exists }) => `${nameOf(node)}${flat ? ' flat' : ''}${exists ? '' : ' absent'}`)
}

describe('the roots of a collection', () => {
  it('name what leases hold, whether it exists or not, each once', () => {
    const of = snapshot({
      leases: [
        lease('p', ['content a', 'content b'], { flat: '1' }),
        lease('q', ['content a', 'snapshots/o s', 'content a']),
      ],
      content: [blob('a')],
      mounts: [mount('m', 'q')],
      streams: [stream('s', 'p'), stream('t')],
    })
    expect(rootsOf(of)).toEqual([
      'Content a',
      'Content a flat',
      'Content b flat absent',
      'FsSnapshot o/s absent',
      'Lease p',
      'Lease q',
      'Mount m',
      'Stream s',
      'Stream t',
    ])
  })

  it('are the references of what is no node itself', () => {
    const of = snapshot({
      images: [image('i', 'a')],
      containers: [container('c', 's')],
      sandboxes: [sandbox('x', { 'ref.content': 'a' })],
      snapshots: [layer('s')],
    })
    expect(rootsOf(of)).toEqual(['Container c', 'Content a absent', 'Image i'])
    expect(rootsOf(of, presets.containerd_2_0)).toEqual(['Content a absent', 'FsSnapshot overlayfs/s', 'Image i'])
    expect(rootsOf(of, presets.containerd_1_6)).toEqual(['Content a absent', 'FsSnapshot overlayfs/s'])
  })

  it('are nothing that a release does not know', () => {
    const of = snapshot({
      leases: [lease('p', ['images i', 'content a'])],
      containers: [container('c')],
      images: [image('i', 'b')],
    })
    expect(rootsOf(of, presets.containerd_1_7)).toEqual(['Content a absent', 'Content b absent', 'Lease p'])
    expect(rootsOf(of, presets.containerd_2_0)).toEqual(['Content a absent', 'Image i', 'Lease p'])
  })

  it('may be names of any kind that nobody bears', () => {
    const of = snapshot({
      sandboxes: [
        sandbox('x', {
          'ref.mount': 'm',
          'ref.stream': 's',
          'ref.image': 'i',
          'ref.snapshot.o': 'k',
          'ref.content': 'a',
        }),
      ],
    })
    expect(rootsOf(of)).toEqual([
      'Content a absent',
      'FsSnapshot o/k absent',
      'Image i absent',
      'Mount m absent',
      'Stream s absent',
    ])
  })

  it('are refused for what is no snapshot', () => {
    expect(rootsOf(null as never)).toEqual(['refused'])
  })
})
