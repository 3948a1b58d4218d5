import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { handle } from '../../../src/testing/http/index.js'
import { lookupIn } from '../../../src/testing/http/lookup.js'
import { visitFrom } from '../../../src/testing/http/tree.js'
import { runs } from '../../runs.js'
import { requests, start } from './requests.js'

const byLabel = ({ metadata }: WholeObject): string | undefined => metadata.labels?.['x']

describe('an index over a state that changes', () => {
  it('has under a key what has the key, after every request', () => {
    fc.assert(
      fc.property(requests, (all) => {
        let state = start()
        const lookup = lookupIn(() => state)
        for (const one of all) {
          state = handle(state, one)[0]
          for (const key of ['1', '2']) {
            const expected: string[] = []
            visitFrom(state.entries, '', ({ object }) => {
              if (byLabel(object) === key) expected.push(object.metadata.uid)
              return true
            })
            const found = lookup(byLabel, key).map(({ object }) => object.metadata.uid)
            expect(found.toSorted()).toStrictEqual(expected.toSorted())
          }
        }
      }),
      { numRuns: runs(300) },
    )
  })
})
