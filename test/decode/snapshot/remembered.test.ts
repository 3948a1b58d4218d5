import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { known, unknown } from '../../../src/index.js'
import { type CrictlContainer, remembered } from '../../../src/decode/index.js'
import { type Memory, defaultPolicy } from '../../../src/kubelet/image/index.js'

const later = new Date('2026-01-01T12:00:00Z')
const earlier = new Date('2026-01-01T11:00:00Z')

const image = (id: string) => ({ id, runtimeHandler: '', size: 1, pinned: false, tags: [] })

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
})
