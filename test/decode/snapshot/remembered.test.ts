import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { known, unknown } from '../../../src/index.js'
import { type CrictlContainer, type Remembered, remembered } from '../../../src/decode/index.js'
import { type Memory, defaultPolicy } from '../../../src/kubelet/image/index.js'

const later = new Date('2026-01-01T12:00:00Z')
const earlier = new Date('2026-01-01T11:00:00Z')

const image = (id: string) => ({ id, runtimeHandler: '', size: 1, pinned: false, tags: [] })

const record = (id: string, runtimeHandler: string): Memory['records'][number] => ({
  ...{ id, runtimeHandler, size: 1, pinned: false },
  firstDetected: known(O.some(earlier)),
  lastUsed: known(O.some(earlier)),
})

describe('remembered', () => {
  it('folds a look from before the memory, and leaves unused images their later time', () => {
    const before: Memory = {
      records: [
        {
          ...{ id: 'sha256:a', runtimeHandler: '', size: 1, pinned: false },
          firstDetected: known(O.some(later)),
          lastUsed: known(O.some(later)),
        },
      ],
    }
    const { memory, fresh, gone } = remembered(
      defaultPolicy,
      before,
    )({
      ...{ at: earlier, images: [image('sha256:a'), image('sha256:b')], containers: [] },
      imageVolumes: { _tag: 'Inspected', containers: [] },
    })
    expect(memory.records.map(({ id, firstDetected, lastUsed }) => [id, firstDetected, lastUsed])).toEqual([
      ['sha256:a', known(O.some(later)), known(O.some(later))],
      ['sha256:b', known(O.some(earlier)), expect.anything()],
    ])
    expect([fresh, gone]).toEqual([1, 0])
  })

  it('counts what is in use by the containers of the look, not by an earlier use at the same instant', () => {
    const used: Memory = {
      records: [
        {
          ...{ id: 'sha256:a', runtimeHandler: '', size: 1, pinned: false },
          firstDetected: known(O.some(earlier)),
          lastUsed: known(O.some(later)),
        },
      ],
    }
    const unseen: CrictlContainer = {
      ...{ id: 'c', imageId: 'sha256:gone', imageRef: 'sha256:gone', runtimeHandler: '', sandboxId: 's', name: 'c' },
      ...{ podUid: 'u', state: 'CONTAINER_RUNNING', createdAt: earlier, identified: true },
    }
    const { memory, inUse } = remembered(
      defaultPolicy,
      used,
    )({
      ...{ at: later, images: [image('sha256:a')], containers: [unseen] },
      imageVolumes: { _tag: 'Inspected', containers: [] },
    })
    expect(memory.records.map(({ lastUsed }) => lastUsed)).toEqual([unknown])
    expect(inUse).toBe(0)
  })

  it('does not know the last use of an image while one of the containers was not inspected', () => {
    const running = (id: string): CrictlContainer => ({
      ...{ id, imageId: 'sha256:b', imageRef: 'sha256:b', runtimeHandler: '', sandboxId: 's', name: id },
      ...{ podUid: 'u', state: 'CONTAINER_RUNNING', createdAt: earlier, identified: true },
    })
    const look = (...inspected: ReadonlyArray<string>) =>
      remembered(defaultPolicy, { records: [record('sha256:a', '')] })({
        ...{ at: later, images: [image('sha256:a'), image('sha256:b')], containers: ['c', 'd'].map(running) },
        imageVolumes: { _tag: 'Inspected', containers: inspected.map((id) => ({ id, imageVolumes: [] })) },
      })
    const lastUses = ({ memory }: Remembered) => memory.records.map(({ lastUsed }) => lastUsed)
    const used = known(O.some(later))
    expect([look('c', 'd').unseen, lastUses(look('c', 'd'))]).toEqual([0, [known(O.some(earlier)), used]])
    expect([look('c').unseen, lastUses(look('c'))]).toEqual([1, [unknown, used]])
  })

  it('tells images apart that came and went, also one for another runtime handler', () => {
    const told = (...images: ReadonlyArray<ReturnType<typeof image>>) => {
      const before = { records: [record('sha256:a', ''), record('sha256:b', '')] }
      const { fresh, gone } = remembered(
        { ...defaultPolicy, runtimeClassInImageCriApi: true },
        before,
      )({ ...{ at: later, images, containers: [] }, imageVolumes: { _tag: 'Inspected', containers: [] } })
      return [fresh, gone]
    }
    expect(told(image('sha256:a'), image('sha256:b'))).toEqual([0, 0])
    expect(told(image('sha256:a'), image('sha256:c'))).toEqual([1, 1])
    expect(told(image('sha256:a'), { ...image('sha256:b'), runtimeHandler: 'kata' })).toEqual([1, 1])
  })
})
