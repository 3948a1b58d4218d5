import { readFileSync } from 'node:fs'

import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { either as E, option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Family, Plan } from '../../src/core/plan.js'
import { instant } from '../../src/core/time.js'
import { linesOf } from '../../src/decode/error.js'
import { decodePlan, encodePlan, planCodec } from '../../src/document/index.js'
import { renderJson } from '../../src/render/index.js'
import { toyPlans } from '../render/plans.js'
import { explain, toyPlan } from '../render/toy.js'
import type { Toy } from '../render/toy.js'
import { runs } from '../runs.js'

const wording = { collector: 'toy', explain }
const tags = { collector: 'any', explain: ({ _tag }: { readonly _tag: string }) => _tag }
const schema: object = JSON.parse(readFileSync(new URL('../../schema/plan.json', import.meta.url), 'utf8'))
const holds = new Ajv2020({ strict: true, allErrors: true }).compile(schema)

const text = (plan: Plan<Toy>): string => {
  const encoded = encodePlan(wording)(plan)
  if (E.isLeft(encoded)) throw new Error(JSON.stringify(encoded.left))
  return encoded.right
}

/** A plan in which one reason carries whatever value. */
const carrying = (...values: ReadonlyArray<unknown>): Plan<Family> => ({
  at: instant(0),
  passes: [
    {
      name: 'p',
      observesAgain: false,
      goal: { _tag: 'RemoveAll' },
      onFailure: 'stop',
      removals: [],
      reserve: [],
      kept: values.map((value) => ({
        target: { _tag: 'T', id: 'a' },
        reasons: [{ _tag: 'R', value } as { _tag: string }] as const,
      })),
      events: [],
      refusal: O.none,
    },
  ],
  wakeAt: O.none,
  assumptions: [],
})

const there = (plan: Plan<Family>): unknown => {
  const encoded = encodePlan(tags)(plan)
  return E.isLeft(encoded) ? encoded : decodePlan(encoded.right)
}

const lines = (document: unknown): ReadonlyArray<string> => {
  const decoded = decodePlan(document)
  return E.isLeft(decoded) ? linesOf(decoded.left) : []
}

/** The document of a plan with other values at some paths; undefined takes the field away. */
const changed = (...changes: ReadonlyArray<readonly [path: string, value: unknown]>): unknown => {
  const document: unknown = JSON.parse(text(toyPlan))
  for (const [path, value] of changes) {
    const steps = path.split('/')
    const last = steps.pop() ?? ''
    const holder = steps.reduce<Record<string, unknown>>(
      (held, step) => held[step] as Record<string, unknown>,
      document as Record<string, unknown>,
    )
    if (value === undefined) Reflect.deleteProperty(holder, last)
    else holder[last] = value
  }
  return document
}

describe('the document of a plan', () => {
  it('holds an instant that only what is next in line carries', () => {
    const plan = carrying()
    const [pass] = plan.passes
    if (pass === undefined) throw new Error('there is a pass')
    const reasons = [{ _tag: 'R', since: instant(7) } as { _tag: string }] as const
    const next = { target: { _tag: 'T', id: 'a' }, actions: [{ _tag: 'A' }] as const, reasons, requires: [], frees: 0 }
    const held: Plan<Family> = { ...plan, passes: [{ ...pass, reserve: [next] }] }
    expect(there(held)).toEqual(E.right({ collector: 'any', plan: held }))
  })

  it('is read back as the plan it was, by text or parsed', () => {
    fc.assert(
      fc.property(toyPlans, (plan) => {
        expect(decodePlan(text(plan))).toEqual(E.right({ collector: 'toy', plan }))
        expect(decodePlan(JSON.parse(text(plan)))).toEqual(E.right({ collector: 'toy', plan }))
      }),
    )
  })

  it('is what the renderer and the command line write', () => {
    expect(text(toyPlan)).toBe(renderJson(wording)(toyPlan))
  })

  it('gives back any mixture of instants, options, texts and lists, in one field', () => {
    const leaf = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.integer({ min: -8.64e15, max: 8.64e15 }).map(instant),
      fc.constant('2026-01-01T00:00:00.000Z'),
    )
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 4 }, leaf, tie('option'), fc.array(tie('value'), { maxLength: 3 }), tie('object')),
      option: fc.oneof(
        fc.constant(O.none),
        tie('value').map((held) => O.some(held)),
      ),
      object: fc.oneof(
        fc.dictionary(fc.string(), tie('value'), { maxKeys: 3 }),
        fc.record({ _tag: fc.constantFrom('A', 'B', 'None', 'Some'), at: tie('value') }),
      ),
    }))
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 4 }), (values) => {
        const plan = carrying(...values)
        const encoded = encodePlan(tags)(plan)
        if (E.isRight(encoded)) {
          expect(decodePlan(encoded.right)).toEqual(E.right({ collector: 'any', plan }))
          expect(holds(JSON.parse(encoded.right)), JSON.stringify(holds.errors)).toBe(true)
        } else expect(JSON.stringify(encoded.left)).toContain('-0')
      }),
      { numRuns: runs(1000) },
    )
  })

  it('says of each field what it holds: an instant, an option, an option of an instant, or each by itself', () => {
    const formsOf = (...values: ReadonlyArray<unknown>) => {
      const encoded = encodePlan(tags)(carrying(...values))
      return E.isRight(encoded) ? (JSON.parse(encoded.right) as { forms: object }).forms : encoded
    }
    expect(formsOf('x', null, 5)).toEqual({})
    expect(formsOf(instant(0), instant(1))).toEqual({ 'R.value': 'instant' })
    expect(formsOf(O.none, O.some(5))).toEqual({ 'R.value': 'option' })
    expect(formsOf(O.none)).toEqual({ 'R.value': 'option' })
    expect(formsOf(O.some(instant(0)), O.none)).toEqual({ 'R.value': 'option-of-instant' })
    expect(formsOf(instant(0), 'x')).toEqual({ 'R.value': 'each-as-it-says' })
    expect(formsOf(O.some(null))).toEqual({ 'R.value': 'each-as-it-says' })
    expect(formsOf([{ at: instant(0) }], [{ at: instant(1) }])).toEqual({ 'R.value[].at': 'instant' })
    expect(formsOf({ _tag: 'Inner', at: instant(0) })).toEqual({ 'Inner.at': 'instant' })
  })

  it('holds what a collector says beside what all do, and what it measured', () => {
    const [pass] = carrying(1).passes
    const plan = {
      ...carrying(1),
      epoch: instant(7),
      passes: [{ ...pass, examined: ['a'], measured: { _tag: 'Disk', at: instant(5) }, amendments: [] }] as const,
    }
    expect(there(plan)).toEqual(E.right({ collector: 'any', plan }))
  })

  it('may name its schema, as editors let it', () => {
    expect(lines({ ...(JSON.parse(text(toyPlan)) as object), $schema: 'plan.json' })).toEqual([])
  })

  it('goes through the io-ts codec of its collector and no other', () => {
    const codec = planCodec<Toy>(wording)
    expect(codec.decode(codec.encode(toyPlan))).toEqual(E.right(toyPlan))
    for (const collector of ['other', 'to', 'toys'])
      expect(E.isLeft(planCodec<Toy>({ ...wording, collector }).decode(codec.encode(toyPlan))), collector).toBe(true)
    expect(codec.name).toBe('a plan of toy')
  })
})

describe('a plan that has no document', () => {
  const problems = (value: unknown): unknown => {
    const encoded = encodePlan(tags)(carrying(value))
    return E.isLeft(encoded) ? encoded.left.problems : []
  }

  it('is refused with the place of what cannot be written', () => {
    expect(problems(instant(NaN))).toEqual([
      { path: 'passes[0].kept[0].reasons[0].value', expected: 'plain data or a valid Date', actual: 'Invalid Date' },
    ])
    expect(problems(NaN)).toMatchObject([{ expected: 'a finite number, not -0', actual: 'NaN' }])
    expect(problems(-0)).toHaveLength(1)
    expect(problems(5n)).toMatchObject([{ expected: 'plain data', actual: '5n' }])
    expect(problems(() => 0)).toMatchObject([{ expected: 'plain data', actual: 'a function' }])
    expect(problems(new Map())).toMatchObject([{ expected: 'plain data or a valid Date' }])
    expect(problems([undefined])).toMatchObject([{ path: 'passes[0].kept[0].reasons[0].value[0]' }])
    expect(problems(undefined)).toEqual([])
    expect(problems(Object.create(null))).toEqual([])
  })

  it('is refused where it lies within itself or is deeper than facts are', () => {
    const circle: unknown[] = []
    circle.push(circle)
    expect(problems(circle)).toMatchObject([{ expected: 'at most 200 levels' }])
    let deep: unknown = 0
    for (let level = 0; level < 1_000_000; level++) deep = [deep]
    expect(problems(deep)).toHaveLength(1)
  })

  it('is refused with a hundred problems at most', () => {
    expect(problems(Array.from({ length: 500 }, () => NaN))).toHaveLength(100)
  })
})

describe('a document that is no plan', () => {
  it('is refused with every problem and its path', () => {
    const document = changed(
      ['at', 'noon'],
      ['passes/0/goal', { _tag: 'FreeBytes' }],
      ['passes/0/onFailure', 'panic'],
      ['passes/1/removals/0/target', { _tag: 'Image' }],
      ['passes/1/removals/0/reasons', []],
      ['passes/1/removals/1/frees', 1.5],
      ['passes/1/kept/0/more', 1],
      ['passes/1/reserve', undefined],
    )
    expect(lines(document)).toEqual([
      'at: expected RFC 3339 text such as "2026-01-01T12:00:00Z", got "noon"',
      'passes[0].goal.bytes: expected a 64-bit integer, as a number below 2^53 or as decimal text, got nothing',
      'passes[0].onFailure: expected "continue", "finish-pass" or "stop", got "panic"',
      'passes[1].removals[0].target: expected an object with a _tag and an id, got an object',
      'passes[1].removals[0].reasons: expected an array, not empty, got an array of 0',
      'passes[1].removals[1].frees: expected a 64-bit integer, as a number below 2^53 or as decimal text, got 1.5',
      'passes[1].reserve: expected an array, got nothing',
      'passes[1].kept[0].more: expected no such field, got 1',
    ])
  })

  it('is refused for a target whose id is no text', () => {
    expect(lines(changed(['passes/1/removals/0/target', { _tag: 'Image', id: 7 }]))).toEqual([
      'passes[1].removals[0].target: expected an object with a _tag and an id, got an object',
    ])
  })

  it('is refused by kind, version, forms and passes', () => {
    expect(lines(changed(['kind', 'gcplan/approval']))).toEqual(['kind: expected "gcplan/plan", got "gcplan/approval"'])
    expect(lines(changed(['version', 2]))).toEqual(['version: expected 1, got 2'])
    expect(lines(changed(['passes', []]))).toEqual(['passes: expected an array, not empty, got an array of 0'])
    expect(lines(changed(['forms/Old.lastUsed', 'date']))).toEqual([
      'forms["Old.lastUsed"]: expected "instant" or "option" or "option-of-instant" or "each-as-it-says", got "date"',
    ])
    expect(lines(changed(['forms', undefined]))).toEqual(['forms: expected an object of forms, got nothing'])
    expect(lines('{"kind": ')).toHaveLength(1)
    for (const garbage of [null, 5, [], 'x', {}]) expect(lines(garbage).length).toBeGreaterThan(0)
  })

  it('is refused where a fact is not of the form it is said to be', () => {
    expect(lines(changed(['passes/1/reserve/0/reasons/0/lastUsed', 'long ago']))).toEqual([
      'passes[1].reserve[0].reasons[0].lastUsed: expected RFC 3339 text such as "2026-01-01T12:00:00Z", got "long ago"',
    ])
    const says = changed(['forms/Old.lastUsed', 'each-as-it-says'])
    expect(lines(says)[0]).toContain('lastUsed: expected an object that says what it is')
  })

  it('a million levels deep is refused, not run into', () => {
    const deep = '['.repeat(1_000_000) + ']'.repeat(1_000_000)
    const document = text(toyPlan).replace('"_tag": "InUse"', `"_tag": "InUse", "deep": ${deep}`)
    expect(lines(document)[0]).toContain('expected a fact no deeper than 200 levels')
  })

  it('keeps keys such as __proto__ as they are', () => {
    const plan = carrying(JSON.parse('{"__proto__": {"at": 1}}'))
    expect(there(plan)).toEqual(E.right({ collector: 'any', plan }))
  })
})
