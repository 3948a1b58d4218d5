import { describe, expectTypeOf, it } from 'vitest'

import type { Objections } from '../../../src/simulate/control-plane/vote.js'

type Said = { readonly _tag: 'Needed' } | { readonly _tag: 'Gone' }

describe('a table of votes', () => {
  it('has an answer for every reason, and for no other', () => {
    const whole: Objections<Said> = { Needed: true, Gone: false }
    // @ts-expect-error a reason without an answer
    const short: Objections<Said> = { Needed: true }
    // @ts-expect-error an answer without a reason
    const long: Objections<Said> = { Needed: true, Gone: false, Other: true }
    // @ts-expect-error neither yes nor no
    const vague: Objections<Said> = { Needed: true, Gone: undefined }
    const asked: Objections<Said | { readonly _tag: 'BeingDeleted' }> = whole
    // @ts-expect-error an answer about what nobody is asked
    const unasked: typeof asked = { Needed: true, Gone: false, BeingDeleted: true }
    expectTypeOf([asked, unasked, whole, short, long, vague]).toBeArray()
  })
})
