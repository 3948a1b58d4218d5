/**
 * Answers how a cluster is a world: objects behind the rules of the API server, which others touch, protect, replace, delete
 * and hold meanwhile.
 */
import { either as E } from 'fp-ts'
import type { taskEither as TE } from 'fp-ts'

import type { Family } from '../../../src/core/plan.js'
import type { Answer, WholeObject } from '../../../src/apiserver/index.js'
import type { Server } from '../../../src/apiserver/server.js'
import { remember } from '../../../src/controllers/lifecycle/apply.js'
import { type KubeObject, referencesRefusal } from '../../../src/apiserver/object.js'
import { scopes_1_36 } from '../../../src/apiserver/scopes.js'
import type * as Lifecycle from '../../../src/controllers/lifecycle/index.js'
import type * as ControlPlane from '../../../src/simulate/control-plane/index.js'
import type { ApiError } from '../../../src/apiserver/answer.js'
import { lookAt } from '../../../src/testing/cluster/look.js'
import { portsOf } from '../../../src/testing/cluster/ports.js'
import type { State } from '../../../src/testing/cluster/state.js'
import { stateOf } from '../../../src/testing/cluster/state.js'
import type { Through, World, Wrong } from './world.js'
import { wrong } from './world.js'

/**
 * What a request insists on. `version`: the very object that was seen, unchanged. `uid`: the very object. `name`: whoever has
 * the name by then.
 */
export type Insists = 'version' | 'uid' | 'name'

/** Targets of collectors of a cluster. */
interface Named {
  readonly id: string
  readonly namespace?: string | undefined
  readonly name: string
}

interface ClusterFamily extends Family {
  readonly Target: Family['Target'] & Named
}

/** How one collector is let loose on a cluster. */
export interface Setting<F extends ClusterFamily, Snapshot> {
  readonly start: ControlPlane.Snapshot
  /** What it sees of the cluster. */
  readonly view: (whole: ControlPlane.Snapshot) => Snapshot
  readonly perform: (port: ControlPlane.Port<Wrong>) => (action: F['Action']) => TE.TaskEither<Wrong, unknown>
  readonly insists: (action: F['Action']) => Insists
}

/** The label by which somebody says that an object has to stay. */
const keepLabel = 'chaos.example.com/keep'

const noTroubles = (): undefined => undefined

/** A cluster that changes. */
export const clusterWorld = <F extends ClusterFamily, Snapshot>({
  start,
  view,
  perform,
  insists,
}: Setting<F, Snapshot>): World<F, Snapshot> => {
  const scopes = [...start.scopes, ...scopes_1_36.scopes].filter(({ apiVersion, kind }) =>
    start.objects.some((object) => object.kind === kind && object.apiVersion === apiVersion),
  )
  const state = stateOf(start.at, { objects: start.objects, scopes }, noTroubles)
  state.memory = start.memory
  const ports = portThrough(state)
  const things = (): ReadonlyMap<string, WholeObject> =>
    new Map(state.server.list().map((object) => [object.metadata.uid, object]))
  return {
    now: () => state.now,
    moveTo: (at) => {
      state.now = at
    },
    look: () => view({ ...start, ...lookAtLive(state, start) }),
    perform: (through) => perform(ports(through)),
    things,
    keyOf: ({ id }) => id,
    isGoing: (thing) => thing !== undefined && (thing as KubeObject).metadata.deletionTimestamp !== undefined,
    meddle: (roll, key) => {
      const all = state.server.list()
      const object = (key === undefined ? undefined : state.server.find(key)) ?? all[roll % Math.max(1, all.length)]
      if (object !== undefined) meddle(state, roll, object)
    },
    objection: ({ id }) => {
      const object = state.server.find(id)
      if (object === undefined) return 'it is not there any more'
      return object.metadata.labels?.[keepLabel] === undefined ? undefined : 'somebody wants it kept'
    },
    breach: (action, target, { key, before, seen }) => {
      const { namespace, name } = (before as KubeObject).metadata
      switch (insists(action)) {
        case 'version':
          return before === seen && key === target.id ? undefined : 'is not as it was seen'
        case 'uid':
          return key === target.id ? undefined : 'is another object'
        case 'name':
          return name === target.name && (namespace ?? '') === (target.namespace ?? '') ? undefined : 'has another name'
      }
    },
  }
}

const lookAtLive = (
  state: State,
  { coverage, apiNodes, failedLookups }: ControlPlane.Snapshot,
): ControlPlane.Snapshot => ({
  ...lookAt(state),
  coverage,
  apiNodes,
  failedLookups,
})

/** Somebody else changes an object. */
const meddle = (state: State, roll: number, object: WholeObject): void => {
  const address = state.server.addressOf(object)
  if (address === undefined) return
  const relabel = (label: string): void => {
    state.server.change(address, labelled({ [label]: String(roll) }))
  }
  switch (roll % 6) {
    case 0:
      relabel('chaos.example.com/touched')
      return
    case 1:
      relabel(keepLabel)
      return
    case 2: {
      const { namespace, name, uid, labels, annotations } = object.metadata
      state.server.vanish(address)
      state.server.create({ ...object, metadata: { namespace, name, labels, annotations, uid: `${uid} again` } })
      return
    }
    case 3:
      state.server.vanish(address)
      return
    case 4:
      state.server.delete(address, { propagationPolicy: 'Foreground' })
      return
    default:
      if (object.metadata.deletionTimestamp === undefined)
        state.server.update(address, { finalizers: [...(object.metadata.finalizers ?? []), 'chaos.example.com/held'] })
  }
}

/** The ports with somebody between them and the cluster. */
const portThrough = (state: State): ((through: Through) => ControlPlane.Port<Wrong>) => {
  const { pod, ttl } = portsOf(state)
  const { server } = state
  return (through) => {
    const call = <A>(asked: TE.TaskEither<ApiError, A>): TE.TaskEither<Wrong, A> =>
      through(async () => {
        const answer = await asked()
        return E.isRight(answer) ? answer : E.left(wrongOf(answer.left))
      })
    const ask = (
      request: () => ReturnType<Server['patch']>,
      notFound?: Wrong['means'],
    ): TE.TaskEither<Wrong, unknown> =>
      through(() => {
        const answer = request()
        if (answer._tag === 'Gone' || answer._tag === 'Stays') return Promise.resolve(E.right(answer))
        return Promise.resolve(E.left(wrongOf({ reason: answer._tag, ...answer }, notFound)))
      })
    return {
      pod: {
        patchStatus: (name, patch, bodyAt) => call(pod.patchStatus(name, patch, bodyAt)),
        delete: (name, options) => call(pod.delete(name, options)),
      },
      ttl: {
        get: (job) => call(ttl.get(job)),
        delete: (job, options) => call(ttl.delete(job, options)),
        now: ttl.now,
        stays: ({ _tag }) => wrong(_tag === 'Gone' ? 'gone' : 'conflict', _tag),
      },
      history: {
        delete: (object, options) => ask(() => server.delete(object, options)),
        // That a pod is gone which was to be labelled says nothing of the revision.
        patch: (object, { metadata }) => ask(() => server.change(object, labelled(metadata.labels)), 'fatal'),
        isNotFound: ({ text }) => text === 'NotFound',
      },
      lifecycle: {
        delete: (object, options) => ask(() => server.delete(object, options)),
        setMark: (object, mark) => call(remembering(state, { _tag: 'SetMark', object, mark })),
        clearMark: (object, uid) => call(remembering(state, { _tag: 'ClearMark', object, uid })),
      },
      owner: {
        delete: (object, options) => ask(() => server.delete(object, options)),
        patch: (object, patch) => ask(() => server.patch(object, patch)),
        isUnsupportedMediaType: ({ text }) => text === 'UnsupportedMediaType',
      },
    }
  }
}

const remembering =
  (state: State, action: Lifecycle.Action): TE.TaskEither<never, void> =>
  () => {
    state.memory = { ...state.memory, lifecycle: remember([action])(state.memory.lifecycle) }
    return Promise.resolve(E.right(undefined))
  }

const labelled =
  (labels: Readonly<Record<string, string>>) =>
  (object: WholeObject): Answer<WholeObject> => {
    const { metadata } = object
    return {
      ...{ _tag: 'Stays', code: 200 },
      object: { ...object, metadata: { ...metadata, labels: { ...metadata.labels, ...labels } } },
    }
  }

const wrongOf = ({ code, reason }: Pick<ApiError, 'code' | 'reason'>, notFound: Wrong['means'] = 'gone'): Wrong =>
  wrong(code === 404 ? notFound : code === 409 ? 'conflict' : 'fatal', reason)

/** Objects as a server may hold them: one of a name, owners that may be some, and none that waits for nothing. */
export const storable = (objects: ReadonlyArray<WholeObject>): ReadonlyArray<WholeObject> => {
  const names = new Set<string>()
  return objects.flatMap((given) => {
    const { apiVersion, kind } = given
    const name = JSON.stringify([apiVersion, kind, given.metadata.namespace ?? '', given.metadata.name])
    if (names.has(name)) return []
    names.add(name)
    const object = withOwners(given)
    const { metadata } = object
    const { deletionTimestamp, deletionGracePeriodSeconds, finalizers = [] } = metadata
    if (deletionTimestamp === undefined || finalizers.length > 0) return [object]
    if (kind !== 'Pod') return []
    return [{ ...object, metadata: { ...metadata, deletionGracePeriodSeconds: deletionGracePeriodSeconds ?? 30 } }]
  })
}

const withOwners = (object: WholeObject): WholeObject => {
  const { ownerReferences, ...metadata } = object.metadata
  const allowed = ownerReferences?.filter((reference) => referencesRefusal([reference]) === undefined) ?? []
  const { resourceVersion = '1' } = metadata
  return {
    ...object,
    metadata: { ...metadata, resourceVersion, ...(allowed.length === 0 ? {} : { ownerReferences: allowed }) },
  }
}
