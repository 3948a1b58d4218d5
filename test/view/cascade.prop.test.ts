import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { kubectlOptions } from '../../src/apiserver/index.js'
import { type CascadeRequest, planCascade } from '../../src/simulate/cascade/index.js'
import { arbitraryPolicy, arbitrarySnapshot } from '../../src/testing/arbitrary/owner.js'
import { cascadeView } from '../../src/view/index.js'
import { runs } from '../runs.js'
import { expectPlain } from './plain.js'

const requests = fc.array(
  fc.oneof(
    fc
      .record({
        target: fc.constantFrom('a', 'b', 'c', 'd'),
        how: fc.constantFrom('background', 'foreground', 'orphan'),
      })
      .map(({ target, how }): CascadeRequest => ({ _tag: 'Delete', target, options: kubectlOptions(how) })),
    fc.constantFrom<CascadeRequest>(
      { _tag: 'Vanish', target: 'b' },
      { _tag: 'DeleteNamespace', namespace: 'ns1', options: {} },
    ),
  ),
  { maxLength: 3 },
)

const planned = fc
  .record({ policy: arbitraryPolicy, snapshot: arbitrarySnapshot, requests })
  .map((given) => ({ ...given, plan: planCascade(given.policy)(given.requests)(given.snapshot) }))
  .filter(({ plan }) => E.isRight(plan))
  .map(({ snapshot, requests: asked, plan }) => {
    if (E.isLeft(plan)) throw new Error('filtered')
    return { snapshot, plan: plan.right, view: cascadeView(plan.right, { requests: asked, snapshot }), asked }
  })

const law = (title: string, holds: (given: typeof planned extends fc.Arbitrary<infer G> ? G : never) => void) =>
  it(title, () => {
    fc.assert(fc.property(planned, holds), { numRuns: runs(200) })
  })

describe('the model of any cascade', () => {
  law('is plain JSON with safe texts', ({ view }) => {
    expectPlain(view)
  })

  law('tells every change of the plan once, and every request', ({ plan, view, asked }) => {
    const told = (
      waves: ReadonlyArray<{ readonly changes: ReadonlyArray<{ readonly target: { readonly id: string } }> }>,
    ) => waves.map(({ changes }) => changes.map(({ target }) => target.id))
    expect(told(view.waves)).toEqual(told(plan.waves))
    expect(told(view.pending)).toEqual(told(plan.pending))
    expect(view.requests).toHaveLength(asked.length)
    expect(view.headline.every((line) => line !== '')).toBe(true)
  })

  law('counts every object of the snapshot once', ({ plan, view }) => {
    const { gone, terminating, changed, later, others } = view.totals
    const all = Object.values(plan.outcomes).reduce(
      (sum: number, { length }: { readonly length: number }) => sum + length,
      0,
    )
    expect(gone + terminating + changed + later + others).toBe(all)
    expect(Math.min(gone, terminating, changed, later, others)).toBeGreaterThanOrEqual(0)
  })

  law('draws each node once, joins nodes that are there, and agrees with the waves', ({ view }) => {
    const { nodes = [], edges = [] } = view.graph ?? {}
    const ids = new Set(nodes.map(({ id }) => id))
    expect(ids.size).toBe(nodes.length)
    for (const { from, to } of edges) expect([ids.has(from), ids.has(to)]).toEqual([true, true])
    for (const { id, goes, begins } of nodes) {
      const touching = view.waves.flatMap(({ changes }, wave) =>
        changes.flatMap(({ target, what }) => (target.id === id ? [{ wave, what }] : [])),
      )
      expect(begins).toBe(touching[0]?.wave ?? null)
      expect(goes).toBe(touching.findLast(({ what }) => what === 'Removed')?.wave ?? null)
    }
  })

  law('has a tone that its parts bear out', ({ view }) => {
    const { tone, sections } = view
    const lost = sections.data.lines.some(({ verdict }) => verdict === 'lost')
    expect(tone === 'loses').toBe(lost && tone !== 'refused')
    if (tone === 'harmless' || tone === 'nothing')
      expect([sections.never, sections.stuck, sections.unknown, sections.lostGroups].map(({ lines }) => lines)).toEqual(
        [[], [], [], []],
      )
    if (tone === 'waits') expect(sections.stuck.lines).not.toEqual([])
    if (tone === 'never') expect([...sections.never.lines, ...sections.lostGroups.lines]).not.toEqual([])
  })
})
