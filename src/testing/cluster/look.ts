/**
 * Answers what one look at a fake cluster shows: everything, for whoever plans on it.
 */
import type { Knowledge } from '../../core/knowledge.js'
import { known } from '../../core/knowledge.js'
import type { WholeObject } from '../../apiserver/pod.js'
import { nodeNameOf } from '../../apiserver/pod.js'
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

const hasNodes = (objects: ReadonlyArray<WholeObject>): boolean =>
  objects.some(({ kind, apiVersion }) => kind === 'Node' && apiVersion === 'v1')

/** Whether somebody runs the pods of a node: there is no list of nodes, or it is on it and not known to be unready. */
export const isRun = (objects: ReadonlyArray<WholeObject>): ((node: string | undefined) => boolean) => {
  if (!hasNodes(objects)) return () => true
  const ready = new Set<string>()
  for (const object of objects)
    if (object.kind === 'Node' && object.apiVersion === 'v1' && !isUnready(object)) ready.add(object.metadata.name)
  return (node) => node !== undefined && ready.has(node)
}

interface Conditions {
  readonly conditions?: ReadonlyArray<{ readonly type: string; readonly status: string }> | undefined
}

const isUnready = ({ status }: WholeObject): boolean =>
  ((status as Conditions | undefined)?.conditions ?? []).some(
    ({ type, status: value }) => type === 'Ready' && value !== 'True',
  )
