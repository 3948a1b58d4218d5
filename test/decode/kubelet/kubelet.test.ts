import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { decodeKubeletPods, decodeStatsSummary } from '../../../src/decode/index.js'
import { capture, right, wrongIn } from '../reading.js'

describe('the pods of a kubelet', () => {
  it('are read from a recording', () => {
    expect(right(decodeKubeletPods(capture('kubelet-1.36.2/4-before-container-gc.pods.json')))).toEqual([
      {
        uid: 'fa13a44ed312a49930197603a19fc340',
        aliases: [],
        name: 'once-node-a',
        namespace: 'batch',
        phase: 'Succeeded',
        reason: '',
        deletionTimestamp: O.none,
        running: false,
      },
      {
        uid: '9015d9df673c4412e127054aab3ec0d6',
        aliases: [],
        name: 'web-node-a',
        namespace: 'shop',
        phase: 'Running',
        reason: '',
        deletionTimestamp: O.none,
        running: true,
      },
    ])
  })

  const list = (pod: object): unknown => ({ kind: 'PodList', items: [{ metadata: { uid: 'u', name: 'n' }, ...pod }] })

  it('may be none', () => {
    expect(right(decodeKubeletPods({ kind: 'PodList', items: null }))).toEqual([])
  })

  it('may have no status yet', () => {
    expect(right(decodeKubeletPods(list({})))[0]).toMatchObject({ phase: '', reason: '', running: false })
  })

  it('are being deleted from the time that says so', () => {
    const metadata = { uid: 'u', name: 'n', deletionTimestamp: '2026-01-01T00:00:00Z' }
    expect(right(decodeKubeletPods(list({ metadata })))[0]?.deletionTimestamp).toEqual(
      O.some(new Date('2026-01-01T00:00:00Z')),
    )
  })

  it('of the API server are known by the uid that they have on the node too', () => {
    const annotations = { 'kubernetes.io/config.mirror': 'hash', 'kubernetes.io/config.hash': 'hash', other: 'x' }
    expect(right(decodeKubeletPods(list({ metadata: { uid: 'u', name: 'n', annotations } })))[0]?.aliases).toEqual([
      'hash',
    ])
  })

  it.each(['initContainerStatuses', 'containerStatuses', 'ephemeralContainerStatuses'])(
    'run while one of their %s does',
    (statuses) => {
      const state = { running: { startedAt: '2026-01-01T00:00:00Z' } }
      const status = { phase: 'Failed', [statuses]: [{ state: { waiting: {} } }, { state }] }
      expect(right(decodeKubeletPods(list({ status })))[0]?.running).toBe(true)
    },
  )

  it('do not run while nothing of them does', () => {
    const status = {
      containerStatuses: [{}, { state: null }, { state: { terminated: {} } }, { state: { running: null } }],
    }
    expect(right(decodeKubeletPods(list({ status })))[0]?.running).toBe(false)
  })

  it('are refused with every problem', () => {
    const pod = { metadata: { name: 7, deletionTimestamp: 'soon' }, status: { phase: 1, containerStatuses: {} } }
    expect(wrongIn(decodeKubeletPods(list(pod)))).toEqual([
      'items[0].metadata.uid: expected a string, not empty, got nothing',
      'items[0].metadata.name: expected a string, got 7',
      'items[0].metadata.deletionTimestamp: expected RFC 3339 text such as "2026-01-01T12:00:00Z", got "soon"',
      'items[0].status.phase: expected a string, got 1',
      'items[0].status.containerStatuses: expected an array, got an object',
    ])
  })

  it('are refused as kubectl lists them', () => {
    expect(wrongIn(decodeKubeletPods({ kind: 'List', apiVersion: 'v1', items: [] }))).toEqual([
      'this is a list of kubectl get, where static pods have other uids than on their node, not kubectl get --raw /api/v1/nodes/NODE/proxy/pods; run kubectl get --raw /api/v1/nodes/NODE/proxy/pods',
    ])
  })
})

describe('the statistics summary', () => {
  it('is read from a recording', () => {
    expect(right(decodeStatsSummary(capture('kubelet-1.36.2/1-running.stats-summary.json')))).toEqual({
      nodeName: 'node-a',
      imageFs: O.some({
        at: new Date('2026-11-21T03:02:28Z'),
        availableBytes: O.some(65232384000),
        capacityBytes: O.some(270553174016),
      }),
    })
  })

  const summary = (runtime: unknown): unknown => ({ node: { nodeName: 'n', runtime }, pods: [] })

  it('may lack numbers, all or some', () => {
    for (const runtime of [undefined, null, {}, { imageFs: null }])
      expect(right(decodeStatsSummary(summary(runtime))).imageFs).toEqual(O.none)
    expect(right(decodeStatsSummary(summary({ imageFs: { time: '2026-11-21T03:02:28Z' } }))).imageFs).toEqual(
      O.some({ at: new Date('2026-11-21T03:02:28Z'), availableBytes: O.none, capacityBytes: O.none }),
    )
  })

  it.each([9007199254740992, -1, 0.5])('refuses %d bytes', (capacityBytes) => {
    const imageFs = { time: '2026-11-21T03:02:28Z', capacityBytes }
    expect(wrongIn(decodeStatsSummary(summary({ imageFs })))[0]).toMatch(/^node\.runtime\.imageFs\.capacityBytes: /)
  })

  it('is asked for where crictl imagefsinfo is given', () => {
    expect(wrongIn(decodeStatsSummary(capture('containerd-2.1.9/crictl/imagefsinfo.json')))).toEqual([
      'this is the answer of crictl imagefsinfo, which knows no capacity, not kubectl get --raw /api/v1/nodes/NODE/proxy/stats/summary; run kubectl get --raw /api/v1/nodes/NODE/proxy/stats/summary',
    ])
  })
})
