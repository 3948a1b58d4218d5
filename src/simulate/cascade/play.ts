/**
 * Answers what happens after requests, in turns: the collector until it is quiet, the controller of namespaces, and when
 * both have nothing to do, kubelets.
 */
import type { Answer } from '../../apiserver/answer.js'
import { notFound, objectAfter } from '../../apiserver/answer.js'
import { isNamespace } from '../../apiserver/finalizers.js'
import type { DeleteOptions } from '../../apiserver/options.js'
import type { WholeObject } from '../../apiserver/pod.js'
import { runningOn, takeWarnings } from '../../controllers/owner/memory/running.js'
import type { Event } from '../../controllers/owner/reason.js'
import type { Effect } from '../../apiserver/effect.js'
import type { NamespaceRequest } from '../../controllers/namespace/sweep.js'
import { sweepNamespaces } from '../../controllers/namespace/sweep.js'
import { endPods } from './pods.js'
import type { CascadeRequest } from './reason.js'
import { reachOf } from './reach.js'
import type { Server } from '../../apiserver/server.js'
import type { Ground, Step } from './settle.js'
import { drainQueues } from './settle.js'

/** What one party did at once. */
export type Turn =
  | { readonly _tag: 'Requests'; readonly effects: ReadonlyArray<Effect<CascadeRequest>> }
  | { readonly _tag: 'Collector'; readonly steps: ReadonlyArray<Step> }
  | { readonly _tag: 'Kubelets'; readonly effects: ReadonlyArray<Effect<DeleteOptions>> }
  | { readonly _tag: 'Namespaces'; readonly effects: ReadonlyArray<Effect<NamespaceRequest>> }

/** How it went. */
export interface Played {
  readonly answers: ReadonlyArray<Answer<WholeObject>>
  readonly pending: ReadonlyArray<Turn>
  readonly turns: ReadonlyArray<Turn>
  readonly requested: ReadonlyArray<WholeObject>
  readonly waitingForPods: ReadonlyArray<WholeObject>
  readonly final: ReadonlyArray<WholeObject>
  readonly warnings: ReadonlyArray<Event>
  readonly isQuiet: boolean
}

/** What the collector did in all the turns. */
export const stepsOf = (turns: ReadonlyArray<Turn>): ReadonlyArray<Step> => {
  const steps: Step[] = []
  for (const turn of turns) if (turn._tag === 'Collector') for (const step of turn.steps) steps.push(step)
  return steps
}

/** What happened to objects in all the turns. */
export const effectsOf = (turns: ReadonlyArray<Turn>): ReadonlyArray<Effect<unknown>> => {
  const effects: Effect<unknown>[] = []
  for (const turn of turns)
    if (turn._tag !== 'Collector') for (const effect of turn.effects) effects.push(effect)
    else for (const { accepted } of turn.steps) for (const effect of accepted) effects.push(effect)
  return effects
}

/** True where never more than one work waited: whoever takes them in another order does the same. */
export const hasOneOrder = ({ isQuiet, pending, turns }: Played): boolean =>
  isQuiet &&
  [...pending, ...turns].every(
    (turn) => turn._tag !== 'Collector' || turn.steps.every((step, index) => turn.steps[index + 1]?.wave !== step.wave),
  )

/** Whether everything is shown that a namespace may hold. */
export type ShowsContent = (namespace: string) => boolean

/** Plays requests on the objects that the server of a ground holds. */
export const play = (ground: Ground, showsContent: ShowsContent, requests: ReadonlyArray<CascadeRequest>): Played => {
  const { server, policy } = ground
  const collector = runningOn(policy)(server.list())
  const before = drainQueues(ground)(collector)
  const isStopped = stoppedBy(server, requests)
  const answers: Answer<WholeObject>[] = []
  const asked: Effect<CascadeRequest>[] = []
  const namespaces = new Set<string>()
  for (const request of requests) {
    const answer = ask(server, request, asked)
    answers.push(answer)
    // Listings of kinds seldom hold the namespaces; what is in one goes, whether its object is shown or not.
    if (request._tag === 'DeleteNamespace' && answer.code === 404) namespaces.add(request.namespace)
  }
  const turns: Turn[] = [{ _tag: 'Requests', effects: asked }]
  const requested = server.list()
  noteNamespaces(namespaces, asked)
  let waitingForPods: ReadonlyArray<WholeObject> | undefined
  let isQuiet = true
  while (isQuiet) {
    const settled = drainQueues(ground)(collector)
    isQuiet = settled.isQuiet
    turns.push({ _tag: 'Collector', steps: settled.steps })
    for (const { accepted } of settled.steps) noteNamespaces(namespaces, accepted)
    const swept = namespaces.size === 0 ? [] : sweepNamespaces(server, namespaces, showsContent)
    if (swept.length > 0) {
      turns.push({ _tag: 'Namespaces', effects: swept })
      continue
    }
    waitingForPods ??= server.list()
    const ended = endPods(server, isStopped)
    if (ended.length === 0) break
    turns.push({ _tag: 'Kubelets', effects: ended })
  }
  const final = server.list()
  return {
    answers,
    pending: [{ _tag: 'Collector', steps: before.steps }],
    turns,
    requested,
    waitingForPods: waitingForPods ?? final,
    final,
    warnings: takeWarnings(collector),
    isQuiet: isQuiet && before.isQuiet,
  }
}

/** Pods that were being stopped before are of no interest, unless the requests reach them. */
const stoppedBy = (server: Server, requests: ReadonlyArray<CascadeRequest>): ((pod: WholeObject) => boolean) => {
  const before = server.stopping()
  if (before.length === 0) return () => true
  const reached = reachOf(server.list(), requests)
  const others = new Set(before.flatMap(({ metadata: { uid } }) => (reached.has(uid) ? [] : [uid])))
  return ({ metadata }) => !others.has(metadata.uid)
}

const ask = (server: Server, request: CascadeRequest, effects: Effect<CascadeRequest>[]): Answer<WholeObject> => {
  const object =
    request._tag === 'DeleteNamespace' ? namespaceNamed(server, request.namespace) : server.find(request.target)
  const address = object === undefined ? undefined : server.addressOf(object)
  if (object === undefined || address === undefined)
    return request._tag === 'Vanish' ? notFound(request.target) : server.refuse(request.options)
  const answer = request._tag === 'Vanish' ? server.vanish(address) : server.delete(address, request.options)
  if (answer._tag !== 'Refused') effects.push({ request, before: object, after: objectAfter(object, answer) })
  return answer
}

const namespaceNamed = (server: Server, name: string): WholeObject | undefined =>
  server.get({ apiVersion: 'v1', kind: 'Namespace', resource: 'namespaces', name })

/** Namespaces whose deletion begins are emptied. */
const noteNamespaces = (namespaces: Set<string>, effects: ReadonlyArray<Effect<unknown>>): void => {
  for (const { after } of effects)
    if (after !== undefined && isNamespace(after) && after.metadata.deletionTimestamp !== undefined)
      namespaces.add(after.metadata.name)
}
