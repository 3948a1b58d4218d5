import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Plan } from '../../src/core/plan.js'
import { renderText } from '../../src/render/index.js'
import type { Toy } from './toy.js'
import { explain, toyPlan } from './toy.js'

describe('a plan as text', () => {
  it('reads pass by pass, with what it assumes and when it changes', () => {
    expect(renderText({ explain })(toyPlan)).toBe(`plan at 2026-01-01T12:00:00Z

age: nothing to remove

space: 2 to remove (9.22 EB), 1 next in line, 2 kept; to free 1.5 GB; a forecast, for the component looks again first
  event  Shortage: not enough
  event  Shortage: bytes 7
  event  Shortage
  remove  sha256:b88df34d660a   648 MB  least recently used number 1; also: unused for longer than 7 days
  remove  sha256:f04243cec82b  9.22 EB  least recently used number 2
  next    next                          unused for longer than 7 days
  keep    used                          in use
  keep    new\\u001b[31m                 younger than 2 minutes

assumes: beganGC 2025-12-01T00:00:00Z (the node booted then); decides sha256:b88df34d660a
changes by itself at 2026-01-01T12:01:30Z, in 1 min 30 s
in all: 2 to remove (9.22 EB), 1 next in line, 2 kept
`)
  })

  it('lists the decisions that are asked for and counts all', () => {
    const text = renderText({ explain, decisions: ['keep'] })(toyPlan)
    expect(text).not.toContain('  remove  ')
    expect(text).toContain('  keep  used')
    expect(text).toContain('in all: 2 to remove (9.22 EB), 1 next in line, 2 kept')
  })

  it('names targets by label where there is one', () => {
    const text = renderText({ explain, label: ({ tag }: Toy['Target']) => tag })(toyPlan)
    expect(text).toContain('  remove  sha256:b88df34d660a  web:1   648 MB  least')
  })

  it('names the first of what an assumption decides, and counts the others', () => {
    const [assumption] = toyPlan.assumptions
    if (assumption === undefined) throw new Error('no assumption')
    const targets = ['sha256:' + 'b8'.repeat(32), 'used', 'next', 'c', 'd']
    const many: Plan<Toy> = { ...toyPlan, assumptions: [{ ...assumption, targets }] }
    const named = renderText({ explain, label: ({ id }: Toy['Target']) => (id === 'used' ? 'Web used' : '') })
    expect(named(many)).toContain('; decides sha256:b8b8b8b8b8b8, used, next and 2 more\n')
    const alone = { explain, label: ({ id }: Toy['Target']) => (id === 'used' ? 'Web used' : ''), namesAlone: true }
    expect(renderText(alone)(many)).toContain(', Web used, next and 2 more\n')
  })

  it.each([999, 1000, 1001, 2500])('has a line for each of %i targets, in their order', (length) => {
    const [pass] = toyPlan.passes
    const [first] = toyPlan.passes.flatMap(({ kept }) => kept)
    if (first === undefined) throw new Error('nothing kept')
    const ids = Array.from({ length }, (_, index) => `image-${index}`)
    const many = ids.map((id) => ({ ...first, target: { ...first.target, id } }))
    const plan: Plan<Toy> = { ...toyPlan, passes: [{ ...pass, removals: [], reserve: [], kept: many }] }
    const text = renderText({ explain })(plan)
    expect(text.split('\n').flatMap((line) => /^ {2}keep {2,}(\S+)/.exec(line)?.[1] ?? [])).toEqual(ids)
  })

  it('paints after aligning and changes nothing but paint', () => {
    const painted = renderText({ explain, paint: (role, text) => `<${role}>${text}</>` })(toyPlan)
    expect(painted).toContain('  <keep>keep  </>  used')
    expect(painted.replace(/<\w*\/?>|<\/>/g, '')).toBe(renderText({ explain })(toyPlan))
  })

  it('calls no first pass a forecast: it looks at what the snapshot holds', () => {
    const [, space] = toyPlan.passes
    if (space === undefined) throw new Error('no such pass')
    const alone: Plan<Toy> = { ...toyPlan, passes: [{ ...space, observesAgain: true }] }
    expect(renderText({ explain })(alone)).not.toContain('forecast')
    expect(renderText({ explain })(toyPlan)).toContain('forecast')
  })

  it('says of a pass that it was not looked at, if it lists nothing', () => {
    const text = renderText({ explain, notLookedAt: ['age', 'space'] })(toyPlan)
    expect(text).toContain('\nage: not looked at\n')
    expect(text).toContain('\nspace: 2 to remove ')
  })

  it('says why a pass is refused', () => {
    const [first] = toyPlan.passes
    const refused: Plan<Toy> = {
      ...toyPlan,
      passes: [{ ...first, refusal: O.some({ _tag: 'NoDisk', capacity: 0 }) }],
      wakeAt: O.none,
      assumptions: [],
    }
    expect(renderText({ explain })(refused)).toBe(`plan at 2026-01-01T12:00:00Z

age: nothing to remove
  refused  the disk says it has 0 bytes

does not change by itself
in all: 0 to remove, 0 next in line, 0 kept
`)
  })

  it('counts a target once, by its strongest decision', () => {
    const [first, second] = toyPlan.passes
    const kept = [...(second?.removals ?? []), ...(second?.reserve ?? [])].map(({ target }) => ({
      target,
      reasons: [{ _tag: 'InUse' as const }] as const,
    }))
    const twice: Plan<Toy> = { ...toyPlan, passes: [{ ...first, kept }, ...toyPlan.passes.slice(1)] }
    expect(renderText({ explain })(twice)).toContain('in all: 2 to remove (9.22 EB), 1 next in line, 2 kept')
  })

  it('lets no control character through', () => {
    expect(renderText({ explain })(toyPlan)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
    expect(renderText({ explain })(toyPlan)).toContain('new\\u001b[31m')
  })
})
