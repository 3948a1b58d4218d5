import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Change } from '../../../src/containerd/analysis/change.js'
import { change, whatIf } from '../../../src/containerd/analysis/what-if.js'
import type { Node, Snapshot } from '../../../src/containerd/index.js'
import { plan } from '../../../src/containerd/index.js'
import { instant, millis } from '../../../src/core/time.js'
import { identity } from '../../laws.js'
import { full, runs } from '../../runs.js'
import { arbitraryPolicy, arbitrarySnapshot, permuted } from '../arbitrary.js'
import { labels, planOf } from '../graph.js'
import { extentOf, nodesOf, without } from './brute.js'

const sha = (letter: string): string => `sha256:${letter.repeat(64)}`

const missing: Node = { _tag: 'Content', id: '', namespace: 'n', key: 'none' }

const resource = fc.oneof(
  fc.record({ type: fc.constant('content'), id: fc.constantFrom(sha('a'), 'a') }),
  fc.record({ type: fc.constantFrom('images', 'ingests', 'images/x', 'tasks'), id: fc.constantFrom('i', 'j') }),
  fc.record({ type: fc.constantFrom('snapshots/o', 'snapshots', 'snapshots/o/x'), id: fc.constantFrom('a', 'x/y') }),
)

const newLabels = fc
  .uniqueArray(
    fc.tuple(fc.constantFrom('ref.content', 'root', 'expire', 'flat', 'ref.snapshot.o'), fc.constantFrom('', 'a', 'b')),
    { selector: ([key]) => key },
  )
  .map((pairs) => labels(Object.fromEntries(pairs)))

/** Changes that fit a snapshot, more or less. */
const changesOf = (snapshot: Snapshot): fc.Arbitrary<ReadonlyArray<Change>> => {
  const node = fc.constantFrom(missing, ...nodesOf(snapshot))
  const namespace = fc.constantFrom('n', 'm', 'new')
  const id = fc.constantFrom('p', 'q', 'r')
  const inLease = { namespace, lease: id, resource }
  return fc.array(
    fc.oneof(
      fc.record({ _tag: fc.constant('Remove' as const), node }),
      fc.record({
        _tag: fc.constant('LetTimePass' as const),
        until: fc.integer({ min: -1, max: 90_000_000 }).map((by) => instant(snapshot.at.getTime() + by)),
      }),
      fc.record(
        {
          _tag: fc.constant('CreateLease' as const),
          namespace,
          id,
          expiresIn: fc.constantFrom('never' as const, millis(0), { hours: 1 }),
          flat: fc.boolean(),
          labels: newLabels,
        },
        { requiredKeys: ['_tag', 'namespace', 'id'] },
      ),
      fc.record({ _tag: fc.constantFrom('AddLeaseResource' as const, 'DropLeaseResource' as const), ...inLease }),
      fc.record({ _tag: fc.constant('SetLabels' as const), node, labels: newLabels }),
    ),
    { maxLength: 4 },
  )
}

const cases = arbitrarySnapshot.chain((snapshot) => changesOf(snapshot).map((changes) => [snapshot, changes] as const))

describe('what would be', () => {
  it('is the difference of two plans, of the snapshot and of what the changes make of it one by one', () => {
    let found = 0
    fc.assert(
      fc.property(arbitraryPolicy, cases, (policy, [snapshot, changes]) => {
        let changed = snapshot
        const dirty: boolean[] = []
        for (const [index, made] of changes.entries()) {
          const next = change(policy)(made)(changed)
          if (E.isLeft(next)) {
            expect(whatIf(policy)(changes)(snapshot)).toEqual(
              E.left({ _tag: 'ChangeRefused', index, error: next.left }),
            )
            return
          }
          changed = next.right.snapshot
          dirty.push(next.right.dirty)
        }
        const all = whatIf(policy)(changes)(snapshot)
        if (E.isLeft(all)) throw new Error(JSON.stringify(all.left))
        const { before, after, goes, stays, freed, spared } = all.right
        expect(all.right).toMatchObject({ snapshot: changed, dirty })
        expect([before, after]).toEqual([planOf(snapshot, policy), planOf(changed, policy)])
        const ids = (of: ReadonlyArray<{ readonly target: Node }>): ReadonlySet<string> =>
          new Set(of.map(({ target }) => identity(target)))
        const [went, going] = [ids(before.passes[0].removals), ids(after.passes[0].removals)]
        const there = new Set(nodesOf(changed).map(identity))
        expect(ids(goes)).toEqual(new Set([...going].filter((one) => !went.has(one))))
        expect(ids(stays)).toEqual(new Set([...went].filter((one) => !going.has(one) && there.has(one))))
        expect(freed).toEqual(extentOf(changed, ids(goes)))
        expect(spared).toEqual(extentOf(snapshot, ids(stays)))
        if (goes.length + stays.length > 0) found++
      }),
      { numRuns: runs(600) },
    )
    if (full) expect(found).toBeGreaterThan(20)
  })

  it('removes what a change removes, and nothing else', () => {
    fc.assert(
      fc.property(arbitraryPolicy, arbitrarySnapshot, (policy, snapshot) => {
        for (const node of nodesOf(snapshot)) {
          const made = change(policy)({ _tag: 'Remove', node })(snapshot)
          if (E.isRight(made)) expect(made.right.snapshot).toEqual(without(node, snapshot))
          else expect(node._tag).toBe('FsSnapshot')
        }
      }),
      { numRuns: runs(100) },
    )
  })

  it('touches no input', () => {
    fc.assert(
      fc.property(arbitraryPolicy, cases, (policy, [snapshot, changes]) => {
        const copy = structuredClone([snapshot, changes])
        whatIf(policy)(changes)(snapshot)
        expect([snapshot, changes]).toEqual(copy)
      }),
      { numRuns: runs(200) },
    )
  })

  it('does not depend on the order of lists', () => {
    const pairs = cases.chain(([snapshot, changes]) =>
      permuted(snapshot).map((other) => [snapshot, other, changes] as const),
    )
    fc.assert(
      fc.property(arbitraryPolicy, pairs, (policy, [snapshot, other, changes]) => {
        const [left, right] = [whatIf(policy)(changes)(snapshot), whatIf(policy)(changes)(other)]
        const told = (of: typeof left): unknown =>
          E.isLeft(of) ? of : { ...of.right, snapshot: planOf(of.right.snapshot, policy) }
        expect(told(right)).toEqual(told(left))
      }),
      { numRuns: runs(300) },
    )
  })

  it('refuses garbage as a value', () => {
    fc.assert(
      fc.property(arbitraryPolicy, cases, fc.anything(), (policy, [snapshot, changes], garbage) => {
        const odd = [...changes, garbage as Change]
        expect(E.isLeft(change(policy)(garbage as Change)(snapshot))).toBe(true)
        expect(E.isLeft(whatIf(policy)(odd)(snapshot))).toBe(true)
        expect(E.isLeft(whatIf(policy)(garbage as Change[])(snapshot)) || Array.isArray(garbage)).toBe(true)
        expect(whatIf(policy)([])(garbage as Snapshot)).toEqual(plan(policy)(garbage as Snapshot))
      }),
      { numRuns: runs(300) },
    )
  })
})
