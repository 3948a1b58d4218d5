/**
 * What changes to a snapshot do to it and to its plan.
 */
import type { either as E } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { InvalidInput } from '../../core/problem.js'
import { removalsOf } from '../../core/plan.js'
import { targetKey } from '../../core/target.js'
import { looksSound, snapshotProblems } from '../schema.js'
import { indexNodes } from '../graph/node-index.js'
import { plan } from '../plan.js'
import type { Policy } from '../policy.js'
import type { Plan, Removal } from '../reason.js'
import type { Snapshot } from '../snapshot.js'
import type { Change, ChangeError } from './change.js'
import { changeProblems, changesProblems } from './check-change.js'
import { type Extent, addTo, emptyTally, extentOf, rowOf, wideLimbs } from './tally.js'
import { mayBeRefused, performChange } from './perform-change.js'
import { type Store, closeStore, openStore } from './store.js'
import { recordOf } from '../record.js'
import { usageOf } from './sized.js'

/** A snapshot after a change. */
export interface Changed {
  readonly snapshot: Snapshot
  /** True when the change marks the store dirty: every later write then counts as a deletion, until a collection. */
  readonly dirty: boolean
  /**
   * True when containerd may refuse the change after all: a snapshot is removed of which nobody knows whether it is still
   * listed with children that a collection removed.
   */
  readonly mayBeRefused: boolean
}

/**
 * Makes one change to a snapshot, as containerd would at the snapshot's instant, without a collection.
 *
 * Order: lists keep their order; what is created comes last.
 * Fails: `NotFound`, `AlreadyExists`, `InvalidArgument`, `Unimplemented` and `HasChildren` where containerd rejects the
 * change; `InvalidInput` for an invalid snapshot or change.
 *
 * @upstream containerd v2.3.4 core/metadata/leases.go Create, Delete, AddResource, DeleteResource
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import { defaultPolicy } from 'gcplan/containerd'
 * import { change } from 'gcplan/containerd/analysis'
 *
 * const empty = { at: new Date('2026-01-01T00:00:00Z'), namespaces: [] }
 * const leased = change(defaultPolicy)({ _tag: 'CreateLease', namespace: 'build', id: 'job-7' })(empty)
 * console.log(E.isRight(leased) && leased.right.snapshot.namespaces[0]?.leases[0]?.labels) // [ [ 'containerd.io/gc.expire', '2026-01-02T00:00:00Z' ] ]
 * ```
 */
export const change =
  (policy: Policy) =>
  (made: Change) =>
  (snapshot: Snapshot): E.Either<ChangeError, Changed> => {
    const problems = unsound(snapshot) ?? changeProblems(made)
    if (problems !== null) return fp.left(problems)
    const store = openStore(snapshot)
    return fp.map((outcome: Outcome) => ({ snapshot: closeStore(store), ...outcome }))(performed(policy, store, made))
  }

type Outcome = Pick<Changed, 'dirty' | 'mayBeRefused'>

const performed = (policy: Policy, store: Store, made: Change): E.Either<ChangeError, Outcome> => {
  const refusable = mayBeRefused(store, made)
  return fp.map((dirty: boolean) => ({ dirty, mayBeRefused: refusable }))(performChange(policy, store, made))
}

/** A plan with and without changes. */
export interface WhatIf {
  readonly before: Plan
  readonly after: Plan
  /** The snapshot with all changes made, before any collection. */
  readonly snapshot: Snapshot
  /** For each change, whether it marks the store dirty. */
  readonly dirty: ReadonlyArray<boolean>
  /** For each change, whether containerd may refuse it after all, as in {@link Changed}. */
  readonly mayBeRefused: ReadonlyArray<boolean>
  /** Removed only with the changes, in plan order. */
  readonly goes: ReadonlyArray<Removal>
  /** Removed only without the changes, in plan order. */
  readonly stays: ReadonlyArray<Removal>
  /** Size of `goes`. */
  readonly freed: Extent
  /** Size of `stays`. */
  readonly spared: Extent
}

/** A change that containerd rejects after those before it. */
export interface ChangeRefused {
  readonly _tag: 'ChangeRefused'
  /** Place of the change. */
  readonly index: number
  readonly error: ChangeError
}

/**
 * Plans a snapshot with and without changes, made one after the other, and compares. What a change itself removes is in
 * neither list.
 *
 * Fails: `InvalidInput` for an invalid snapshot or change; `ChangeRefused` for the first change that containerd
 * rejects.
 *
 * @upstream containerd v2.3.4 core/metadata/db.go GarbageCollect
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import { defaultPolicy } from 'gcplan/containerd'
 * import { whatIf } from 'gcplan/containerd/analysis'
 *
 * const none = { snapshots: [], containers: [], leases: [], ingests: [], sandboxes: [], streams: [], mounts: [] }
 * const content = [{ digest: 'sha256:m', size: 12, labels: [] }]
 * const images = [{ name: 'app:1', target: 'sha256:m', labels: [] }]
 * const snapshot = { at: new Date(0), namespaces: [{ ...none, name: 'k8s.io', inMetadata: true, content, images }] }
 * const node = { _tag: 'Image', id: 'k8s.io/app:1', namespace: 'k8s.io', key: 'app:1' } as const
 * const found = whatIf(defaultPolicy)([{ _tag: 'Remove', node }])(snapshot)
 * if (E.isRight(found)) console.log(found.right.goes.map(({ target }) => target.key), found.right.freed.bytes, found.right.dirty) // [ 'sha256:m' ] 12 [ true ]
 * ```
 */
export const whatIf =
  (policy: Policy) =>
  (changes: ReadonlyArray<Change>) =>
  (snapshot: Snapshot): E.Either<InvalidInput | ChangeRefused, WhatIf> =>
    fp.pipe(
      plan(policy)(snapshot),
      fp.flatMap((before) =>
        fp.pipe(
          changedBy(policy, changes, snapshot),
          fp.flatMap(({ changed, outcomes }) =>
            fp.pipe(
              plan(policy)(changed),
              fp.map((after) => ({
                before,
                after,
                snapshot: changed,
                dirty: outcomes.map(({ dirty }) => dirty),
                mayBeRefused: outcomes.map((outcome) => outcome.mayBeRefused),
                ...differenceOf(before, after, snapshot, changed),
              })),
            ),
          ),
        ),
      ),
    )

/** A snapshot after changes, and which of them made a collection due; or the first that containerd refuses. */
const changedBy = (
  policy: Policy,
  changes: ReadonlyArray<Change>,
  snapshot: Snapshot,
): E.Either<
  InvalidInput | ChangeRefused,
  { readonly changed: Snapshot; readonly outcomes: ReadonlyArray<Outcome> }
> => {
  const problems = changesProblems(changes)
  if (problems !== null) return fp.left(problems)
  const store = openStore(snapshot)
  return fp.pipe(
    [...changes.entries()],
    fp.traverseArray(([index, made]) =>
      fp.pipe(
        performed(policy, store, made),
        fp.mapLeft((error): ChangeRefused => ({ _tag: 'ChangeRefused', index, error })),
      ),
    ),
    fp.map((outcomes) => ({ changed: closeStore(store), outcomes })),
  )
}

const differenceOf = (
  before: Plan,
  after: Plan,
  snapshot: Snapshot,
  changed: Snapshot,
): Pick<WhatIf, 'goes' | 'stays' | 'freed' | 'spared'> => {
  const went = new Set(removalsOf(before).map(({ target }) => targetKey(target)))
  const kept = new Set(after.passes.flatMap((pass) => pass.kept.map(({ target }) => targetKey(target))))
  const goes = removalsOf(after).filter((removal) => !went.has(targetKey(removal.target)))
  const stays = removalsOf(before).filter((removal) => kept.has(targetKey(removal.target)))
  return { goes, stays, freed: extentIn(changed, goes), spared: extentIn(snapshot, stays) }
}

const unsound = (snapshot: Snapshot): InvalidInput | null =>
  looksSound(snapshot) && indexNodes(snapshot).distinct ? null : snapshotProblems(snapshot)

/** Size of the blobs and snapshots among some removals, as the metadata snapshot states it. */
const extentIn = ({ namespaces }: Snapshot, removals: ReadonlyArray<Removal>): Extent => {
  const ids = { Content: new Set<string>(), FsSnapshot: new Set<string>() }
  for (const { target } of removals)
    if (target._tag === 'Content' || target._tag === 'FsSnapshot') ids[target._tag].add(target.id)
  const sum = emptyTally(wideLimbs, 1)
  for (const { name, content, snapshots } of namespaces) {
    if (ids.Content.size > 0)
      for (const blob of content) if (ids.Content.has(recordOf.content(name, blob).id)) addTo(sum, 0, blob.size, false)
    if (ids.FsSnapshot.size > 0)
      for (const one of snapshots)
        if (ids.FsSnapshot.has(recordOf.snapshots(name, one).id)) addTo(sum, 0, usageOf(one), false)
  }
  return extentOf(rowOf(sum, 0))
}
