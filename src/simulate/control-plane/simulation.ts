/**
 * A cluster in which the collectors carry out what was decided: the engine brings their requests to a server in memory.
 */
import { type WholeObject, groupOf } from '../../apiserver/object.js'
import type { ServerPolicy } from '../../apiserver/policy.js'
import { type Scope, type ScopeTable, scopeTable } from '../../apiserver/scope.js'
import { serverBy } from '../../apiserver/server.js'
import { clientOf } from '../engine/client.js'
import { engineOf } from '../engine/engine.js'
import { collectorNames } from './collector-names.js'
import { type Decision, type InHand, type Why, controllersOf, handedOut } from './controllers.js'
import type { Snapshot } from './snapshot.js'

/** A simulated cluster. */
export interface Simulation {
  /** Lets every collector make its calls at an instant, one collector after the other; gives the uids of what changed. */
  readonly play: (decisions: ReadonlyArray<Decision>, at: Date) => ReadonlySet<string>
  /** What is left, in the order of the snapshot. */
  readonly objects: () => ReadonlyArray<WholeObject>
}

/** A cluster that holds the objects of a snapshot. Objects keep their resource versions, which only the store can tell. */
export const simulationOf = (
  { at: start, objects, scopes }: Pick<Snapshot, 'at' | 'objects' | 'scopes'>,
  policy?: ServerPolicy,
): Simulation => {
  let at = start
  let inHand: InHand = new Map()
  const now = (): Date => at
  const server = serverBy({
    now,
    scopes: withOwnKinds(scopeTable(scopes)),
    versionOf: (_, { metadata }) => metadata.resourceVersion,
    policy,
  })(objects)
  const engine = engineOf<Why>({
    server,
    client: clientOf(server, () => true),
    now,
    controllers: controllersOf(() => inHand),
    unlisted: new Set(collectorNames),
  })
  return {
    play: (decisions, when) => {
      at = when
      inHand = handedOut(decisions)
      for (const [name, own] of inHand) engine.wake(name, own.keys())
      const changed = new Set<string>()
      for (const { accepted } of engine.run({ limit: Infinity }).steps)
        for (const { before, after } of accepted) if (before !== after) changed.add(before.metadata.uid)
      return changed
    },
    objects: server.list,
  }
}

/** Kinds that the collectors handle whether or not the snapshot says how they are served, by group. */
const ownKinds: ReadonlyMap<string, string> = new Map([
  ['Pod ', 'pods'],
  ['Job batch', 'jobs'],
  ['CronJob batch', 'cronjobs'],
  ['ReplicaSet apps', 'replicasets'],
  ['ControllerRevision apps', 'controllerrevisions'],
])

const withOwnKinds = ({ find, scopes }: ScopeTable): ScopeTable => {
  const own = new Map<string, Scope | undefined>()
  return {
    scopes,
    find: (apiVersion, kind) => {
      const known = find(apiVersion, kind)
      if (known !== undefined) return known
      const key = `${apiVersion} ${kind}`
      if (!own.has(key)) own.set(key, ownScope(apiVersion, kind))
      return own.get(key)
    },
  }
}

const ownScope = (apiVersion: string, kind: string): Scope | undefined => {
  const resource = ownKinds.get(`${kind} ${groupOf(apiVersion)}`)
  return resource === undefined
    ? undefined
    : { apiVersion, kind, resource, namespaced: true, strategicMergePatch: true }
}
