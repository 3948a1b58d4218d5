/** Deletions that an admission policy refuses, as long as it is there. */
import { either as E } from 'fp-ts'
import { expect, it } from 'vitest'

import { type WholeObject, scopes_1_36 } from '../../../src/apiserver/index.js'
import { defaultPolicy } from '../../../src/controllers/owner/index.js'
import { type OutcomeOptions, exploreOutcomes } from '../../../src/simulate/outcomes/index.js'
import { at } from './compare.js'
import { plain, shop } from './parts.js'

const guard = { ...plain('guard'), metadata: { name: 'guard', namespace: 'policies', uid: 'guard' } }

/** As long as the guard is there, ConfigMaps of the shop stay. */
const admitDelete: OutcomeOptions['admitDelete'] = ({ metadata: { namespace } }, listOf) =>
  namespace === 'shop' && listOf('', 'ConfigMap').some(({ metadata }) => metadata.name === 'guard')
    ? 'the guard refuses it'
    : undefined

const asked = (uid: string) => ({ _tag: 'Delete', uid, options: { propagationPolicy: 'Background' } }) as const

const endsAmong = (objects: ReadonlyArray<WholeObject>, ...phases: ReadonlyArray<ReadonlyArray<string>>) => {
  const found = exploreOutcomes(defaultPolicy, { admitDelete })(phases.map((uids) => ({ requests: uids.map(asked) })))({
    at,
    objects,
    scopes: scopes_1_36.scopes,
    coverage: { _tag: 'Everything' },
  })
  if (E.isLeft(found)) throw new Error(JSON.stringify(found.left))
  expect(found.right.certainty).toBe('Proven')
  return (found.right.phases.at(-1) ?? []).map(({ codes, objects }) => [
    ...codes,
    ...objects.map(({ metadata }) => metadata.uid),
  ])
}

const endsOf = (...phases: ReadonlyArray<ReadonlyArray<string>>) =>
  endsAmong([shop, plain('leaf', { owners: [plain('gone')] }), plain('a'), guard], ...phases)

it('what is refused stays, and who was refused comes back once the policy is gone, wherever that is', () => {
  expect(endsOf(['shop'])).toEqual([[200, 'shop', 'leaf', 'a', 'guard']])
  expect(endsOf(['shop'], ['guard'])).toEqual([[200]])
  expect(endsAmong([shop, plain('a'), guard], ['shop'], ['guard'])).toEqual([[200]])
})

it('the policy may go before or after the request that it refuses is looked at by others', () => {
  expect(endsOf(['a', 'guard'])).toEqual([[422, 200, 'shop', 'a']])
  expect(endsOf(['guard', 'a'])).toEqual([[200, 200, 'shop']])
})

it('whether a request is refused may hang on how fast the policy is collected', () => {
  const root = { ...plain('root'), metadata: { name: 'root', namespace: 'policies', uid: 'root' } }
  const { apiVersion, kind } = root
  const ownerReferences = [{ apiVersion, kind, name: 'root', uid: 'root' }]
  const owned = { ...guard, metadata: { ...guard.metadata, ownerReferences } }
  const ends = endsAmong([shop, plain('a'), root, owned], ['root', 'a'])
  expect(ends.map((end) => end.join()).sort()).toEqual(['200,200,shop', '200,422,shop,a'])
})
