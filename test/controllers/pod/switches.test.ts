/** Each switch of each release changes a decision: pods for each, decided by every preset. */
import { expect, it } from 'vitest'

import { type Policy, presets } from '../../../src/controllers/pod/index.js'
import { switches } from '../../../src/controllers/pod/switches.js'
import { type Decisions, decided, unnoticed, untold } from '../../decisions.js'
import { since } from '../../since.js'
import { at, done, lookAt, namesGoing, node, outOfService, planOf, pod } from './build.js'

const evicted = done('evicted', 60, { status: { phase: 'Failed', reason: 'Evicted' } })
const ended = (name: string, created: number, finished: number) => {
  const state = { terminated: { finishedAt: at(finished) } }
  return done(name, created, { status: { phase: 'Succeeded', containerStatuses: [{ state }] } })
}
const orphan = pod('orphan', { node: 'gone', generation: 3 })
const markOf = (policy: Policy) => {
  const [first] =
    planOf(lookAt([orphan], { memory: { waiting: [], ripe: ['gone'] } }), policy).passes[2]?.removals[0]?.actions ?? []
  return first?._tag === 'MarkFailed' ? first.patch : undefined
}

const decisions: Decisions<Policy> = {
  terminatedOrder: (policy) =>
    namesGoing(
      planOf(lookAt([evicted, ended('older', 0, 100), ended('quick', 30, 40)]), {
        ...policy,
        terminatedPodGcThreshold: 2,
      }),
      'terminated',
    ).join(),
  outOfService: (policy) =>
    namesGoing(
      planOf(
        lookAt([pod('p', { node: 'down', deletionTimestamp: at(30) })], {
          nodes: [node('down', 'Unknown', outOfService)],
        }),
        policy,
      ),
      'terminating-out-of-service',
    ).join(),
  markFailed: (policy) => markOf(policy)?.patchType ?? 'none',
  observedGeneration: (policy) => {
    const status = markOf({ ...policy, markFailed: 'strategic-patch' })?.body.status
    return JSON.stringify(status).includes('"observedGeneration":3')
  },
}

it('each release decides so since', () => {
  expect(since(decided(presets, decisions))).toEqual({
    terminatedOrder: { '1.20': 'older', '1.31': 'evicted' },
    outOfService: { '1.20': '', '1.26': 'p' },
    markFailed: {
      '1.20': 'none',
      '1.26': 'application/apply-patch+yaml',
      '1.31': 'application/strategic-merge-patch+json',
    },
    observedGeneration: { '1.20': false, '1.34': true },
  })
})

it('no value of a switch could be another one unnoticed', () => {
  expect(unnoticed(presets, switches, decisions, { terminatedOrder: ['finish-time'] })).toEqual([])
})

it('every switch says what it decides, where upstream does, and what becomes of a situation', () => {
  expect(untold(switches)).toEqual([])
})
