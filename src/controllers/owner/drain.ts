/**
 * Runs the queue of the collector on a fixed snapshot until it is empty. Requests aren't carried out, so one attempt of
 * each object is enough.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteWorker
 */
import { type KubeObject, ownersOf, isBeingDeleted } from '../../apiserver/object.js'
import type { ScopeTable } from '../../apiserver/scope.js'
import { type Numbering, elementAt, numberOfKey } from '../../internal/lists.js'
import * as fp from '../../core/fp.js'
import { type ClassifiedReferences, classify, lookUpStanding } from './classify.js'
import { type DependentsInGraph, decide } from './decide.js'
import { addressIn } from './get-object.js'
import { type Attempt, onlyDecide } from './memory/attempt.js'
import { attemptToDeleteNode } from './memory/attempt-to-delete.js'
import type { Work } from './memory/work.js'
import { type Node, identityText } from './memory/node.js'
import { done } from '../program.js'
import { type ApiClient, runProgram } from './memory/api-requests.js'
import { attemptAll, runningOn, takeWarnings, worksOf } from './memory/running.js'
import { type QueueItem, type View, nodeOfItemIn } from './memory/graph.js'
import type { Policy } from './policy.js'
import type { Event } from './reason.js'
import { type Scan, marks } from './scan.js'

/** What an attempt found: how the references stand, and what was decided; absent where it did not come to that. */
export type Attempted = Pick<Attempt<never>, 'classification' | 'decision'>

/** What came of it. */
export interface Drained {
  /** The graph afterwards. */
  readonly view: View
  /** The attempt on each object, by its place; undefined for an object that was not attempted. */
  readonly attempts: ReadonlyArray<Attempted | undefined>
  /** Uids of observed objects that were queued by what was observed alone. */
  readonly queuedFirst: ReadonlySet<string>
  /** Virtual nodes under the identities that do not exist. */
  readonly absent: ReadonlyArray<Node>
  /** Owners that orphan their dependents, in the order in which they were observed. */
  readonly orphaning: ReadonlyArray<Node>
  readonly warnings: ReadonlyArray<Event>
}

/** What a queue is run on. */
export interface DrainInput {
  readonly policy: Policy
  readonly scopes: ScopeTable
  readonly get: ApiClient<never>['get']
  readonly objects: ReadonlyArray<KubeObject>
  readonly uids: Numbering
  readonly scanned: Scan
}

/** Builds the memory of the active objects, and runs its queue until it is empty; attempts what was left behind. */
export const drain = ({ policy, scopes, get, objects, uids, scanned }: DrainInput): Drained => {
  const collector = runningOn(policy)(scanned.active.map((place) => elementAt(objects, place)))
  const { view } = collector
  const warnings = takeWarnings(collector)
  const waiting = worksOf(collector)
  const nodesOf = (works: ReadonlyArray<Work>): ReadonlyArray<Node> =>
    works.flatMap(({ item }) => nodeOfItemIn(view, item) ?? [])
  const orphaning = nodesOf(waiting.Orphan)
  const queuedFirst = new Set(nodesOf(waiting.Delete).flatMap((node) => (node.virtual ? [] : [node.identity.uid])))
  const attemptNode = attemptToDeleteNode(policy, scopes, view, onlyDecide)
  const run = runProgram({ get, call: () => ({ _tag: 'Accepted' }) })
  const attempts = new Array<Attempted | undefined>(objects.length)
  const absent: Node[] = []
  const names = new Set<string>()

  const attemptVirtual = (item: QueueItem, node: Node): Attempt<never> | typeof nothing => {
    const name = identityText(node.identity)
    // Two identities of an absent owner can alternate forever.
    if (names.has(name)) return nothing
    const attempted = run(attemptNode<never, Attempt<never>>(item, node, done))
    if (attempted.result._tag !== 'Dropped') names.add(name)
    if (attempted.virtualDelete !== undefined) absent.push(node)
    return attempted
  }
  const attempt = (item: QueueItem): Attempt<never> | typeof nothing => {
    const node = nodeOfItemIn(view, item)
    if (node === undefined) return nothing
    if (node.virtual) return attemptVirtual(item, node)
    const place = numberOfKey(uids, item.uid)
    // Another attempt would come to the same.
    if (attempts[place] !== undefined) return nothing
    const attempted = run(attemptNode<never, Attempt<never>>(item, node, done))
    attempts[place] = attempted
    return attempted
  }
  let goesOn = true
  while (goesOn) goesOn = attemptAll(collector, attempt)
  decideLeftBehind({ policy, scopes, get, objects, uids, scanned }, attempts)
  return { view, attempts, queuedFirst, absent, orphaning, warnings }
}

/**
 * Decides objects that the memory isn't built of, as their attempts would: those of owners that do not exist, and former
 * virtual nodes. None of their owners waits, and all their references name an absent owner alike, from one namespace.
 */
const decideLeftBehind = ({ scopes, get, objects, scanned }: DrainInput, attempts: (Attempted | undefined)[]): void => {
  if (scanned.absent.size === 0) return
  const standingIn = lookUpStanding(scopes, get)
  const gone = new Set<string>()
  for (const [uid, { reference, namespace, isContested }] of scanned.absent)
    if (!isContested && fp.isRight(standingIn(namespace)(reference))) gone.add(uid)
  const classifyOne = classify(scopes, get, ({ uid }) => gone.has(uid))
  objects.forEach((object, place) => {
    const mark = scanned.marks[place] ?? 0
    if ((mark & marks.leftBehind) === 0 || (mark & marks.active) !== 0) return
    if ((mark & marks.wasVirtual) !== 0 || ownersOf(object).some(({ uid }) => gone.has(uid)))
      attempts[place] =
        isBeingDeleted(object) || '_tag' in addressIn(scopes, object) ? {} : decided(object, classifyOne(object))
  })
}

const decided = (object: KubeObject, references: ClassifiedReferences): Attempted =>
  fp.pipe(
    references,
    fp.match(
      (): Attempted => ({}),
      (classification) => ({ classification, decision: decide(object, classification, noDependents) }),
    ),
  )

const noDependents = (): DependentsInGraph => ({ any: false, anyDeletingDependents: false })

const nothing: Pick<Attempt<never>, 'enqueue' | 'virtualDelete'> = { enqueue: [] }
