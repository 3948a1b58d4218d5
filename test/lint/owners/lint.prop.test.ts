import { either as E } from 'fp-ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { KubeObject } from '../../../src/apiserver/object.js'
import { defaultPolicy, plan } from '../../../src/controllers/owner/index.js'
import type { Snapshot } from '../../../src/controllers/owner/index.js'
import { explainOwnerFinding } from '../../../src/lint/owners/explain.js'
import type { OwnerFinding } from '../../../src/lint/owners/finding.js'
import { lintOwners } from '../../../src/lint/owners/lint.js'
import { right } from '../../decode/reading.js'
import { runs } from '../../runs.js'
import { object, snapshot, time, to } from './build.js'

const types = [
  { apiVersion: 'v1', kind: 'ConfigMap' },
  { apiVersion: 'v1', kind: 'Node' },
  { apiVersion: 'v1', kind: 'Event' },
  { apiVersion: 'autoscaling/v1', kind: 'HorizontalPodAutoscaler' },
  { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler' },
  { apiVersion: 'gone.example.com/v1', kind: 'Ghost' },
]
const type = fc.constantFrom(...types)
const letter = fc.constantFrom('a', 'b', 'c', 'd')
const reference = fc
  .record({ type, name: letter, uid: letter, fits: fc.boolean(), blocks: fc.constantFrom(true, false, undefined) })
  .map(({ type: named, name, uid, fits, blocks }) => ({
    owner: fits ? uid : name,
    ...to(name, { ...named, uid: `u-${uid}`, blockOwnerDeletion: blocks }),
    fits,
  }))

/** Objects with the letters as uids; most references name their owner as it is. */
const cluster: fc.Arbitrary<ReadonlyArray<KubeObject>> = fc
  .uniqueArray(
    fc.record({
      letter,
      name: fc.boolean(),
      type,
      namespace: fc.constantFrom('shop', 'cart', undefined),
      owners: fc.array(reference, { maxLength: 3 }),
      created: fc.constantFrom(undefined, time('03:00:00'), time('03:00:01')),
      waits: fc.boolean(),
    }),
    { selector: (each) => each.letter, maxLength: 4 },
  )
  .map((drafts) =>
    drafts.map(({ letter: uid, name, type: own, namespace, owners, created, waits }) =>
      object(
        name ? uid : 'same',
        owners.map(({ fits, owner, ...given }) => {
          const meant = fits ? drafts.find((each) => each.letter === owner) : undefined
          return meant === undefined ? given : { ...given, ...meant.type, name: meant.name ? meant.letter : 'same' }
        }),
        {
          uid: `u-${uid}`,
          namespace,
          creationTimestamp: created,
          ...(waits ? { deletionTimestamp: time('03:00:02'), finalizers: ['foregroundDeletion'] } : {}),
        },
        own,
      ),
    ),
  )

const coverage: fc.Arbitrary<Snapshot['coverage']> = fc.constantFrom<Snapshot['coverage']>(
  { _tag: 'Everything' },
  { _tag: 'Resources', resources: [] },
  { _tag: 'Resources', resources: [{ group: '', kind: 'ConfigMap', namespaces: 'all' }] },
)

const findingsOn = (objects: ReadonlyArray<KubeObject>): ReadonlyArray<OwnerFinding> =>
  right(lintOwners(defaultPolicy)({ ...snapshot(), objects }))

describe('findings on any cluster', () => {
  it('are one line each', () => {
    fc.assert(
      fc.property(cluster, coverage, (objects, covered) =>
        right(lintOwners(defaultPolicy)({ ...snapshot(...objects), coverage: covered }))
          .map(explainOwnerFinding)
          .every((line) => /^[^\n]+$/.test(line) && !line.includes('undefined')),
      ),
      { numRuns: runs(1000) },
    )
  })

  it('say what the plan does', () => {
    fc.assert(
      fc.property(cluster, coverage, (objects, covered) => {
        const given = { ...snapshot(...objects), coverage: covered }
        const [orphan, deletion] = right(plan(defaultPolicy)(given)).passes
        const removed = new Set([...orphan.removals, ...deletion.removals].map(({ target }) => target.id))
        const amended = new Set([...orphan.amendments, ...deletion.amendments].map(({ target }) => target.id))
        for (const {
          object: { id },
          does,
        } of right(lintOwners(defaultPolicy)(given)))
          expect(does._tag).toBe(removed.has(id) ? 'Deletes' : amended.has(id) ? 'Changes' : 'Keeps')
      }),
      { numRuns: runs(500) },
    )
  })

  it('leave no object in silence that loses a reference to an owner that lives', () => {
    fc.assert(
      fc.property(cluster, (objects) => {
        const planned = right(plan(defaultPolicy)(snapshot(...objects)))
        const missed = planned.passes[1].removals.flatMap(({ target, reasons }) =>
          reasons.some((reason) => reason._tag === 'OwnersAbsent' && reason.owners.some(({ livesAs }) => livesAs))
            ? [target.id]
            : [],
        )
        const told = new Set(
          findingsOn(objects)
            .filter(({ _tag }) => _tag === 'OwnerMisnamed' || _tag === 'OwnerInOtherNamespace')
            .map(({ object: { id } }) => id),
        )
        return missed.every((id) => told.has(id))
      }),
      { numRuns: runs(1000) },
    )
  })

  it('are those of each object, whatever the order', () => {
    const aboutOne = ({ _tag }: OwnerFinding): boolean =>
      _tag !== 'OwnerCycle' && _tag !== 'KindNotServed' && _tag !== 'OwnerRecreated'
    const facts = (objects: ReadonlyArray<KubeObject>): ReadonlyArray<string> =>
      findingsOn(objects)
        .filter(aboutOne)
        .map((finding) => JSON.stringify({ ...finding, does: null }))
        .sort()
    fc.assert(
      fc.property(cluster, (objects) => {
        expect(facts([...objects].reverse())).toEqual(facts(objects))
      }),
    )
  })

  it('come in the order of the objects', () => {
    fc.assert(
      fc.property(cluster, (objects) => {
        const places = findingsOn(objects).map(({ object: { id } }) =>
          objects.findIndex(({ metadata }) => metadata.uid === id),
        )
        expect(places).toEqual([...places].sort((a, b) => a - b))
      }),
    )
  })
})

const isSnapshot = (value: unknown): boolean => typeof value === 'object' && value !== null && 'objects' in value

describe('anything at all', () => {
  it('is linted or refused', () => {
    const anything = fc.anything({ withDate: true, withNullPrototype: true })
    fc.assert(
      fc.property(
        fc.oneof(
          anything,
          fc.record({ at: anything, objects: fc.array(anything), scopes: anything, coverage: anything }),
        ),
        (value) => E.isLeft(lintOwners(defaultPolicy)(value as Snapshot)) || isSnapshot(value),
      ),
      { numRuns: runs(300) },
    )
  })
})

describe('large clusters', () => {
  it('with many objects in one ring, or with one name, are linted', () => {
    const size = 50_000
    const ring = Array.from({ length: size }, (_, index) => object(`r-${index}`, [to(`r-${(index + 1) % size}`)]))
    expect(findingsOn(ring).map(({ _tag }) => _tag)).toEqual(['OwnerCycle'])
    const recreated = Array.from({ length: size }, (_, index) =>
      object('same', [to('same', { uid: 'u-old' })], { uid: `u-${index}` }),
    )
    expect(findingsOn(recreated).length).toBe(size)
  })

  it('with fifty thousand owners of one object are linted', () => {
    const owners = Array.from({ length: 50_000 }, (_, index) => to(`o-${index}`, { apiVersion: `g${index}/v1` }))
    expect(findingsOn([object('a', owners)]).length).toBe(50_001)
  })
})
