import { describe, expect, it } from 'vitest'

import type { Effect } from '../../../src/apiserver/answer.js'
import type { OwnerReference } from '../../../src/apiserver/object.js'
import type { ApiRequest } from '../../../src/apiserver/request.js'
import { type Attempted, reasonsOfOwner, whyOf } from '../../../src/controllers/owner/why.js'
import { removeOwnerReferences } from '../../../src/controllers/owner/action.js'
import { object, to } from './build.js'

const pod = { apiVersion: 'v1', kind: 'Pod', resource: 'pods', namespace: 'ns', name: 'b' } as const

const attempted = (_tag: 'Delete' | 'Orphan', classification?: Attempted['attempt']['classification']): Attempted => ({
  work: { _tag, item: { uid: 'a', serial: 0, left: null } },
  attempt: { result: { _tag: 'Ok' }, queueAction: 'forget', classification, enqueue: [], absent: [] },
  dependents: 0,
  owner: undefined,
  elsewhere: undefined,
})

const effectOf = (request: ApiRequest, owners: ReadonlyArray<OwnerReference> = []): Effect<ApiRequest> => {
  const before = object('b', owners)
  return { request, before, after: before }
}

const deletion = effectOf({ _tag: 'Delete', object: pod, options: { propagationPolicy: 'Background' } })
const patchOf = (owners: ReadonlyArray<OwnerReference>): Effect<ApiRequest> =>
  effectOf({ _tag: 'Patch', object: pod, patch: removeOwnerReferences(['a'])(pod, object('b')).strategic }, owners)

describe('why the owner collector sent a request', () => {
  it('is not known of an attempt that read no references', () => {
    const why = whyOf(attempted('Delete'), reasonsOfOwner())
    expect(why(deletion)).toEqual([{ _tag: 'Requested' }])
    expect(why(patchOf([]))).toEqual([{ _tag: 'UnblockedInCycle' }])
  })

  it('names an owner that has gone since as the dependent names it, or by its uid alone', () => {
    const why = whyOf(attempted('Orphan'), reasonsOfOwner())
    const named = { _tag: 'Object', id: 'a', apiVersion: 'v1', kind: 'ConfigMap', name: 'a' }
    expect(why(patchOf([to('x'), to('a')]))).toEqual([{ _tag: 'OrphanedBy', owner: named }])
    expect(why(patchOf([]))).toEqual([{ _tag: 'OrphanedBy', owner: { ...named, apiVersion: '', kind: '', name: '' } }])
  })

  it('is one list for neighbours that have one owner, be it absent or waiting', () => {
    const ofOwner = reasonsOfOwner()
    for (const standing of ['dangling', 'waiting'] as const) {
      const whyFor = (owner: string) =>
        whyOf(attempted('Delete', { solid: [], dangling: [], waiting: [], [standing]: [to(owner)] }), ofOwner)(deletion)
      const first = whyFor('x')
      expect(first).toMatchObject([{ owners: [{ uid: 'x' }] }])
      expect(whyFor('x')).toBe(first)
      expect(whyFor('y')).toMatchObject([{ owners: [{ uid: 'y' }] }])
    }
  })
})
