import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/object.js'
import { hasTwoNames } from '../../../src/simulate/cascade/race.js'
import { object, to } from '../../controllers/owner/build.js'

const owner = object('owner')
const effectOf = (before: WholeObject) => ({ request: undefined, before, after: undefined })

describe('a cascade touches what is named in two ways', () => {
  const wrong = object('leaf', [to('owner', { kind: 'Secret' })])

  it('if a dependent names a touched owner otherwise than it is', () => {
    expect(hasTwoNames([owner, wrong], [effectOf(owner)])).toBe(true)
    expect(hasTwoNames([owner, object('leaf', [to('owner')])], [effectOf(owner)])).toBe(false)
  })

  it('if two references of what is touched give one uid different names', () => {
    const both = object('both', [to('gone'), to('gone', { name: 'other' })])
    const [one, other] = [object('one', [to('gone')]), object('other', [to('gone', { apiVersion: 'v2' })])]
    expect(hasTwoNames([both], [effectOf(both)])).toBe(true)
    expect(hasTwoNames([one, other], [effectOf(one), effectOf(other)])).toBe(true)
    expect(hasTwoNames([one, object('two', [to('gone')])], [effectOf(one)])).toBe(false)
  })

  it('not where it is elsewhere', () => {
    const stranger = object('stranger')
    expect(hasTwoNames([owner, wrong, stranger], [effectOf(stranger)])).toBe(false)
    const both = object('both', [to('gone'), to('gone', { name: 'other' })])
    expect(hasTwoNames([both, owner], [effectOf(owner)])).toBe(false)
  })
})
