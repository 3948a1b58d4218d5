import { describe, expect, it } from 'vitest'

import { millis } from '../../../../src/core/time.js'
import { defaultPolicy as imagePolicy } from '../../../../src/kubelet/image/index.js'
import { fails, fakeNode, hangs, KubeletContainer, KubeletImage } from '../../../../src/testing/index.js'

const { container, podState } = KubeletContainer
const { image, imageFs } = KubeletImage

/** A container of a pod that is gone: whoever collects containers takes it. */
const dead = container('dead', { podUid: 'old' })
const old = podState('old', 'gone')
const full = { images: [image('sha256:a', { size: 600 })], imageFs: imageFs(1000, 100) }
const timeOf = (node: { readonly now: () => Date }): string => node.now().toISOString().slice(11, 19)

describe('a fake node whose time goes on', () => {
  it('collects containers at once, and a minute after each collection', async () => {
    const node = fakeNode({ pods: [old], containers: [dead] })
    await node.advance({ seconds: 30 })
    expect(node.names().containers).toEqual([])
    node.put({ containers: [dead] })
    await node.advance({ seconds: 29 })
    expect([timeOf(node), node.names().containers]).toEqual(['12:00:59', ['dead']])
    await node.advance({ seconds: 1 })
    expect([timeOf(node), node.names().containers]).toEqual(['12:01:00', []])
  })

  it('collects images every five minutes by its policy', async () => {
    const node = fakeNode(full)
    await node.advance({ seconds: 299 })
    expect(node.names().images).toEqual(['sha256:a'])
    await node.advance({ seconds: 1 })
    expect(node.names().images).toEqual([])
    const patient = fakeNode({ ...full, policies: { images: { ...imagePolicy, minAge: millis(3_600_000) } } })
    await patient.advance({ minutes: 59 })
    expect(patient.names().images).toEqual(['sha256:a'])
    await patient.advance({ minutes: 1 })
    expect(patient.names().images).toEqual([])
  })

  it('collects no images where the policy keeps the loop from starting', async () => {
    const policies = { images: { ...imagePolicy, highThresholdPercent: 100 } }
    const node = fakeNode({ ...full, imageFs: imageFs(1000, 0), policies })
    await node.advance({ hours: 1 })
    expect(node.names().images).toEqual(['sha256:a'])
  })

  it('collects a container before the image that it held, at one instant', async () => {
    const node = fakeNode({
      ...full,
      pods: [old],
      containers: [{ ...dead, imageId: 'sha256:a', state: 'CONTAINER_RUNNING' }],
    })
    await node.advance({ minutes: 9, seconds: 30 })
    expect(node.names().images).toEqual(['sha256:a'])
    node.put({ containers: [{ ...dead, imageId: 'sha256:a' }] })
    await node.advance({ seconds: 30 })
    expect(node.names()).toMatchObject({ containers: [], images: [] })
  })

  it('remembers which images are in use although the disk is not full', async () => {
    const node = fakeNode({ images: full.images, containers: [{ ...container('web'), imageId: 'sha256:a' }] })
    await node.advance({ minutes: 11 })
    const used = node.imageSnapshot().memory.records.map(({ lastUsed }) => lastUsed)
    expect(used).toEqual([{ _tag: 'Known', value: { _tag: 'Some', value: new Date('2026-01-01T12:10:00Z') } }])
  })

  it('follows periods of its own', async () => {
    const node = fakeNode({ pods: [old], loops: { containerPeriod: millis(10_000) } })
    await node.advance(millis(0))
    node.put({ containers: [dead] })
    await node.advance({ seconds: 10 })
    expect(node.names().containers).toEqual([])
  })

  it('records image collections that fail, from the second in a row', async () => {
    const node = fakeNode({ ...full, failures: { removeImage: { '*': { message: 'the disk is read-only' } } } })
    await node.advance({ minutes: 4 })
    expect(node.events()).toEqual([])
    await node.advance({ minutes: 1 })
    expect(node.events()).toMatchObject([{ reason: 'ImageGCFailed' }])
    expect(node.events()[0]?.message).toMatch(/the disk is read-only$/)
  })

  it('takes a call that hangs for one that failed, and goes on', async () => {
    const node = fakeNode({ ...full, failures: { removeImage: { '*': hangs(1, 'no answer') } } })
    await node.advance({ minutes: 5 })
    expect(node.names().images).toEqual(['sha256:a'])
    await node.advance({ minutes: 5 })
    expect(node.names().images).toEqual([])
    const quiet = fakeNode({
      pods: [old],
      containers: [dead],
      failures: { removeContainer: { dead: hangs(1, 'no answer') } },
    })
    await quiet.settle()
    expect(quiet.names().containers).toEqual(['dead'])
  })

  it('wakes whoever waits on its clock at the right time', async () => {
    const node = fakeNode({ failures: { removeContainer: { dead: fails(1, 'busy') } } })
    const heard: string[] = []
    void node.clock
      .sleep(millis(90_000))()
      .then(() => heard.push(timeOf(node)))
    await node.advance({ minutes: 3 })
    expect([heard, timeOf(node)]).toEqual([['12:01:30'], '12:03:00'])
  })

  it('lets nobody collect when only its clock is moved, and moves no clock when it settles', async () => {
    const node = fakeNode({ pods: [old], containers: [dead] })
    await node.clock.advance({ minutes: 10 })
    expect(node.names().containers).toEqual(['dead'])
    await node.settle()
    expect([timeOf(node), node.names().containers]).toEqual(['12:10:00', []])
  })
})
