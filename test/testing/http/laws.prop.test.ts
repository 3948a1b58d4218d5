import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { type ApiState, type HttpRequest, handle, nextEvents } from '../../../src/testing/http/index.js'
import { runs } from '../../runs.js'
import { ask } from './ask.js'
import { collections, request, requests, start } from './requests.js'

const played = (from: ApiState, all: ReadonlyArray<HttpRequest>): ApiState =>
  all.reduce((state, one) => handle(state, one)[0], from)

/** Everything that a reader can see of a state. */
const seen = (state: ApiState): string => JSON.stringify(collections.map((path) => ask(state, `GET ${path}`).body))

// oxlint-disable-next-line typescript/no-explicit-any
type Item = any
const items = (state: ApiState, path: string, search = ''): ReadonlyArray<Item> =>
  ask(state, `GET ${path}${search}`).body.items

describe('the server as a function', () => {
  it('gives the same for the same, and leaves what it was given as it was', () => {
    fc.assert(
      fc.property(requests, request, (before, one) => {
        const state = played(start(), before)
        const [was, given] = [seen(state), JSON.stringify(one)]
        const first = handle(state, one)
        const second = handle(state, one)
        expect(JSON.stringify(first[1])).toBe(JSON.stringify(second[1]))
        expect(seen(first[0])).toBe(seen(second[0]))
        expect([seen(state), JSON.stringify(one)]).toStrictEqual([was, given])
      }),
      { numRuns: runs(500) },
    )
  })

  it('changes nothing by a request that is refused, and nothing by a dry run', () => {
    fc.assert(
      fc.property(requests, request, (before, one) => {
        const state = played(start(), before)
        const [after, response] = handle(state, one)
        // Of a collection some may have gone before one was refused.
        const isWhole = one.method !== 'DELETE' || /\/[abcd]$/.test(one.path)
        if (response._tag === 'Reply' && response.status >= 400 && isWhole) expect(after).toBe(state)
        const [dry] = handle(state, { ...one, query: { ...one.query, dryRun: 'All' } })
        expect(dry).toBe(state)
      }),
      { numRuns: runs(500) },
    )
  })

  it('numbers versions upwards, and each object by the change that made it so', () => {
    fc.assert(
      fc.property(requests, (all) => {
        let state = start()
        for (const one of all) {
          const [next] = handle(state, one)
          expect(next.revision).toBeGreaterThanOrEqual(state.revision)
          state = next
          for (const path of collections)
            for (const { metadata } of items(state, path))
              expect(Number(metadata.resourceVersion)).toBeLessThanOrEqual(state.revision)
        }
      }),
      { numRuns: runs(200) },
    )
  })
})

describe('the pages of a list', () => {
  it('are together the whole list, whatever is written meanwhile', () => {
    fc.assert(
      fc.property(requests, requests, fc.integer({ min: 1, max: 3 }), (before, meanwhile, limit) => {
        const state = played(start(), before)
        for (const path of collections) {
          const whole = items(state, path)
          const pages: Item[] = []
          let now = state
          let token = ''
          for (const writes of [
            ...meanwhile,
            undefined,
            undefined,
            undefined,
            undefined,
            undefined,
            undefined,
            undefined,
            undefined,
            undefined,
          ]) {
            const { body } = ask(now, `GET ${path}?limit=${limit}&continue=${encodeURIComponent(token)}`)
            pages.push(...body.items)
            const { continue: next, remainingItemCount = 0 } = body.metadata
            expect(whole.length - pages.length).toBe(remainingItemCount)
            if (next === undefined) break
            token = next
            if (writes !== undefined) now = handle(now, writes)[0]
          }
          expect(pages).toStrictEqual(whole)
        }
      }),
      { numRuns: runs(200) },
    )
  })
})

describe('a watch from a version', () => {
  it.each(['', '?labelSelector=x', '?labelSelector=x%3D1'])(
    'tells what makes the list of then the list of now (%s)',
    (search) => {
      fc.assert(
        fc.property(requests, fc.array(requests, { maxLength: 4 }), (before, later) => {
          for (const path of collections) {
            let state = played(start(), before)
            const list = ask(state, `GET ${path}${search}`).body
            const known = new Map<string, Item>(list.items.map((item: Item) => [item.metadata.uid, item]))
            const query = {
              ...Object.fromEntries(new URLSearchParams(search)),
              watch: 'true',
              resourceVersion: list.metadata.resourceVersion,
            }
            const [, response] = handle(state, { method: 'GET', path, query })
            if (response._tag === 'Reply') throw new Error('no watch')
            let { watch } = response
            for (const writes of later) {
              state = played(state, writes)
              const told = nextEvents(state, watch)
              let last = 0
              for (const { type, object } of told.events as ReadonlyArray<Item>) {
                const { uid, resourceVersion } = object.metadata
                expect(Number(resourceVersion)).toBeGreaterThan(last)
                last = Number(resourceVersion)
                expect(known.has(uid)).toBe(type !== 'ADDED')
                if (type === 'DELETED') known.delete(uid)
                else known.set(uid, object)
              }
              if (told.watch === undefined) throw new Error('it has ended')
              watch = told.watch
            }
            const now = items(state, path, search)
            const plain = [...known.values()].map(({ apiVersion: _version, kind: _kind, ...rest }) => rest)
            const byUid = (one: Item, other: Item): number => (one.metadata.uid < other.metadata.uid ? -1 : 1)
            expect(plain.toSorted(byUid)).toStrictEqual([...now].toSorted(byUid))
          }
        }),
        { numRuns: runs(200) },
      )
    },
  )
})
