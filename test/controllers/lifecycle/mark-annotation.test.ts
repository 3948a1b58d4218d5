import { describe, expect, it } from 'vitest'

import type { Action } from '../../../src/controllers/lifecycle/index.js'
import { annotatedMemory, markPatch } from '../../../src/controllers/lifecycle/index.js'
import { noon, secret } from './build.js'

const annotation = 'lifecycle.gcplan.io/candidate-since'
const object = { apiVersion: 'v1', kind: 'Secret', namespace: 'ns', name: 'a' }
const set: Action = { _tag: 'SetMark', object, mark: { uid: 'a', since: noon, epoch: 'first period' } }
const clear: Action = { _tag: 'ClearMark', object, uid: 'a' }

describe('a mark on the object itself', () => {
  it('is an instant and the name of the period, bound to the uid', () => {
    const annotations = { [annotation]: '2026-01-01T12:00:00.000Z first period' }
    expect(markPatch(set)).toEqual({ metadata: { uid: 'a', annotations } })
    expect(annotatedMemory([secret('a', {}, { annotations })])).toEqual({
      marks: [{ uid: 'a', since: noon, epoch: 'first period' }],
    })
  })

  it('is taken off by a patch that names it, bound to the uid', () => {
    expect(markPatch(clear)).toEqual({ metadata: { uid: 'a', annotations: { [annotation]: null } } })
  })

  it('has nothing to do with a delete', () => {
    expect(
      markPatch({
        _tag: 'Delete',
        object: { ...object, resource: 'secrets' },
        options: { preconditions: { uid: 'a', resourceVersion: '7' }, propagationPolicy: 'Background' },
      }),
    ).toBeNull()
  })

  it.each([
    ['nothing', ''],
    ['no period', '2026-01-01T12:00:00Z'],
    ['no instant', 'yesterday first'],
    ['text before it', 'since 2026-01-01T12:00:00Z first'],
  ])('is none where it says %s', (_what, text) => {
    expect(annotatedMemory([secret('a', {}, { annotations: { [annotation]: text } })])).toEqual({ marks: [] })
  })
})
