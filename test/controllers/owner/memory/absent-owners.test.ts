import { describe, expect, it } from 'vitest'

import { openDraft } from '../../../../src/controllers/owner/memory/draft.js'
import { absentOwnerLimit, noAbsentees, remember } from '../../../../src/controllers/owner/memory/absent-owners.js'
import type { Graph, View } from '../../../../src/controllers/owner/memory/graph.js'
import type { Identity } from '../../../../src/controllers/owner/memory/index.js'
import { emptyMemory } from '../../../../src/controllers/owner/memory/index.js'
import { plainGraph, viewOfPlain } from '../../../../src/controllers/owner/memory/plain-graph.js'
import { isNamedAbsent } from '../../../../src/controllers/owner/memory/state.js'
import { to } from '../build.js'

const named = (uid: string, more: Partial<Identity> = {}): Identity => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  namespace: 'ns',
  name: uid,
  uid,
  ...more,
})

interface Remembering {
  readonly remember: (identity: Identity) => void
  readonly knows: View['isKnownAbsent']
}

const rememberingIn = <G extends Graph<G>>(graph: G, knows: View['isKnownAbsent']): Remembering => ({
  remember: (identity) => {
    graph.on.rememberAbsent(graph, identity)
  },
  knows,
})

const inDraft = (size: 'little' | 'much'): Remembering => {
  const draft = openDraft(emptyMemory, size)
  return rememberingIn(draft, (reference, namespace) => isNamedAbsent(draft, reference, namespace))
}

const inPlainGraph = (): Remembering => {
  const graph = plainGraph()
  return rememberingIn(graph, viewOfPlain(graph).isKnownAbsent)
}

const graphs: ReadonlyArray<readonly [string, () => Remembering]> = [
  ['draft for a little', () => inDraft('little')],
  ['draft for much', () => inDraft('much')],
  ['plain graph', inPlainGraph],
]

describe.each(graphs)('an absent owner in a %s', (_name, open) => {
  const remembering = (...identities: ReadonlyArray<Identity>): Remembering => {
    const graph = open()
    for (const identity of identities) graph.remember(identity)
    return graph
  }

  it('is known in its namespace only', () => {
    const draft = remembering(named('x'))
    expect(draft.knows(to('x'), 'ns')).toBe(true)
    expect(draft.knows(to('x'), 'other')).toBe(false)
    expect(draft.knows(to('x'), undefined)).toBe(false)
    expect(draft.knows(to('y'), 'ns')).toBe(false)
  })

  it('of the cluster is known everywhere', () => {
    const draft = remembering(named('x', { namespace: undefined }))
    for (const namespace of ['ns', 'other', undefined]) expect(draft.knows(to('x'), namespace)).toBe(true)
  })

  it('is known by its whole name, and by every name that was looked for', () => {
    const draft = remembering(named('x'), named('x', { name: 'z' }))
    expect(draft.knows(to('x', { name: 'z' }), 'ns')).toBe(true)
    expect(draft.knows(to('x'), 'ns')).toBe(true)
    for (const more of [{ name: 'y' }, { kind: 'Pod' }, { apiVersion: 'v2' }])
      expect(draft.knows(to('x', more), 'ns')).toBe(false)
  })

  it('is forgotten when so many others came after it, and remembered anew when it is looked for again', () => {
    const others = Array.from({ length: absentOwnerLimit - 1 }, (_, index) => named(`o${index}`))
    const full = remembering(named('x'), ...others)
    expect(full.knows(to('x'), 'ns')).toBe(true)
    full.remember(named('new'))
    expect([full.knows(to('x'), 'ns'), full.knows(to('o0'), 'ns')]).toEqual([false, true])
    const again = remembering(named('x'), ...others, named('x'), named('new'))
    expect([again.knows(to('x'), 'ns'), again.knows(to('o0'), 'ns')]).toEqual([true, false])
    expect(again.knows(to('o1'), 'ns')).toBe(true)
  })

  it('is forgotten under one name and known under another one', () => {
    const others = Array.from({ length: absentOwnerLimit - 1 }, (_, index) => named(`o${index}`))
    const draft = remembering(named('x'), named('x', { name: 'z' }), ...others)
    expect(draft.knows(to('x'), 'ns')).toBe(false)
    expect(draft.knows(to('x', { name: 'z' }), 'ns')).toBe(true)
  })
})

describe('owners remembered in a plain graph', () => {
  it('take no room any more once they are forgotten', () => {
    const absentees = noAbsentees()
    for (let index = 0; index < absentOwnerLimit + 20; index++) remember(absentees, named(`x${index}`))
    expect([absentees.known.size, absentees.ofUid.size]).toEqual([absentOwnerLimit, absentOwnerLimit])
  })
})
