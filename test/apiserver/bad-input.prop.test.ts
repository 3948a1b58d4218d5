import fc from 'fast-check'
import { expect, it } from 'vitest'

import type { DeleteOptions, WholeObject } from '../../src/apiserver/index.js'
import { create, removeFinalizer, requestDelete, update } from '../../src/apiserver/index.js'
import type { Change } from '../../src/apiserver/index.js'
import { spoilOne } from '../../src/testing/arbitrary/spoil.js'
import { runs } from '../runs.js'

const at = new Date('2026-01-01T12:00:00Z')
const options: DeleteOptions = { gracePeriodSeconds: 1, propagationPolicy: 'Foreground', preconditions: { uid: 'a' } }
const pod: WholeObject = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: 'a',
    uid: 'a',
    finalizers: ['x'],
    ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'n' }],
  },
  spec: { nodeName: 'n', terminationGracePeriodSeconds: 5 },
  status: { phase: 'Running' },
}
const namespace: WholeObject = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: 'a', uid: 'a' },
  spec: { finalizers: ['kubernetes'] },
}
const change: Change = { finalizers: ['y'], ownerReferences: [] }

const tags = new Set<unknown>(['Stays', 'Gone', 'Refused'])

it('answers whatever is asked of whatever object', () => {
  const inputs = fc
    .constantFrom(pod, namespace)
    .chain((object) => spoilOne({ at, options, change, finalizer: 'x', object }))
  fc.assert(
    fc.property(inputs, (input) => {
      const given = (input ?? {}) as {
        readonly at: Date
        readonly options: DeleteOptions
        readonly change: Change
        readonly finalizer: string
        readonly object: WholeObject
      }
      const answers = [
        requestDelete(given.at)(given.options)(given.object),
        create(given.object),
        update(given.change)(given.object),
        removeFinalizer(given.finalizer)(given.object),
      ]
      return answers.every(({ _tag }) => tags.has(_tag))
    }),
    { numRuns: runs(3000) },
  )
})

it('says everything that it can not read', () => {
  const answer = requestDelete(at)({ gracePeriodSeconds: '1' as never, orphanDependents: 'no' as never })(pod)
  expect(answer).toMatchObject({
    code: 400,
    message:
      'options.gracePeriodSeconds: expected a safe integer, got "1"; ' +
      'options.orphanDependents: expected a boolean, got "no"',
  })
})

it('says what it can not read, and where', () => {
  const answer = requestDelete(at)({ gracePeriodSeconds: '1' as never })(pod)
  expect(answer).toEqual({
    _tag: 'Refused',
    code: 400,
    reason: 'BadRequest',
    message: 'options.gracePeriodSeconds: expected a safe integer, got "1"',
  })
  expect(create({ ...pod, metadata: { ...pod.metadata, name: 1 as never } })).toMatchObject({
    code: 400,
    message: 'metadata.name: expected text that is not empty, got 1',
  })
  expect(update(null as never)(pod)).toMatchObject({ code: 400, message: 'change: expected an object, got null' })
  expect(removeFinalizer('x')('pod' as never)).toMatchObject({ code: 400 })
})
