import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { assumed, known, unknown } from '../../../src/core/index.js'
import { type ImageRecord, sinceRestart } from '../../../src/kubelet/image/index.js'

const at = (hour: number): Date => new Date(Date.UTC(2026, 0, 1, hour))
const began = at(12)
const record = (more: Partial<ImageRecord>): ImageRecord => ({
  ...{ id: 'a', runtimeHandler: '', firstDetected: known(O.none), lastUsed: known(O.none), size: 5, pinned: false },
  ...more,
})
const after = (more: Partial<ImageRecord>): ImageRecord | undefined =>
  sinceRestart(began)({ records: [record(more)] }).records[0]

describe('the memory of a kubelet since its restart', () => {
  it('begins with the restart for images that were there', () => {
    expect(after({ firstDetected: known(O.some(at(3))) })?.firstDetected).toStrictEqual(known(O.some(began)))
    expect(after({ firstDetected: known(O.none) })?.firstDetected).toStrictEqual(known(O.some(began)))
  })

  it('has no use from before', () => {
    expect(after({ lastUsed: known(O.some(at(11))) })?.lastUsed).toStrictEqual(known(O.none))
    expect(after({ lastUsed: known(O.none) })?.lastUsed).toStrictEqual(known(O.none))
  })

  it('has what was seen since', () => {
    const seen = { firstDetected: known(O.some(at(13))), lastUsed: known(O.some(began)) }
    expect(after(seen)).toStrictEqual(record(seen))
  })

  it('knows nothing better than the longer memory', () => {
    const unclear = { firstDetected: assumed(O.some(at(3)), 'stated'), lastUsed: unknown }
    expect(after(unclear)).toStrictEqual(record({ firstDetected: assumed(O.some(began), 'stated'), lastUsed: unknown }))
  })
})
