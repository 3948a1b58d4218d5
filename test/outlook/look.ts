/** Looks at a node of a thousand bytes with two images on one base, one of them in use. */
import { either as E, option as O } from 'fp-ts'

import { known, unknown } from '../../src/core/index.js'
import { type KubeletPolicies, decodeKubeletConfiguration, kubeletPolicies, noFlags } from '../../src/decode/index.js'
import { type NodeObservation, type OutlookRules, emptyNodeMemory, rememberNode } from '../../src/outlook/index.js'
import { exactly } from '../../src/reclaim/layers/index.js'
import { nodeRules } from '../../src/upgrade/index.js'
import { right } from '../decode/reading.js'

export const rules = right(nodeRules('1.36'))

export const by: OutlookRules = { rules, reclaiming: { maxRemovals: 10, keeps: () => false } }

export const settingsOf = (configuration: object = {}): KubeletPolicies =>
  right(kubeletPolicies(noFlags)(right(decodeKubeletConfiguration(configuration))))

const silent = E.left('nobody asked it')

const container = (id: string, imageId: string): NodeObservation['containers'][number] => ({
  ...{ id, imageId, imageRef: imageId, runtimeHandler: '', name: id, podUid: id, podName: id, podNamespace: 'shop' },
  ...{
    identified: true,
    sandboxId: id,
    attempt: 0,
    state: 'CONTAINER_RUNNING',
    createdAt: new Date(Date.UTC(2026, 0, 1)),
  },
})

/** Seen so many minutes after noon, with so many bytes in use, by containers of these images. */
export const seen = (minute: number, used: number, ...running: ReadonlyArray<string>): NodeObservation => ({
  ...{ at: new Date(Date.UTC(2026, 0, 1, 12, minute)), runtime: 'containerd 2.1.9' },
  images: ['a', 'b'].map((id) => ({ id, runtimeHandler: '', size: 70, pinned: false, tags: [`shop/${id}:1`] })),
  containers: running.map((id) => container(`c-${id}`, id)),
  imageVolumes: { _tag: 'NoneMounted', because: 'the test says so' },
  imageFs: known({ capacityBytes: O.some(1000), availableBytes: O.some(1000 - used) }),
  layers: E.right({
    unseen: ['a blob without a record'],
    store: {
      layers: [
        { id: 'base', unpacked: exactly(60) },
        { id: 'base/a', unpacked: exactly(10), parent: 'base' },
        { id: 'base/b', unpacked: exactly(10), parent: 'base' },
      ],
      images: ['a', 'b'].map((id) => ({ id, topLayer: `base/${id}`, own: exactly(0) })),
      holders: [],
    },
  }),
  kubelet: {
    ...{ settings: E.right(settingsOf()), pressure: silent, pods: silent, imageFs: unknown, beganAt: unknown },
  },
})

/** What is remembered after looks. */
export const rememberedOf = (...looks: ReadonlyArray<NodeObservation>) =>
  looks.reduce((memory, look) => rememberNode(rules, memory)(look), emptyNodeMemory)
