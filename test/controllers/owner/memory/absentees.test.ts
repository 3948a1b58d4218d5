import { describe, expect, it } from 'vitest'

import { rememberAbsent, remembersAbsent } from '../../../../src/controllers/owner/memory/absentees.js'
import type { Draft } from '../../../../src/controllers/owner/memory/draft.js'
import { openDraft, openLastingDraft } from '../../../../src/controllers/owner/memory/draft.js'
import type { Identity } from '../../../../src/controllers/owner/memory/index.js'
import { emptyMemory } from '../../../../src/controllers/owner/memory/index.js'
import { absentOwnerLimit } from '../../../../src/controllers/owner/memory/state.js'
import { to } from '../build.js'

const named = (uid: string, more: Partial<Identity> = {}): Identity => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  namespace: 'ns',
  name: uid,
  uid,
  ...more,
})

const drafts: ReadonlyArray<readonly [string, () => Draft]> = [
  ['short', () => openDraft(emptyMemory)],
  ['much', () => openDraft(emptyMemory, 'much')],
  ['lasting', openLastingDraft],
]

describe.each(drafts)('an absent owner in a %s draft', (_name, open) => {
  const remembering = (...identities: ReadonlyArray<Identity>): Draft => {
    const draft = open()
    for (const identity of identities) rememberAbsent(draft, identity)
    return draft
  }

  it('is known in its namespace only', () => {
    const draft = remembering(named('x'))
    expect(remembersAbsent(draft, to('x'), 'ns')).toBe(true)
    expect(remembersAbsent(draft, to('x'), 'other')).toBe(false)
    expect(remembersAbsent(draft, to('x'), undefined)).toBe(false)
    expect(remembersAbsent(draft, to('y'), 'ns')).toBe(false)
  })

  it('of the cluster is known everywhere', () => {
    const draft = remembering(named('x', { namespace: undefined }))
    for (const namespace of ['ns', 'other', undefined]) expect(remembersAbsent(draft, to('x'), namespace)).toBe(true)
  })

  it('is known by its whole name, and by every name that was looked for', () => {
    const draft = remembering(named('x'), named('x', { name: 'z' }))
    expect(remembersAbsent(draft, to('x', { name: 'z' }), 'ns')).toBe(true)
    expect(remembersAbsent(draft, to('x'), 'ns')).toBe(true)
    for (const more of [{ name: 'y' }, { kind: 'Pod' }, { apiVersion: 'v2' }])
      expect(remembersAbsent(draft, to('x', more), 'ns')).toBe(false)
  })

  it('is forgotten when so many others came after it, and remembered anew when it is looked for again', () => {
    const others = Array.from({ length: absentOwnerLimit - 1 }, (_, index) => named(`o${index}`))
    const full = remembering(named('x'), ...others)
    expect(remembersAbsent(full, to('x'), 'ns')).toBe(true)
    rememberAbsent(full, named('new'))
    expect([remembersAbsent(full, to('x'), 'ns'), remembersAbsent(full, to('o0'), 'ns')]).toEqual([false, true])
    const again = remembering(named('x'), ...others, named('x'), named('new'))
    expect([remembersAbsent(again, to('x'), 'ns'), remembersAbsent(again, to('o0'), 'ns')]).toEqual([true, false])
    expect(remembersAbsent(again, to('o1'), 'ns')).toBe(true)
  })

  it('is forgotten under one name and known under another one', () => {
    const others = Array.from({ length: absentOwnerLimit - 1 }, (_, index) => named(`o${index}`))
    const draft = remembering(named('x'), named('x', { name: 'z' }), ...others)
    expect(remembersAbsent(draft, to('x'), 'ns')).toBe(false)
    expect(remembersAbsent(draft, to('x', { name: 'z' }), 'ns')).toBe(true)
  })
})
