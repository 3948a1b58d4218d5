import { expect, it } from 'vitest'

import type { WorkerFacts } from '../../../src/kubelet/container/index.js'
import { podState } from '../../../src/kubelet/container/index.js'
import { known } from '../../../src/core/index.js'

const nothing: WorkerFacts = {
  uid: 'u',
  knownToWorkers: true,
  evicted: false,
  deleted: false,
  terminated: false,
  podsSynced: true,
}

/** Which of the two facts hold. */
const stateOf = (facts: Partial<WorkerFacts>): string => {
  const { uid, contentRemoved, runtimeRemoved } = podState({ ...nothing, ...facts })
  expect(uid).toBe('u')
  const held = { content: contentRemoved, runtime: runtimeRemoved }
  return Object.entries(held)
    .flatMap(([name, fact]) => {
      expect(fact._tag).toBe('Known')
      return fact._tag === 'Known' && fact.value ? [name] : []
    })
    .join(' ')
}

it('is neither for a pod that runs', () => {
  expect(stateOf({})).toBe('')
  expect(podState(nothing)).toEqual({ uid: 'u', contentRemoved: known(false), runtimeRemoved: known(false) })
})

it('says that the content goes once a pod is evicted, though it still stops', () => {
  expect(stateOf({ evicted: true })).toBe('content')
  expect(stateOf({ evicted: true, terminated: true })).toBe('content runtime')
})

it('says that the content of a deleted pod goes once it is terminated', () => {
  expect(stateOf({ deleted: true })).toBe('')
  expect(stateOf({ deleted: true, terminated: true })).toBe('content runtime')
})

it('says of a finished pod that only its containers are done', () => {
  expect(stateOf({ terminated: true })).toBe('runtime')
})

it('says that a pod the workers do not know is gone once pods are synced', () => {
  expect(stateOf({ knownToWorkers: false })).toBe('content runtime')
  expect(stateOf({ knownToWorkers: false, podsSynced: false, evicted: true, deleted: true, terminated: true })).toBe('')
})
