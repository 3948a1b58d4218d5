import { describe, expect, it } from 'vitest'

import { emptyNamespace } from '../../../src/containerd/snapshot.js'
import type { Content, Snapshot } from '../../../src/containerd/index.js'
import { containerdLayers, decodeDockerDisk, decodeDockerImages, dockerLayers } from '../../../src/decode/index.js'
import { freedBy } from '../../../src/reclaim/layers/index.js'
import { right } from '../reading.js'

const blob = (digest: string, labels: Readonly<Record<string, string>>): Content => ({
  digest,
  size: 1,
  labels: Object.entries(labels).map(([key, value]) => [`containerd.io/gc.ref.${key}`, value]),
})

/** `upper` was loaded first, with both layers; then `lower`, whose only layer was there already. */
const metadata: Snapshot = {
  at: new Date(0),
  namespaces: [
    {
      ...emptyNamespace,
      name: 'moby',
      inMetadata: true,
      images: [
        { name: 'upper:1', target: 'sha256:upper', labels: [] },
        { name: 'lower:1', target: 'sha256:lower', labels: [] },
      ],
      content: [
        blob('sha256:upper', { 'content.config': 'sha256:upper-config' }),
        blob('sha256:upper-config', { 'snapshot.overlayfs': 'sha256:two' }),
        blob('sha256:lower', { 'content.config': 'sha256:lower-config' }),
        blob('sha256:lower-config', {}),
      ],
      snapshots: [
        { snapshotter: 'overlayfs', key: 'sha256:one', parent: '', labels: [] },
        { snapshotter: 'overlayfs', key: 'sha256:two', parent: 'sha256:one', labels: [] },
      ],
    },
  ],
}

const image = (name: string, ...layers: ReadonlyArray<string>): object => ({
  ...{ Id: `sha256:${name}`, RepoTags: [`${name}:1`], Size: layers.length },
  RootFS: { Layers: layers },
})

describe('an image that Docker loaded into containerd when all its layers were there', () => {
  it('holds none of them: they go with the image that brought them', () => {
    const { store } = containerdLayers({ namespace: 'moby', snapshotter: 'overlayfs' })(metadata)
    expect(right(freedBy(store)(new Set(['sha256:upper-config']))).layers.toSorted()).toStrictEqual([
      'sha256:one',
      'sha256:two',
    ])
  })

  it('seems to hold them by what Docker shows', () => {
    const images = right(
      decodeDockerImages([image('upper', 'sha256:one', 'sha256:diff-two'), image('lower', 'sha256:one')]),
    )
    const disk = right(decodeDockerDisk({ LayersSize: 2, Images: [], Containers: [] }))
    const { store } = dockerLayers({ images, disk })
    expect(right(freedBy(store)(new Set(['sha256:upper']))).layers).not.toContain('sha256:one')
    expect(right(freedBy(store)(new Set(['sha256:upper']))).layers.length).toBe(1)
  })
})
