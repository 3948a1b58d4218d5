import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Image, ImageRecord } from '../../../src/kubelet/image/index.js'
import { defaultPolicy, plan } from '../../../src/kubelet/image/index.js'
import { assumed, known, millis, removalsOf, unknown } from '../../../src/core/index.js'
import type { CrictlContainer, ImageHistory, ImageVolumes, KubeletImageParts } from '../../../src/decode/index.js'
import { imageFsOf, kubeletImageSnapshot } from '../../../src/decode/index.js'
import { right } from '../reading.js'

const at = new Date('2026-01-01T12:00:00Z')
const image = (id: string): Image => ({ id, runtimeHandler: '', size: 5, pinned: false, tags: [id] })
const container: CrictlContainer = {
  id: 'c',
  sandboxId: 's',
  podUid: 'u',
  name: 'main',
  state: 'CONTAINER_EXITED',
  createdAt: at,
  identified: true,
  imageId: '',
  imageRef: 'used',
  runtimeHandler: '',
}
const longAgo = O.some(new Date('2025-01-01T00:00:00Z'))
const record = (id: string): ImageRecord => ({
  id,
  runtimeHandler: '',
  firstDetected: known(longAgo),
  lastUsed: known(longAgo),
  size: 5,
  pinned: false,
})
const noVolumes: ImageVolumes = { _tag: 'Inspected', containers: [{ id: 'c', imageVolumes: [] }] }
const remembered: ImageHistory = { _tag: 'Remembered', memory: { records: [record('used'), record('idle')] } }
const stated: ImageHistory = { _tag: 'Stated', firstDetected: longAgo, lastUsed: O.none, because: 'old' }
const parts: KubeletImageParts = {
  at,
  beganGC: known(at),
  images: [image('used'), image('idle')],
  containers: [container],
  imageVolumes: noVolumes,
  imageFs: known({ capacityBytes: O.some(100), availableBytes: O.some(1) }),
  history: remembered,
}
const idle = (change: Partial<KubeletImageParts>): ImageRecord | undefined =>
  kubeletImageSnapshot({ ...parts, ...change }).memory.records.find(({ id }) => id === 'idle')
const removedBy = (change: Partial<KubeletImageParts>, minAge = 0, policy = defaultPolicy): ReadonlyArray<string> =>
  removalsOf(right(plan({ ...policy, minAge: millis(minAge) })(kubeletImageSnapshot({ ...parts, ...change })))).map(
    ({ target }) => target.id,
  )

describe('the past of an image', () => {
  it('is what was remembered', () => {
    expect(kubeletImageSnapshot(parts).memory).toEqual({ records: [record('used'), record('idle')] })
    expect(removedBy({})).toEqual(['idle'])
  })

  it('is what is stated, and the plan says so', () => {
    expect(idle({ history: stated })).toMatchObject({
      firstDetected: assumed(longAgo, 'old'),
      lastUsed: assumed(O.none, 'old'),
    })
    expect(right(plan(defaultPolicy)(kubeletImageSnapshot({ ...parts, history: stated }))).assumptions.length).toBe(2)
  })

  it('is unknown when nobody says anything, and the image stays', () => {
    expect(idle({ history: { _tag: 'Unknown' } })).toMatchObject({ firstDetected: unknown, lastUsed: unknown })
    expect(removedBy({ history: { _tag: 'Unknown' } })).toEqual([])
  })

  it('begins now where the memory does not have it', () => {
    const history: ImageHistory = { _tag: 'Remembered', memory: { records: [] } }
    expect(removedBy({ history }, 1)).toEqual([])
    expect(removedBy({ history, imageVolumes: { _tag: 'NoneMounted', because: 'x' } }, 1)).toEqual([])
  })

  it.each([
    ['an image without a runtime handler', '', 'kata'],
    ['an image with a runtime handler', 'kata', ''],
  ])('is what the kubelet remembers by id while its gate is off: %s', (_, ofImage, ofRecord) => {
    const history: ImageHistory = {
      _tag: 'Remembered',
      memory: { records: [{ ...record('idle'), runtimeHandler: ofRecord }] },
    }
    const change: Partial<KubeletImageParts> = {
      history,
      images: [image('used'), { ...image('idle'), runtimeHandler: ofImage }],
      imageVolumes: { _tag: 'NoneMounted', because: 'x' },
    }
    expect(removedBy(change, 1)).toEqual(['idle'])
    expect(removedBy(change, 1, { ...defaultPolicy, runtimeClassInImageCriApi: true })).toEqual([])
  })
})

describe('image volumes', () => {
  it('hold their image', () => {
    const imageVolumes: ImageVolumes = { _tag: 'Inspected', containers: [{ id: 'c', imageVolumes: ['idle'] }] }
    expect(kubeletImageSnapshot({ ...parts, imageVolumes }).containers[0]?.imageVolumes).toEqual(['idle'])
    expect(removedBy({ imageVolumes })).toEqual([])
  })

  it('may hold any image while nobody looked, whatever is known of the past', () => {
    for (const history of [remembered, stated]) {
      expect(idle({ history, imageVolumes: { _tag: 'Unknown' } })?.lastUsed).toEqual(unknown)
      expect(removedBy({ history, imageVolumes: { _tag: 'Unknown' } })).toEqual([])
    }
  })

  it('may hold any image while one container was not looked at', () => {
    const containers = [container, { ...container, id: 'd' }]
    expect(idle({ containers })?.lastUsed).toEqual(unknown)
    expect(removedBy({ containers })).toEqual([])
  })

  it('may hold an image that the memory does not have', () => {
    const history: ImageHistory = { _tag: 'Remembered', memory: { records: [] } }
    expect(removedBy({ history, imageVolumes: { _tag: 'Unknown' } })).toEqual([])
  })

  it('are stated away beside every last use', () => {
    const imageVolumes: ImageVolumes = { _tag: 'NoneMounted', because: 'none' }
    expect(idle({ imageVolumes })?.lastUsed).toEqual(assumed(longAgo, 'none'))
    expect(idle({ imageVolumes, history: stated })?.lastUsed).toEqual(assumed(O.none, 'old; none'))
    expect(idle({ imageVolumes, history: { _tag: 'Unknown' } })?.lastUsed).toEqual(unknown)
    expect(removedBy({ imageVolumes })).toEqual(['idle'])
  })
})

describe('the image filesystem', () => {
  it('is what the summary says, without its time', () => {
    const numbers = { capacityBytes: O.some(100), availableBytes: O.none }
    expect(imageFsOf({ nodeName: 'n', imageFs: O.some({ at, ...numbers }) })).toEqual(known(numbers))
  })

  it('is unknown where the summary has no numbers', () => {
    expect(imageFsOf({ nodeName: 'n', imageFs: O.none })).toEqual(unknown)
  })
})
