import { type Knowledge, known } from '../../core/knowledge.js'
import { conditionsOf } from '../../apiserver/definition.js'
import { type WholeObject, nodeNameOf } from '../../apiserver/object.js'
import type { Snapshot } from '../../simulate/control-plane/snapshot.js'
import type { State } from './state.js'

/** The cluster as it is now, of which nothing is hidden. */
export const lookAt = ({ now, server, scopes, memory }: State): Snapshot => {
  const objects = server.list()
  return {
    at: now,
    objects,
    scopes: scopes.scopes,
    coverage: { _tag: 'Everything' },
    apiNodes: nodesBeside(objects),
    memory,
  }
}

/** A cluster that shows no nodes at all has every node that a pod names. */
const nodesBeside = (objects: ReadonlyArray<WholeObject>): Knowledge<ReadonlyArray<string>> =>
  known(hasNodes(objects) ? [] : [...new Set(objects.flatMap((object) => nodeNameOf(object) ?? []))])

const hasNodes = (objects: ReadonlyArray<WholeObject>): boolean => objects.some(isNode)

/** True for a node of the cluster. */
export const isNode = ({ kind, apiVersion }: WholeObject): boolean => kind === 'Node' && apiVersion === 'v1'

/** True for a node that says that it is not ready. */
export const isUnready = (node: WholeObject): boolean =>
  conditionsOf(node).some(({ type, status }) => type === 'Ready' && status !== 'True')
