import { describe, expect, it } from 'vitest'

import * as CsrCleaner from '../../src/controllers/csr-cleaner/index.js'
import * as History from '../../src/controllers/history/index.js'
import * as Lifecycle from '../../src/controllers/lifecycle/index.js'
import * as Owner from '../../src/controllers/owner/index.js'
import * as TokenCleaner from '../../src/controllers/token-cleaner/index.js'
import * as Ttl from '../../src/controllers/ttl/index.js'

describe('the sentence of an object that is already being deleted', () => {
  const since = new Date('2026-01-01T12:00:00Z')
  const said = (...finalizers: ReadonlyArray<string>): ReadonlyArray<string> => {
    const reason = { _tag: 'BeingDeleted', since, finalizers } as const
    return [
      CsrCleaner.explain(reason),
      History.explain(reason),
      Lifecycle.explain(reason),
      Owner.explain(reason),
      TokenCleaner.explain(reason),
      Ttl.explain(reason),
    ]
  }
  const words = 'it is already being deleted (deletionTimestamp 2026-01-01T12:00:00.000Z)'

  it.each<[ReadonlyArray<string>, string]>([
    [[], words],
    [['a', 'b', 'c'], `${words}; held by a, b, c`],
    [['a', 'b', 'c', 'd'], `${words}; held by a, b and 2 others`],
  ])('counts those of the finalizers %j that it does not name, in every collector', (finalizers, sentence) => {
    expect(new Set(said(...finalizers))).toEqual(new Set([sentence]))
  })
})
