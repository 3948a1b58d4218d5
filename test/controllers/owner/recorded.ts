/**
 * Answers what a recorded case of the owner collector says, and how a plan says the same.
 */
import { readFileSync } from 'node:fs'

import type { KubeObject, ObjectMeta } from '../../../src/apiserver/object.js'
import type { Action, Event, Pass } from '../../../src/controllers/owner/index.js'
import type { Scope } from '../../../src/apiserver/scope.js'

/** An object as the file has it: times are text. */
export interface RecordedObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: Omit<ObjectMeta, 'deletionTimestamp' | 'creationTimestamp'> & {
    readonly deletionTimestamp?: string
    readonly creationTimestamp?: string
  }
}

export interface RecordedCall {
  readonly verb: string
  readonly name: string
}

export interface RecordedDecision {
  readonly uid: string
  readonly result: string
  readonly calls: ReadonlyArray<RecordedCall>
  readonly solid?: ReadonlyArray<string>
  readonly dangling?: ReadonlyArray<string>
  readonly waitingForDependentsDeletion?: ReadonlyArray<string>
}

export interface RecordedCase {
  readonly name: string
  readonly input: {
    readonly objects: ReadonlyArray<RecordedObject>
    readonly liveObjects?: ReadonlyArray<RecordedObject>
    readonly faults?: ReadonlyArray<unknown>
  }
  readonly expected: {
    readonly warnings: ReadonlyArray<string>
    readonly attempted: ReadonlyArray<string>
    readonly decisions: ReadonlyArray<RecordedDecision>
    readonly orphanDecisions: ReadonlyArray<{ readonly uid: string; readonly calls: ReadonlyArray<RecordedCall> }>
  }
}

interface RecordedFile {
  readonly meta: { readonly restMapping: ReadonlyArray<Scope> }
  readonly cases: ReadonlyArray<RecordedCase>
}

/** The recording of the collector. */
export const recording = JSON.parse(
  readFileSync(new URL('../../../vectors/kubernetes/owner-gc.json', import.meta.url), 'utf8'),
) as RecordedFile

/** An object with its times read. */
export const objectOf = ({ apiVersion, kind, metadata }: RecordedObject): KubeObject => {
  const { deletionTimestamp, creationTimestamp, ...rest } = metadata
  return {
    apiVersion,
    kind,
    metadata: {
      ...rest,
      ...(deletionTimestamp === undefined ? {} : { deletionTimestamp: new Date(deletionTimestamp) }),
      ...(creationTimestamp === undefined ? {} : { creationTimestamp: new Date(creationTimestamp) }),
    },
  }
}

const refusesStrategic = new Set(
  recording.meta.restMapping.filter((scope) => !scope.strategicMergePatch).map(({ resource }) => resource),
)

/** Calls of an action as the recording has them; kinds that refuse the first form of a patch get both. */
export const callsOf = (action: Action): ReadonlyArray<unknown> => {
  const { apiVersion, resource, namespace, name } = action.object
  const to = { apiVersion, resource, name, ...(namespace === undefined ? {} : { namespace }) }
  if (action._tag === 'Delete') return [{ ...to, verb: 'delete', options: action.options }]
  const forms =
    action._tag === 'RemoveFinalizer'
      ? [action.merge]
      : refusesStrategic.has(resource)
        ? [action.strategic, action.merge]
        : [action.strategic]
  return forms.map(({ patchType, body }) => ({ ...to, verb: 'patch', patchType, patch: body }))
}

/** Calls of a pass by the uid of the object they concern. */
export const callsByUid = ({ removals, amendments }: Pass): ReadonlyMap<string, ReadonlyArray<unknown>> => {
  const calls = new Map<string, ReadonlyArray<unknown>>()
  for (const { target, actions } of [...amendments, ...removals])
    calls.set(target.id, [...(calls.get(target.id) ?? []), ...actions.flatMap(callsOf)])
  return calls
}

/** A warning as the recording has it. */
export const warningOf = ({ _tag, type, message, involvedObject: { kind, apiVersion } }: Event): string =>
  `${type} ${_tag} ${message} involvedObject{kind=${kind},apiVersion=${apiVersion}}`

/** A list without order. */
export const asSet = (items: ReadonlyArray<unknown>): ReadonlyArray<string> =>
  items.map((item) => JSON.stringify(item, sortedKeys)).toSorted()

const sortedKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value
