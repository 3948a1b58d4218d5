import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { conclude } from '../../../src/controllers/owner/index.js'
import { carryOut } from '../../laws.js'
import { clusterOf, object, planOf, to } from './build.js'

describe('a run that ends', () => {
  it('has recorded its warnings and returns no error, whatever failed', async () => {
    const astray = clusterOf([object('a', [], { namespace: 'other' }), object('b', [to('a')]), object('c', [to('x')])])
    const { report } = await carryOut(planOf(astray), () => true)
    const { events, error } = conclude(String)(planOf(astray))(report)
    expect(events.map(({ _tag, involvedObject }) => `${_tag} ${involvedObject.name}`)).toEqual([
      'OwnerRefInvalidNamespace b',
    ])
    expect(error).toEqual(O.none)
  })
})
