/**
 * The owner collector as a controller: its graph and its two queues are folded from watch events, and each attempt is a
 * program of requests.
 */
import type { WholeObject } from '../../apiserver/object.js'
import type { ScopeTable } from '../../apiserver/scope.js'
import type { Again, Blocked, Controller, Reconciled, View, WorkItem } from '../controller.js'
import { type Done, type Program, done } from '../program.js'
import { attemptWorkIn } from './memory/work.js'
import type { Attempt, Work } from './memory/index.js'
import { type Running, finish, giveBack, hear, runningOn, takeWarnings, worksOf } from './memory/running.js'
import { dependentsOfItemIn } from './memory/graph.js'
import type { Policy } from './policy.js'
import type { Event } from './reason.js'
import { type OwnerWhy, type ReasonsOfOwner, reasonsOfOwner, whyOf } from './why.js'

/** Orders in which workers may take items; the real ones run concurrently. */
export type WorkerOrder = 'orphans-first' | 'orphans-last' | 'newest-first'

/** The rules of one collector. */
export interface OwnerRules {
  readonly policy: Policy
  readonly scopes: ScopeTable
  /** Which items are taken first: owners that orphan, then the item that has waited longest. */
  readonly order?: WorkerOrder | undefined
  /** True while all work waits for the list of a kind. */
  readonly isBlocked?: boolean | undefined
}

/** The owner collector. */
export interface OwnerController extends Controller<OwnerWhy> {
  /** The events recorded since the last call, by whichever value of this collector. */
  readonly takeWarnings: () => ReadonlyArray<Event>
}

/** What it is called. */
export const ownerCollector = 'owner-collector'

/**
 * An owner collector that has seen nothing yet. It changes one graph in place: a value that has folded news is spent, and
 * does nothing any more.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go Run
 */
export const ownerController = ({ policy, scopes, order, isBlocked = false }: OwnerRules): OwnerController => {
  const running = runningOn(policy)([])
  const attemptOn = attemptWorkIn(policy, scopes)(running.view)
  const ofOwner = reasonsOfOwner()
  const attemptAt =
    (work: Work) =>
    (view: View): Program<OwnReconciled> =>
      attemptOn<unknown, OwnReconciled>(work, ownReconciled(view, running, work, ofOwner))
  const warnings = (): ReadonlyArray<Event> => takeWarnings(running)
  let latest = 0
  const valueOf = (own: number): OwnerController => {
    const works = (): ReadonlyArray<Work> => (own === latest && !isBlocked ? worksIn(order, running) : [])
    const controller: OwnerController = {
      name: ownerCollector,
      workers: 20,
      keysOf: keysOfNothing,
      waiting: () => itemsOf(works(), attemptAt),
      reconcile: (view) => (key) => {
        const work = works().find((each) => keyOf(each) === key)
        return work === undefined ? nothingToDo : attemptAt(work)(view)
      },
      fold: ({ changes, finished, returned }) => {
        if (own !== latest) return controller
        finish(running, finished.filter(isOwn))
        hear(running, changes)
        for (const { work } of returned.filter(isOwn)) giveBack(running, work)
        return valueOf(++latest)
      },
      takeWarnings: warnings,
    }
    return controller
  }
  return valueOf(latest)
}

/** One attempt of the collector that ended. */
export interface OwnReconciled extends Reconciled<OwnerWhy> {
  readonly work: Work
  readonly attempt: Attempt<unknown>
  /** The owner that orphans its dependents. */
  readonly owner: WholeObject | undefined
}

/** True for what the owner collector did. */
export const isOwn = (reconciled: Reconciled<unknown>): reconciled is OwnReconciled => 'attempt' in reconciled

const keysOfNothing = (): ReadonlyArray<string> => []

const nothingToDo: Program<Reconciled<OwnerWhy>> = {
  _tag: 'Done',
  result: { why: () => [{ _tag: 'Requested' }] },
}

/** The works as they are when this is called, each as an item when its turn comes. */
function* itemsOf(
  works: ReadonlyArray<Work>,
  attemptAt: (work: Work) => WorkItem<OwnerWhy>['reconcile'],
): Iterable<WorkItem<OwnerWhy>> {
  for (const work of works) yield { key: keyOf(work), reconcile: attemptAt(work) }
}

/** The uid: an owner that waits in both queues orphans first. */
const keyOf = ({ item }: Work): string => item.uid

const worksIn = (order: WorkerOrder = 'orphans-first', running: Running): ReadonlyArray<Work> => {
  const { Orphan: orphans, Delete: deletes } = worksOf(running)
  switch (order) {
    case 'orphans-first':
      return orphans.length === 0 ? deletes : [...orphans, ...deletes]
    case 'orphans-last':
      return [...deletes, ...orphans]
    case 'newest-first':
      return [...orphans, ...deletes].reverse()
  }
}

/** How an attempt ended, with why it sent what it sent. */
const ownReconciled = (
  view: View,
  running: Running,
  work: Work,
  ofOwner: ReasonsOfOwner,
): ((attempt: Attempt<unknown>) => Done<OwnReconciled>) => {
  // The attempt itself may end it.
  const owner = work._tag === 'Orphan' ? view.find(work.item.uid) : undefined
  return (attempt) => {
    const released = work._tag === 'Orphan' || attempt.decision?._tag === 'RemoveFinalizer'
    const dependents = released ? dependentsOfItemIn(running.view, work.item).length : 0
    return done({
      work,
      attempt,
      owner,
      why: whyOf({ work, attempt, dependents, owner, elsewhere: elsewhereOf(view, attempt) }, ofOwner),
      again: attempt.queueAction === 'requeue' ? retry : undefined,
      about: work.item.uid,
      blocked: blockedBy(work, attempt),
      failed: attempt.result._tag === 'CallFailed',
    })
  }
}

const retry: Again = { _tag: 'Retry' }

const blockedBy = ({ _tag }: Work, { result }: Attempt<unknown>): Blocked | undefined => {
  switch (result._tag) {
    case 'NotCovered':
      return { _tag: 'NotCovered', object: result.object }
    case 'RestMappingError':
    case 'NamespacedOwnerOfClusterScopedObject':
      return { _tag: _tag === 'Orphan' ? 'DependentNotServed' : 'NotServed' }
    default:
      return undefined
  }
}

const elsewhereOf = (
  view: View,
  { classification }: Attempt<unknown>,
): ReadonlyMap<string, WholeObject> | undefined => {
  let elsewhere: Map<string, WholeObject> | undefined
  for (const { uid } of classification?.dangling ?? []) {
    const object = view.find(uid)
    if (object !== undefined) elsewhere = (elsewhere ?? new Map<string, WholeObject>()).set(uid, object)
  }
  return elsewhere
}
