import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type Catalogue, type Rule, readCatalogue } from '../../scripts/citations/catalogue.js'
import type { Evidence, Proof } from '../../scripts/citations/evidence.js'
import { faultsOf, lengthFaults } from '../../scripts/citations/gate.js'
import { type Replays, openReplays } from '../../scripts/citations/replays.js'
import { type Found, indexOf, prove } from '../../scripts/citations/search.js'

/** Rules of every kind: some proven by a case, one that nobody notices, one that nobody reaches, one of our own cases alone. */
const SOURCE = `
export interface Policy {
  /** @upstream real 1.0 gc.go strict */
  readonly strict: 'yes' | 'no'
}

/** @upstream real 1.0 gc.go Node */
export interface Node { readonly age: number; readonly pinned: boolean }

export type Why =
  /** @upstream real 1.0 gc.go sweep */
  | { readonly _tag: 'Old' }
  /** @upstream real 1.0 gc.go pin */
  | { readonly _tag: 'Pinned' }

/** @upstream real 1.0 gc.go limit */
export const limit = 10

/** @upstream real 1.0 gc.go isOld */
const isOld = ({ age }: Node): boolean => age > limit

/** @upstream real 1.0 gc.go isHeavy */
const isHeavy = ({ age }: Node): boolean => age > 1000

/** @upstream real 1.0 gc.go unreached */
export const unreached = (age: number): boolean => age > 5

/** @upstream real 1.0 gc.go order */
const byAge = (a: Node, b: Node): number => a.age - b.age

/** @upstream real 1.0 gc.go rest */
export const rest = (nodes: ReadonlyArray<Node>): number => {
  let left = nodes.length
  while (left > 3) left--
  return left
}

/** @upstream gcplan - of its own - */
export const own = (age: number): boolean => age > 5

export const decide = ({ strict }: Policy, nodes: ReadonlyArray<Node>): ReadonlyArray<Why> =>
  [...nodes].sort(byAge).flatMap((node): ReadonlyArray<Why> => {
    if (node.pinned && strict === 'no') return [{ _tag: 'Pinned' }]
    return isOld(node) || isHeavy(node) ? [{ _tag: 'Old' }] : []
  })
`

const CASES = `
import { decide, rest } from './src/rule.js'
const one = (name, source, ask, expected) => ({
  file: 'cases.json',
  name,
  source,
  holds: () => Promise.resolve(JSON.stringify(ask()) === JSON.stringify(expected)),
})
const node = (age, pinned = false) => ({ age, pinned })
export const caseFiles = () => ['cases.json']
export const recordedCases = () => [
  one('old', 'recorded', () => decide({ strict: 'yes' }, [node(11, true), node(10), node(9)]), [{ _tag: 'Old' }]),
  one('pinned', 'own', () => decide({ strict: 'no' }, [node(11), node(9, true)]), [{ _tag: 'Pinned' }, { _tag: 'Old' }]),
  one('rest', 'recorded', () => rest([1, 2, 3, 4, 5]), 3),
]
`

const folder = mkdtempSync(join(tmpdir(), 'gcplan-citations-'))
let catalogue: Catalogue
let replays: Replays
const found = new Map<string, Found>()

const upstreamOf = ({ upstream }: Rule): string => upstream.split(' ').at(-1) ?? ''
const proofOf = (name: string): Proof | undefined => {
  const result = found.get(name)
  return result?._tag === 'Proven' ? result.proof : undefined
}

/** What the search has found, as it is kept. */
const kept = (): Evidence => {
  const results = catalogue.rules.filter(({ decisions }) => decisions.length > 0)
  const of = (rule: Rule): Found | undefined => found.get(upstreamOf(rule))
  return {
    proven: results.flatMap((rule) => proofOf(upstreamOf(rule)) ?? []),
    unproven: results.flatMap((rule) => {
      const result = of(rule)
      return result?._tag === 'Unproven' ? [{ rule: rule.name, because: result.because }] : []
    }),
    whole: null,
  }
}

beforeAll(async () => {
  mkdirSync(join(folder, 'src'))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'dir')
  writeFileSync(join(folder, 'src/rule.ts'), SOURCE)
  writeFileSync(join(folder, 'cases.ts'), CASES)
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { target: 'es2022', module: 'nodenext', strict: true, types: [] } }),
  )
  catalogue = await readCatalogue(folder, 'cases.ts')
  replays = await openReplays(catalogue)
  const cases = (await replays.survey('cases.json')).map((one) => ({ ...one, file: 'cases.json' }))
  const index = indexOf(catalogue, cases)
  for (const rule of catalogue.rules) found.set(upstreamOf(rule), await prove(catalogue, replays, index, rule))
})

afterAll(() => {
  rmSync(folder, { recursive: true })
  Reflect.deleteProperty(globalThis, '__turn')
})

describe('a citation', () => {
  it('is found where it stands, unless it names gcplan itself', () => {
    expect(catalogue.rules.map((rule) => `${rule.kind} ${upstreamOf(rule)}`)).toEqual([
      'field strict',
      'type Node',
      'tag sweep',
      'tag pin',
      'value limit',
      'function isOld',
      'function isHeavy',
      'function unreached',
      'function order',
      'function rest',
    ])
  })

  it.each([
    ['isOld', 'old', 'src/rule.ts age > limit'],
    ['strict', 'old', 'src/rule.ts strict'],
    ['sweep', 'old', 'src/rule.ts isOld(node) || isHeavy(node)'],
    ['limit', 'old', 'src/rule.ts 10'],
    ['rest', 'rest', 'src/rule.ts left > 3'],
  ])('of %s is proven by a case that no longer holds when a decision of it is inverted', (rule, name, inverts) => {
    expect(proofOf(rule)).toMatchObject({ file: 'cases.json', case: name, inverts })
  })

  it.each([
    ['unreached', 'no case reaches it'],
    ['pin', 'only cases of our own notice'],
    ['order', 'only cases of our own notice'],
  ])('of %s is not proven: %s', (rule, because) => {
    expect(found.get(rule)).toMatchObject({ _tag: 'Unproven', because })
  })
})

describe('the gate', () => {
  it('is green with what the search has found', async () => {
    expect(kept().proven.length).toBeGreaterThan(4)
    expect(await faultsOf(catalogue, replays, kept())).toEqual([])
  })

  it('names a rule whose evidence was removed', async () => {
    const { proven, ...rest } = kept()
    const without = proven.filter(({ rule }) => !rule.endsWith('isOld'))
    expect(await faultsOf(catalogue, replays, { ...rest, proven: without })).toEqual([
      'no evidence: src/rule.ts isOld: real 1.0 gc.go isOld',
    ])
  })

  it('names a rule whose case does not notice the inversion, is not there, or inverts another decision', async () => {
    const faulty = async (change: Partial<Proof>): Promise<ReadonlyArray<string>> => {
      const { proven, ...rest } = kept()
      const changed = proven.map((proof) => (proof.rule.endsWith('isOld') ? { ...proof, ...change } : proof))
      return faultsOf(catalogue, replays, { ...rest, proven: changed })
    }
    expect(await faulty({ case: 'rest' })).toEqual([expect.stringContaining('cases.json rest does not notice')])
    expect(await faulty({ case: 'elsewhere' })).toEqual([expect.stringContaining('cases.json elsewhere does not')])
    expect(await faulty({ inverts: 'src/rule.ts isHeavy(node)' })).toEqual([expect.stringContaining('does not notice')])
    expect(await faulty({ inverts: 'src/rule.ts gone' })).toEqual([
      expect.stringContaining('no such decision any more: src/rule.ts gone'),
    ])
  })

  it('names what is listed although it is proven, or is not there any more', async () => {
    const { unproven, ...rest } = kept()
    const listed = ['src/rule.ts isOld: real 1.0 gc.go isOld', 'src/gone.ts: real 1.0 gc.go gone'].map((rule) => ({
      rule,
      because: 'no case reaches it' as const,
    }))
    expect(await faultsOf(catalogue, replays, { ...rest, unproven: [...unproven, ...listed] })).toEqual([
      'listed without evidence, but has some: src/rule.ts isOld: real 1.0 gc.go isOld',
      'no such rule: src/gone.ts: real 1.0 gc.go gone',
    ])
  })
})

it('the list of rules without evidence is as long as its budget, which then can only fall', () => {
  const unproven = ['a', 'b'].map((rule) => ({ rule, because: 'no case reaches it' as const }))
  expect(lengthFaults({ unproven }, 2)).toEqual([])
  expect(lengthFaults({ unproven }, 1)).toEqual(['2 rules are listed without evidence, and at most 1 may be'])
  expect(lengthFaults({ unproven }, 3)).toEqual(['2 rules are listed without evidence: lower their budget from 3'])
})
