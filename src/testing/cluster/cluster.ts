/**
 * A fake cluster for tests of controllers: objects behind the rules of the API server, garbage collectors, and a clock
 * that the test moves. The test plays the workload controllers, unless they run too (`controllerSet`).
 */
import { either as E, function as F, option as O } from 'fp-ts'

import { type Span, between } from '../../core/time.js'
import type { Cascade, DeleteOptions } from '../../apiserver/request.js'
import type { WholeObject } from '../../apiserver/object.js'
import { type Diagnosis, diagnose } from '../../simulate/cascade/diagnose.js'
import type { ControllerSet } from '../../simulate/cascade/controller-sets.js'
import type { Controller } from '../../controllers/controller.js'
import type { Event } from '../../controllers/owner/reason.js'
import { type Scope, extendScopes } from '../../apiserver/scope.js'
import type { Port } from '../../simulate/control-plane/action.js'
import type { Snapshot } from '../../simulate/control-plane/snapshot.js'
import { badInput, misuse } from '../misuse.js'
import { type Failures, troublesOf } from '../trouble.js'
import { type VirtualClock, virtualClock } from '../virtual-clock.js'
import { type When, dateOf, noon, spanOf } from '../when.js'
import type { ApiAnswer, ApiError } from '../../apiserver/answer.js'
import { type ClusterApi, apiOf } from './api.js'
import type { Collection } from './collection.js'
import { type ClusterInput, type ObjectInput, readInput } from './input.js'
import type { Kubelets } from './kubelet.js'
import type { LoggedRequest, Verb } from './log.js'
import { keepInside } from './inside.js'
import { lookAt } from './look.js'
import { type TargetName, nameOf } from './name.js'
import type { PatchType } from './patch.js'
import { controllersOf } from './controllers.js'
import { type Policies, policiesIn, rulesOfRelease } from './policies.js'
import { portsOf } from './ports.js'
import { stateOf, uidOf } from './state.js'
import { courseOf } from './time.js'

/** Options of a fake cluster. */
export interface ClusterOptions {
  /** Where its clock starts. Default: noon of 1 January 2026. */
  readonly at?: When
  /** Of API server, served kinds and controllers: `1.20`, `1.26`, `1.31` … `1.36`, with any patch. Default: `1.36`. */
  readonly release?: string
  /** Policies other than those of the release; history clean-up and the lifecycle run only if given. */
  readonly policies?: Partial<Policies>
  /** Default `at-deadline`. */
  readonly kubelets?: Kubelets
  /** Controllers of Kubernetes beside those of owners and namespaces; `cascade` where it is left out. */
  readonly controllerSet?: ControllerSet
  /** Your own controllers; they act once the owner collector and the namespace controller are quiet. */
  readonly controllers?: ReadonlyArray<Controller>
  /** Further served kinds, besides those of the release and of its objects and CRDs. */
  readonly scopes?: ReadonlyArray<Scope>
  /** Scripted failures, for any client, by name or uid: `{ delete: { 'Pod/web-0': apiError(403, 'Forbidden') } }`. */
  readonly failures?: Failures<Verb, ApiError>
}

/** Which objects. Default: all. */
export type Which =
  | ((object: WholeObject) => boolean)
  | { readonly kind?: string; readonly namespace?: string; readonly apiVersion?: string }

/**
 * A cluster in memory. Its methods throw if a request is rejected; {@link ClusterApi} returns rejections instead. Name
 * an object by itself, by name (`Pod/web-0`, `Pod/shop/web-0` outside the namespace `default`), or by uid.
 */
export interface FakeCluster {
  /** Creates an object and returns it as the server stores it. */
  readonly create: (object: ObjectInput) => WholeObject
  /** Replaces the object of this name. Returns nothing if the update removed its last finalizer and so deleted it. */
  readonly update: (object: ObjectInput) => WholeObject | undefined
  /** Changes the current object. */
  readonly change: (target: TargetName, change: (object: WholeObject) => ObjectInput) => WholeObject | undefined
  /** Patches an object: a list is a JSON Patch, anything else a merge patch, unless you pass a type. */
  readonly patch: (target: TargetName, patch: object, type?: PatchType) => WholeObject | undefined
  /** Deletes an object: by default as a bare API request, or as kubectl does with a value of `--cascade`. */
  readonly delete: (target: TargetName, options?: DeleteOptions | Cascade) => WholeObject | undefined
  /** Deletes all objects of a kind in a namespace, or those that match labels; returns those that stay for now. */
  readonly deleteCollection: (of: Collection, options?: DeleteOptions | Cascade) => ReadonlyArray<WholeObject>
  /** Removes a finalizer from an object. */
  readonly removeFinalizer: (target: TargetName, finalizer: string) => WholeObject | undefined
  /** Runs the collectors until a round changes no object. The clock does not advance. */
  readonly settle: () => void
  /** Advances the clock and runs what falls due: pod GC, TTLs, grace periods. */
  readonly advance: (span: Span) => void
  /** Restarts the owner collector: it forgets everything and lists the cluster. */
  readonly restart: () => void
  /** The current time of its clock. */
  readonly now: () => Date
  /** The object as it is now, if it exists. */
  readonly get: (target: TargetName) => WholeObject | undefined
  /** In the order of creation. */
  readonly objects: (which?: Which) => ReadonlyArray<WholeObject>
  /** In the order of creation, e.g. `Pod/web-0`. */
  readonly names: (which?: Which) => ReadonlyArray<string>
  /** Names of objects that are terminating. */
  readonly terminating: (which?: Which) => ReadonlyArray<string>
  /** What blocks the deletion of an object, and who has to act. */
  readonly diagnose: (target: TargetName) => Diagnosis
  /** Events that the owner collector recorded. */
  readonly warnings: () => ReadonlyArray<Event>
  /** Every write request, in order. */
  readonly requests: () => ReadonlyArray<LoggedRequest>
  /** The cluster as it is now, to plan on. */
  readonly snapshot: () => Snapshot
  /** The policies of its collectors. */
  readonly policies: Policies
  /** The API, with rejections as values. */
  readonly api: ClusterApi
  /** Ports of the collectors, to execute plans on this cluster. */
  readonly ports: Port<ApiError>
  /** Its clock, for code that sleeps. */
  readonly clock: VirtualClock
}

/**
 * A cluster with these objects, from kubectl, a client library or the builders.
 *
 * Shape: missing uids are generated; the default namespace is `default`. Kinds of unknown groups are served as the
 * objects have them. Namespace objects are optional; so are nodes, but if there are some, others do not exist.
 * Fails: throws for an invalid object.
 *
 * @example
 * ```ts
 * import { configMap, fakeCluster } from 'gcplan/testing'
 *
 * const owner = configMap('owner')
 * const child = configMap('child', { ownedBy: owner })
 *
 * const cluster = fakeCluster([owner, child, configMap('other')])
 * cluster.delete(owner)
 * cluster.settle()
 * console.log(cluster.names()) // [ 'ConfigMap/other' ]
 * ```
 *
 * @example
 * Before 1.33 all that a namespace holds goes at once, and not only when its pods are gone.
 * ```ts
 * import { configMap, fakeCluster, namespace, pod } from 'gcplan/testing'
 *
 * const inShop = { namespace: 'shop', finalizers: ['example.com/hold'] }
 * const objects = [namespace('shop'), pod('web-0', inShop), configMap('settings', { namespace: 'shop' })]
 * for (const release of ['1.32', '1.33']) {
 *   const cluster = fakeCluster(objects, { release })
 *   cluster.delete('Namespace/shop')
 *   cluster.settle()
 *   console.log(cluster.names({ kind: 'ConfigMap' }))
 *   // []
 *   // [ 'ConfigMap/shop/settings' ]
 * }
 * ```
 */
export const fakeCluster = (input: ClusterInput = [], options: ClusterOptions = {}): FakeCluster => {
  const release = rulesOfRelease(options.release)
  const table = extendScopes(options.scopes ?? [])(release.scopes)
  const at = options.at === undefined ? noon : dateOf(options.at)
  const troubles = troublesOf<Verb, ApiError>(options.failures ?? {})
  const state = stateOf(at, readInput(input, table.scopes, uidOf), troubles, release.server)
  const policies = policiesIn(release, options.policies)
  const { kubelets = 'at-deadline', controllerSet = 'cascade', controllers = [] } = options
  const others = { set: controllerSet, rules: release.cascade }
  const running = controllersOf(state, policies.owner, kubelets, others, controllers)
  const { settle, advance } = courseOf(state, running, policies)
  const api = apiOf(state, 'test')
  const get = (target: TargetName): WholeObject | undefined => {
    const answer = api.get(target)
    return answer._tag === 'Stays' ? answer.object : answer.code === 404 ? undefined : left(answer)
  }
  const existing = (target: TargetName): WholeObject => {
    const answer = api.get(target)
    return answer._tag === 'Stays' ? answer.object : refuse(answer)
  }
  const objects = (which: Which = {}): ReadonlyArray<WholeObject> => state.server.list().filter(isMeant(which))
  const cluster: FakeCluster = {
    create: (object) => left(api.create(object)) ?? misuse('what was created is gone'),
    update: (object) => left(api.update(object)),
    change: (target, change) => left(api.update(change(existing(target)))),
    patch: (target, patch, type) => left(api.patch(target, patch, type)),
    delete: (target, how) => left(api.delete(target, how)),
    deleteCollection: (of, how) => {
      const answer = api.deleteCollection(of, how)
      return answer._tag === 'Refused' ? refuse(answer) : answer.answers.flatMap((each) => left(each) ?? [])
    },
    removeFinalizer: (target, finalizer) => {
      const { metadata, ...object } = existing(target)
      const { finalizers = [] } = metadata
      if (!finalizers.includes(finalizer))
        misuse(`it has no finalizer ${finalizer}; it has ${finalizers.join(', ') || 'none'}`)
      return left(
        api.update({
          ...object,
          metadata: { ...metadata, finalizers: finalizers.filter((other) => other !== finalizer) },
        }),
      )
    },
    settle,
    advance: (span) => advance(spanOf(span)),
    restart: running.restart,
    now: () => state.now,
    get,
    objects,
    names: (which) => objects(which).map(nameOf),
    terminating: (which) =>
      objects(which)
        .filter(({ metadata }) => metadata.deletionTimestamp !== undefined)
        .map(nameOf),
    diagnose: (target) =>
      F.pipe(
        diagnose(policies.owner)(lookAt(state))(existing(target).metadata.uid),
        E.getOrElseW(badInput),
        O.getOrElseW(() => misuse('nothing holds it: it is not in the cluster')),
      ),
    warnings: running.warnings,
    requests: () => [...state.log],
    snapshot: () => lookAt(state),
    policies,
    api,
    ports: portsOf(state),
    clock: virtualClock(
      () => state.now,
      (until) => advance(between(state.now, until)),
    ),
  }
  return keepInside(cluster, { state, policies, others, controllers })
}

const isMeant = (which: Which): ((object: WholeObject) => boolean) =>
  typeof which === 'function'
    ? which
    : ({ apiVersion, kind, metadata }) =>
        (which.kind === undefined || which.kind === kind) &&
        (which.apiVersion === undefined || which.apiVersion === apiVersion) &&
        (which.namespace === undefined || which.namespace === (metadata.namespace ?? ''))

/** The object after an accepted request, if it still exists. */
const left = (answer: ApiAnswer): WholeObject | undefined =>
  answer._tag === 'Stays' ? answer.object : answer._tag === 'Gone' ? undefined : refuse(answer)

/** Throws as a client library does: an error with `code` and `reason`. */
const refuse = (answer: ApiAnswer): never => {
  if (answer._tag !== 'Refused') return misuse('the object is gone')
  const { code, reason, message } = answer
  throw Object.assign(new Error(`${reason} (${code}): ${message}`), { code, reason })
}
