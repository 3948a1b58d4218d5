import { describe, expect, it } from 'vitest'

import { compareTargets } from '../../../src/controllers/owner/pass-input.js'
import { targetOf } from '../../../src/apiserver/object.js'
import { object } from './build.js'

const at = (namespace: string | undefined, name: string, uid: string) => targetOf(object(uid, [], { namespace, name }))

describe('a target', () => {
  it('has the namespace of its object, and none where the object has none', () => {
    const named = { _tag: 'Object', id: 'u', apiVersion: 'v1', kind: 'ConfigMap', name: 'n' }
    expect(at('ns', 'n', 'u')).toStrictEqual({ ...named, namespace: 'ns' })
    expect(at(undefined, 'n', 'u')).toStrictEqual(named)
    expect(at('', 'n', 'u')).toStrictEqual(named)
  })

  it('comes by namespace, those of the cluster first, then by name, then by uid', () => {
    const ordered = [
      at(undefined, 'z', 'u9'),
      at('0', 'a', 'u8'),
      at('a', 'x', 'u2'),
      at('a', 'x', 'u3'),
      at('a', 'y', 'u1'),
      at('b', 'a', 'u0'),
    ]
    expect(ordered.toReversed().sort(compareTargets)).toEqual(ordered)
    expect([...ordered].sort(compareTargets)).toEqual(ordered)
  })
})
