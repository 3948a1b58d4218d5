import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { known } from '../../../src/index.js'
import { remembered } from '../../../src/decode/index.js'
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
})
