/**
 * Answers whether what was recorded on a real node comes out of the plan: kubelet 1.36.2 on containerd 2.1.9.
 */
import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import * as KubeletContainer from '../../../src/kubelet/container/index.js'
import * as KubeletImage from '../../../src/kubelet/image/index.js'
import { known, millis, removalsOf } from '../../../src/core/index.js'
import {
  decodeCrictlContainers,
  decodeCrictlImages,
  decodeCrictlSandboxes,
  decodeKubeletPods,
  decodeStatsSummary,
  kubeletContainerSnapshot,
  kubeletImageSnapshot,
} from '../../../src/decode/index.js'
import { capture, right } from '../reading.js'

const node = (file: string): string => capture(`kubelet-1.36.2/${file}`)
const log = node('kubelet-gc.log.txt').split('\n')

describe('the image collection of 03:07:36', () => {
  const began = new Date('2026-11-21T03:02:36.857Z')
  const at = new Date('2026-11-21T03:07:36.860Z')
  /** The log says what was to be freed down to 10 %, so what was available; the summary before it is five minutes old. */
  const capacity = right(decodeStatsSummary(node('1-running.stats-summary.json'))).imageFs
  const amountToFree = 178211081830
  const capacityBytes = 270553174016
  const availableBytes = Number((BigInt(capacityBytes) * 90n) / 100n) - amountToFree
  const snapshot = kubeletImageSnapshot({
    at,
    beganGC: known(began),
    images: right(decodeCrictlImages(node('2-before-image-gc.crictl-images.json'))),
    containers: right(decodeCrictlContainers(node('2-before-image-gc.crictl-ps-a.json'))),
    imageVolumes: { _tag: 'NoneMounted', because: 'no manifest had an image volume' },
    imageFs: known({ capacityBytes: O.some(capacityBytes), availableBytes: O.some(availableBytes) }),
    history: {
      _tag: 'Stated',
      firstDetected: O.some(began),
      lastUsed: O.none,
      because: 'the kubelet had just been restarted',
    },
  })
  const policy = {
    ...KubeletImage.presets.kubernetes_1_36,
    highThresholdPercent: 60,
    lowThresholdPercent: 10,
    minAge: millis(10_000),
  }
  const plan = right(KubeletImage.plan(policy)(snapshot))

  it('had the capacity that the summary says', () => {
    expect(O.map((fs: { capacityBytes: unknown }) => fs.capacityBytes)(capacity)).toEqual(O.some(O.some(capacityBytes)))
  })

  it('wanted to free what the log says', () => {
    const line = log.find((each) => each.includes('03:07:36') && each.includes('amountToFree')) ?? ''
    expect(line).toContain(`usage=76 highThreshold=60 amountToFree=${amountToFree} lowThreshold=10`)
    expect(plan.passes.find(({ name }) => name === 'space')?.goal).toEqual({ _tag: 'FreeBytes', bytes: amountToFree })
  })

  it('removed exactly the three images that the plan removes', () => {
    const removals = removalsOf(plan)
    const logged = log.flatMap((line) => /Removing image to free bytes" imageID="([^"]+)"/.exec(line)?.[1] ?? [])
    expect(removals.map(({ target }) => target.imageId).sort()).toEqual([...logged].sort())
    expect(removals.flatMap(({ target }) => target.tags).sort()).toEqual([
      'registry.example.com/shop/web:1.1.0',
      'registry.example.com/shop/web:1.2.0',
      'registry.example.com/shop/web:1.5.0',
    ])
  })

  it('left what the plan leaves', () => {
    const after = right(decodeCrictlImages(node('3-after-image-gc.crictl-images.json'))).map(({ id }) => id)
    expect(KubeletImage.apply(plan)(snapshot).images.map(({ id }) => id)).toEqual(after)
  })

  it('would have removed none right after the start, as the log shows', () => {
    const atStart = right(KubeletImage.plan(policy)({ ...snapshot, at: began }))
    expect(removalsOf(atStart)).toEqual([])
  })
})

describe('the container collection of 03:08:36', () => {
  const parts = {
    at: new Date('2026-11-21T03:08:36.851Z'),
    allSourcesReady: true,
    containers: right(decodeCrictlContainers(node('4-before-container-gc.crictl-ps-a.json'))),
    sandboxes: right(decodeCrictlSandboxes(node('4-before-container-gc.crictl-pods.json'))),
    pods: O.some(right(decodeKubeletPods(node('4-before-container-gc.pods.json')))),
    absentPodsAreGone: O.some('the kubelet had been up for six minutes and synced its manifests'),
    logDirectories: [
      'batch_once-node-a_fa13a44ed312a49930197603a19fc340',
      'shop_crash-node-a_834a7c25be484abcb7dc3d26cee01b39',
      'shop_web-node-a_9015d9df673c4412e127054aab3ec0d6',
    ],
    logLinks: [],
  }
  const snapshot = kubeletContainerSnapshot(parts)
  const plan = right(KubeletContainer.plan(KubeletContainer.presets.kubernetes_1_36)(snapshot))

  it('removed exactly the container, the sandbox and the logs of the deleted pod', () => {
    const logged = log
      .filter((line) => line.includes(' 03:08:36.'))
      .flatMap((line) => /(?:containerID|sandboxID|podUID)="([^"]+)"/.exec(line)?.[1] ?? [])
    expect(logged.length).toBe(3)
    expect(removalsOf(plan).map(({ target }) => target.id.replace(/^.*_/, ''))).toEqual(logged)
    expect(removalsOf(plan).map(({ target }) => target._tag)).toEqual(['Container', 'Sandbox', 'LogDirectory'])
  })

  it('rested on the statement that a pod that the kubelet does not list is gone', () => {
    expect(plan.assumptions.length).toBeGreaterThan(0)
    const cautious = kubeletContainerSnapshot({ ...parts, absentPodsAreGone: O.none })
    expect(
      removalsOf(right(KubeletContainer.plan(KubeletContainer.presets.kubernetes_1_36)(cautious))).map(
        ({ target }) => target.id,
      ),
    ).toEqual([])
  })

  it('left what the plan leaves', () => {
    const after = KubeletContainer.apply(plan)(snapshot)
    const containers = right(decodeCrictlContainers(node('5-after-container-gc.crictl-ps-a.json')))
    const sandboxes = right(decodeCrictlSandboxes(node('5-after-container-gc.crictl-pods.json')))
    expect(after.containers.map(({ id }) => id)).toEqual(containers.map(({ id }) => id))
    expect(after.sandboxes.map(({ id }) => id)).toEqual(sandboxes.map(({ id }) => id))
  })
})
