/**
 * What reads texts, files or snapshots answers with a value whatever it is given: no export of any entry point whose name says
 * that it reads or plans throws for what is not of its type. The entry points are those of the manifest, so that none is
 * forgotten.
 */
import { join } from 'node:path'

import { beforeAll, describe, expect, it } from 'vitest'

import { entryPoints, root } from '../scripts/package.mjs'
import * as ttl from '../src/controllers/ttl/index.js'
import { large, values } from './hostile/odd.js'

const reads =
  /^(decode|detect[A-Z]*$|identify|parse|read|stated|preset|plan$|planCascade|planKubernetes|diagnose|lintContainerd$|lint.*In$|lintOwners|explore|simulate|forecast(?!View)|retained$|whatIf|tune$|upgrade)/

/** The testing kit throws, as tests want it. */
const isKit = ({ specifier }: { readonly specifier: string }): boolean => specifier.startsWith('gcplan/testing')

const readersOf = async (): Promise<ReadonlyArray<readonly [string, unknown]>> => {
  const all = await Promise.all(
    entryPoints
      .filter((entry) => !isKit(entry))
      .map(async ({ specifier, source }) => {
        const exports = (await import(join(root, source))) as Readonly<Record<string, unknown>>
        return Object.entries(exports).map(([name, value]) => [`${specifier} ${name}`, value] as const)
      }),
  )
  return all
    .flat()
    .filter(([called, value]) => typeof value === 'function' && reads.test(called.slice(called.indexOf(' ') + 1)))
}

const readers = await readersOf()

const few = [undefined, null, 5, 1n, '', 'x', [], {}, true, new Date(NaN), Symbol('s'), [null], { items: [null] }]
/** Objects that answer every question about themselves as plain ones do. */
const proxies = [new Proxy({}, {}), new Proxy([], {}), new Proxy({ items: [{}] }, {})]
const junk = [...few, ...values, ...large, ...proxies]

describe('what reads', () => {
  let leftOver: ReadonlyArray<string> = []
  beforeAll(() => {
    leftOver = Object.keys(Object.prototype)
  })

  it.each(readers)('answers with a value: %s', (_, reader) => {
    const ask = (asked: unknown, depth: number): void => {
      if (typeof asked === 'function')
        for (const one of depth === 0 ? junk : few) if (depth < 3) ask(asked(one), depth + 1)
    }
    const askLast = (asked: unknown): void => {
      const answer: unknown = typeof asked === 'function' ? asked({}) : undefined
      if (typeof answer === 'function') for (const one of junk) answer(one)
    }
    expect(() => {
      ask(reader, 0)
      askLast(reader)
    }).not.toThrow()
    expect(Object.keys(Object.prototype)).toEqual(leftOver)
  })

  it('is most of what is exported', () => {
    expect(readers.length).toBeGreaterThan(90)
  })

  it('lets an exception of an input of the caller through, as it is', () => {
    const mine = new Error('mine')
    const snapshot = {
      get at(): Date {
        throw mine
      },
    }
    expect(() => ttl.plan(ttl.defaultPolicy)(snapshot as never)).toThrow(mine)
  })
})
