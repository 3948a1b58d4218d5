import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../../src/apiserver/index.js'
import type { Reference } from '../../../../src/controllers/lifecycle/index.js'
import { clusterOf, enabled, object, planOf, reasonsFor, secret } from '../build.js'

const unused = { enabled: true, afterUnused: true, ttlSeconds: 0 } as const
const goes = ['TtlExpired', 'Unused']
const used = (kind: string, more: Parameters<typeof object>[4] = {}): WholeObject =>
  object('v1', kind, 'x', unused, more)
const inCluster = { metadata: { namespace: undefined } }

/** What is said of an object that is unused, beside one that may use it. */
const toldOf = (target: WholeObject, user: WholeObject): ReadonlyArray<string> =>
  reasonsFor(planOf(clusterOf([target, user])), 'x')

describe('a place where a name stands', () => {
  it.each<readonly [string, WholeObject, WholeObject]>([
    [
      'templates of claims',
      used('PersistentVolumeClaim'),
      object('apps/v1', 'StatefulSet', 'db', {}, { spec: { volumeClaimTemplates: 'none' } }),
    ],
    [
      'the account of a pod',
      used('ServiceAccount'),
      object('v1', 'Pod', 'web', {}, { spec: { serviceAccountName: 5 } }),
    ],
    [
      'the claim of a volume',
      used('PersistentVolumeClaim'),
      object('v1', 'PersistentVolume', 'disk', {}, { spec: { claimRef: 'x' }, ...inCluster }),
    ],
    [
      'the claim of a volume in no namespace',
      used('PersistentVolumeClaim'),
      object('v1', 'PersistentVolume', 'disk', {}, { spec: { claimRef: { name: 'x' } }, ...inCluster }),
    ],
    [
      'the claim of a volume in a namespace without a name',
      used('PersistentVolumeClaim'),
      object('v1', 'PersistentVolume', 'disk', {}, { spec: { claimRef: { name: 'x', namespace: '' } }, ...inCluster }),
    ],
  ])('leaves it unclear what is used where it cannot be read: %s', (_, target, user) => {
    const [reason] = planOf(clusterOf([target, user])).passes[0].kept.flatMap((kept) =>
      kept.target.id === 'x' ? kept.reasons : [],
    )
    expect(reason).toMatchObject({ _tag: 'UserUnclear', because: 'unreadable' })
  })

  it('may name the namespace beside, which is meant then and no other', () => {
    const disk = (secretNamespace: string) =>
      object(
        'v1',
        'PersistentVolume',
        'disk',
        {},
        { spec: { azureFile: { secretName: 'x', secretNamespace }, claimRef: { namespace: 'far' } }, ...inCluster },
      )
    expect(toldOf(secret('x', unused), disk('ns'))).toEqual(['InUse'])
    expect(toldOf(secret('x', unused), disk('else'))).toEqual(goes)
  })
})

describe('an extractor', () => {
  const Widget = { group: 'example.com', kind: 'Widget' }
  const told = (references: () => E.Either<string, ReadonlyArray<Reference>>): ReadonlyArray<string> => {
    const targets = [
      { group: '', kind: 'Secret' },
      { group: '', kind: 'ConfigMap' },
    ]
    const policy = enabled({ extractors: [{ source: Widget, targets, references }] })
    const widget = object('example.com/v1', 'Widget', 'w', {}, {})
    return reasonsFor(planOf(clusterOf([secret('x', unused), widget]), policy), 'x')
  }

  it('tells what is used, an empty name being none', () => {
    const target = { group: '', kind: 'Secret' }
    expect(told(() => E.right([{ target, namespace: 'ns', name: 'x' }]))).toEqual(['InUse'])
    expect(told(() => E.right([{ target, namespace: 'ns', name: '' }]))).toEqual(goes)
    expect(told(() => E.right([{ target: { group: '', kind: 'ConfigMap' }, namespace: 'ns', name: 'x' }]))).toEqual(
      goes,
    )
  })

  it('leaves it unclear where it can not tell', () => {
    expect(told(() => E.left('broken'))).toEqual(['UserUnclear'])
  })
})
