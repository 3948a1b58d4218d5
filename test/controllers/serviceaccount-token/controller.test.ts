import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { added, deleted as gone_, updated } from '../../../src/apiserver/answer.js'
import { tokensController } from '../../../src/controllers/serviceaccount-token/controller.js'
import { explainToken } from '../../../src/controllers/serviceaccount-token/explain.js'
import { acting, actsOf, isServed, runProgramOn } from '../acting.js'
import { deleted, noon, object } from '../owner/build.js'

const account = object('sa', [], {}, 'ServiceAccount')
const token = (
  more: Readonly<Record<string, string>> = {},
  type = 'kubernetes.io/service-account-token',
): WholeObject =>
  ({
    ...object('t', [], { annotations: { 'kubernetes.io/service-account.name': 'sa', ...more } }, 'Secret'),
    type,
  }) as WholeObject
const acts = (...objects: ReadonlyArray<WholeObject>): ReadonlyArray<string> => actsOf(tokensController(), objects)
const gone = ['TokenWithoutAccount: Secret t gone']

describe('the tokens controller', () => {
  it('deletes tokens of an account that is absent, or another of its name', () => {
    expect(acts(token())).toEqual(gone)
    expect(acts(account, token({ 'kubernetes.io/service-account.uid': 'old' }))).toEqual(gone)
    expect(acts(account, token({ 'kubernetes.io/service-account.uid': 'sa' }))).toEqual([])
  })

  it('deletes them when the account goes, not while it is being deleted', () => {
    const { server, acts: act } = acting(tokensController(), [
      { ...account, metadata: { ...account.metadata, ...deleted('x/y') } },
      token(),
    ])
    expect(act()).toEqual([])
    server.vanish({
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      resource: 'serviceaccounts',
      namespace: 'ns',
      name: 'sa',
    })
    expect(act()).toEqual(gone)
  })

  it('leaves other Secrets alone, and those whose account may be there without being shown', () => {
    expect(acts(token({}, 'Opaque'))).toEqual([])
    expect(acts(token({ 'kubernetes.io/service-account.name': '' }))).toEqual([])
    for (const uid of [{}, { 'kubernetes.io/service-account.uid': 'old' }])
      expect(actsOf(tokensController(), [token(uid)], (_, kind) => kind !== 'ServiceAccount')).toEqual([])
  })

  it('leaves tokens alone that are being deleted, and names those that it deletes by uid', () => {
    const held = token()
    expect(acts({ ...held, metadata: { ...held.metadata, ...deleted('x/y') } })).toEqual([])
    const { server, acts: act } = acting(tokensController(), [
      account,
      token({ 'kubernetes.io/service-account.uid': 'sa' }),
    ])
    expect(act()).toEqual([])
    const { reconcile } = tokensController()
    const view = { ...server, at: noon, covers: isServed }
    const asked: unknown[] = []
    runProgramOn(reconcile(view)('ns/sa'), (request) => asked.push(request))
    expect(asked).toEqual([
      {
        _tag: 'Delete',
        object: { apiVersion: 'v1', kind: 'Secret', resource: 'secrets', namespace: 'ns', name: 't' },
        options: { preconditions: { uid: 't' } },
      },
    ])
  })

  it('is woken by accounts that go, and by tokens that come', () => {
    const { keysOf } = tokensController()
    expect([keysOf(gone_(account)), keysOf(added(token())), keysOf(updated(token()))]).toEqual([
      ['ns/sa'],
      ['ns/sa'],
      ['ns/sa'],
    ])
    expect(
      [
        added(account),
        gone_(token()),
        added(token({}, 'Opaque')),
        added({ ...token(), kind: 'ConfigMap' }),
        added({ ...token(), apiVersion: 'x/v1' }),
        gone_({ ...account, apiVersion: 'x/v1' }),
        added(token({ 'kubernetes.io/service-account.name': '' })),
        added({ ...token(), metadata: { ...token().metadata, annotations: {} } }),
      ].flatMap(keysOf),
    ).toEqual([])
  })

  it('says why in words', () => {
    expect(explainToken({ _tag: 'TokenWithoutAccount', account: 'sa' })).toBe(
      'it holds a token of ServiceAccount sa, which is gone or was recreated',
    )
  })
})
