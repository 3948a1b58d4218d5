import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { ListedObject } from '../../../src/decode/index.js'
import { decodeKubectlObjects } from '../../../src/decode/index.js'
import { runs } from '../../runs.js'
import { captureJson, right } from '../reading.js'

const { items } = captureJson('kubectl/cluster-before.all.json') as { readonly items: ReadonlyArray<object> }
const listOf = (some: ReadonlyArray<object>): object => ({ apiVersion: 'v1', kind: 'List', metadata: {}, items: some })

/** An object seen at some time: few uids, names and versions, so that they meet. */
const sight = fc
  .record({ name: fc.constantFrom('a', 'b', 'c'), life: fc.nat(2), version: fc.nat(20) })
  .map(({ name, life, version }) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'shop', name, uid: `${name}-${life}`, resourceVersion: String(100 * life + version) },
  }))

const idsOf = (objects: ReadonlyArray<ListedObject>): ReadonlyArray<string> =>
  objects.map(({ metadata }) => `${metadata.uid}@${metadata.resourceVersion ?? ''}`).sort()

describe('objects', () => {
  it('are the same however they are cut into pages', () => {
    const whole = right(decodeKubectlObjects(listOf(items)))
    const cuts = fc.array(fc.nat(items.length), { maxLength: 8 }).map((places) => [...places].sort((a, b) => a - b))
    fc.assert(
      fc.property(cuts, fc.boolean(), (places, asText) => {
        const pages = [0, ...places].map((from, index) => listOf(items.slice(from, places[index])))
        const { objects, scopes } = right(
          decodeKubectlObjects(asText ? pages.map((page) => JSON.stringify(page)) : new Set(pages)),
        )
        expect(objects).toEqual(whole.objects)
        expect(scopes).toEqual(whole.scopes)
      }),
      { numRuns: runs(20) },
    )
  })

  it('are the newest of each name, in whatever order they were seen', () => {
    const sights = fc.array(sight, { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(
        sights.chain((seen) => fc.tuple(fc.constant(seen), fc.shuffledSubarray(seen, { minLength: seen.length }))),
        ([seen, shuffled]) => {
          const newest = new Map<string, number>()
          for (const { metadata } of seen) {
            const version = Number(metadata.resourceVersion)
            newest.set(metadata.name, Math.max(version, newest.get(metadata.name) ?? 0))
          }
          const found = idsOf(right(decodeKubectlObjects(shuffled)).objects)
          expect(found).toEqual(
            [...newest].map(([name, version]) => `${name}-${Math.floor(version / 100)}@${version}`).sort(),
          )
        },
      ),
      { numRuns: runs(500) },
    )
  })
})
