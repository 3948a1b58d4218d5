import { either as E } from 'fp-ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'

import { decodeApiResources, linesOf } from '../../../src/decode/index.js'
import { runs } from '../../runs.js'
import { right } from '../reading.js'

const header = 'NAME   SHORTNAMES   APIVERSION   NAMESPACED   KIND   VERBS   CATEGORIES'
const word = fc.stringMatching(/^[a-z][a-z0-9.]{0,9}$/)

it('a table with anything below its header is read or refused line by line', () => {
  const cell = fc.oneof(word, fc.constantFrom('true', 'false', 'v1', 'get,list', '', '__proto__'), fc.string())
  const rows = fc.array(
    fc.array(cell, { maxLength: 8 }).map((cells) => cells.join('  ')),
    { maxLength: 6 },
  )
  fc.assert(
    fc.property(rows, (lines) => {
      const read = decodeApiResources([header, ...lines].join('\n'))
      return E.isRight(read) || linesOf(read.left).every((line) => /^line \d+: expected /.test(line))
    }),
    { numRuns: runs(500) },
  )
})

it('a table says of every readable kind what was written into it', () => {
  const scope = fc.record({
    resource: word,
    short: fc.oneof(fc.constant(''), word),
    apiVersion: word.map((group) => `${group}.example.com/v1`),
    namespaced: fc.boolean(),
    kind: word,
    verbs: fc.constantFrom('get', 'create,get,list', 'create', 'delete,list'),
  })
  fc.assert(
    fc.property(fc.array(scope), fc.constantFrom('\n', '\r\n'), (scopes, newline) => {
      const rows = scopes.map(({ resource, short, apiVersion, namespaced, kind, verbs }) =>
        [resource, short, apiVersion, namespaced, kind, verbs].join('   '),
      )
      expect(right(decodeApiResources([header, ...rows, ''].join(newline)))).toEqual(
        scopes
          .filter(({ verbs }) => verbs.split(',').includes('get'))
          .map(({ resource, apiVersion, namespaced, kind }) => ({
            apiVersion,
            kind,
            resource,
            namespaced,
            strategicMergePatch: false,
          })),
      )
    }),
  )
})
