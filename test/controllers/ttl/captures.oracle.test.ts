import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Snapshot } from '../../../src/controllers/ttl/index.js'
import { decodeKubectlObjects, kubernetesTtlSnapshot } from '../../../src/decode/index.js'
import { logOf, read } from '../../simulate/cascade/captured.js'
import { planOf } from './build.js'

const author = 'system:serviceaccount:kube-system:ttl-after-finished-controller'

const before = (at: string): Snapshot => {
  const listing = decodeKubectlObjects(read('cluster-before.all.json'))
  if (E.isLeft(listing)) throw new Error(JSON.stringify(listing.left))
  const snapshot = kubernetesTtlSnapshot({ at: new Date(at), listings: [listing.right] })
  if (E.isLeft(snapshot)) throw new Error(JSON.stringify(snapshot.left))
  return snapshot.right
}

const log = logOf('cluster-actions.audit.jsonl').filter(({ by }) => by === author)

const callsAt = (at: string): ReadonlyArray<object> =>
  planOf(before(at)).passes[0].removals.flatMap(({ actions }) =>
    actions.flatMap((action) =>
      action._tag === 'Delete'
        ? [
            {
              verb: 'delete',
              uri: `/apis/batch/v1/namespaces/${action.job.namespace}/jobs/${action.job.name}`,
              body: action.options,
            },
          ]
        : [],
    ),
  )

const namesIn = (calls: ReadonlyArray<object>): ReadonlyArray<string> =>
  calls.map((call) => ('uri' in call ? String(call.uri).replace(/.*\//, '') : '')).sort()

describe('finished Jobs of a live cluster', () => {
  it('had been deleted by the end if a plan of that time deletes them', () => {
    const calls = log.map(({ verb, uri, body }) => ({ verb, uri, body }))
    expect(log.length).toBe(4)
    expect(callsAt('2026-11-21T03:02:26Z')).toEqual(expect.arrayContaining(calls))
    expect(namesIn(callsAt('2026-11-21T03:02:26Z'))).toEqual(namesIn(calls))
  })

  it('went one by one: the last one was due at the very second at which it went', () => {
    expect(namesIn(callsAt('2026-11-21T03:01:11.8Z'))).toEqual(['deadline', 'done-ttl-0', 'failed-ttl-20'])
    expect(planOf(before('2026-11-21T03:01:11.8Z')).wakeAt).toMatchObject({ value: new Date('2026-11-21T03:01:19Z') })
  })
})
