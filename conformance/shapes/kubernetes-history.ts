/**
 * Answers what the recordings of clean-ups of histories have in common: objects, calls, and an API server on which deletes
 * fail as told.
 */
import { either as E, option as O } from 'fp-ts'
import type { taskEither as TE } from 'fp-ts'

import * as History from '../../src/controllers/history/index.js'
import type { KubeObject, OwnerReference } from '../../src/apiserver/object.js'
import type { Report } from '../../src/core/report.js'
import { execute } from '../../src/execute/index.js'

/** An object as it is recorded: times are text, and a uid may be missing. */
export interface Recorded {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly uid?: string
    readonly creationTimestamp?: string
    readonly deletionTimestamp?: string
    readonly ownerReferences?: ReadonlyArray<OwnerReference>
  }
  readonly status?: object
}

/** A recorded controller. */
export interface Controller extends Recorded {
  readonly spec?: { readonly revisionHistoryLimit?: number | null }
}

/** An object with its times read. */
export const objectOf = (recorded: Recorded): KubeObject => {
  const { creationTimestamp, deletionTimestamp, uid = `uid of ${recorded.metadata.name}`, ...rest } = recorded.metadata
  return {
    ...recorded,
    metadata: {
      ...rest,
      uid,
      ...(creationTimestamp === undefined ? {} : { creationTimestamp: new Date(creationTimestamp) }),
      ...(deletionTimestamp === undefined ? {} : { deletionTimestamp: new Date(deletionTimestamp) }),
    },
  }
}

/**
 * A controller as the recorded function reads it: its name and its limit, and what else is given. What the function is
 * handed was selected before; so the selector stays out, as do a template and whatever would end the run earlier.
 */
export const asHanded = ({ apiVersion, kind, metadata, spec }: Controller, given: object): Recorded => {
  const { namespace, name, uid } = metadata
  const limit = spec?.revisionHistoryLimit
  return {
    apiVersion,
    kind,
    metadata: { name, ...(namespace === undefined ? {} : { namespace }), ...(uid === undefined ? {} : { uid }) },
    ...{ spec: { ...(limit === undefined ? {} : { revisionHistoryLimit: limit }), ...given } },
  }
}

/** An object that another one controls. */
export const controlledBy =
  (owner: Recorded) =>
  (object: Recorded): Recorded => {
    const { apiVersion, kind, metadata } = owner
    const uid = metadata.uid ?? `uid of ${metadata.name}`
    const reference = { apiVersion, kind, name: metadata.name, uid, controller: true }
    return { ...object, metadata: { ...object.metadata, ownerReferences: [reference] } }
  }

/** Which deletes fail, by the name of the object. */
export interface Faults {
  readonly notFound?: ReadonlyArray<string>
  readonly internal?: ReadonlyArray<string>
  /** Every delete fails, and no request is noted. */
  readonly all?: boolean
}

interface Refused {
  readonly notFound: boolean
  readonly message: string
}

/** What a run came to. */
export interface Run {
  readonly plan: History.Plan
  readonly report: Report<History.HistoryFamily, Refused>
  readonly calls: ReadonlyArray<object>
  readonly error: string | null
}

/** Plans and carries out what a snapshot calls for. */
export const run = async (snapshot: Partial<History.Snapshot>, faults: Faults): Promise<Run> => {
  const planned = History.plan(History.defaultPolicy)({
    ...History.emptySnapshot,
    at: new Date('2026-01-01T12:00:00Z'),
    coverage: { _tag: 'Everything' },
    ...snapshot,
  })
  if (E.isLeft(planned)) throw new Error(JSON.stringify(planned.left))
  const plan = planned.right
  const { port, calls } = serverOf(faults)
  const report = await execute(History.perform(port))<History.HistoryFamily>(plan)()
  const { error } = History.conclude(({ message }: Refused) => message)(plan)(report)
  return { plan, report, calls, error: O.toNullable(error) }
}

const serverOf = (faults: Faults): { readonly port: History.Port<Refused>; readonly calls: ReadonlyArray<object> } => {
  const calls: object[] = []
  const answer = ({ resource, apiVersion, name }: History.Address): E.Either<Refused, unknown> => {
    const group = apiVersion.split('/')[0] ?? ''
    if (faults.all === true || faults.internal?.includes(name) === true)
      return E.left({ notFound: false, message: 'Internal error occurred: injected' })
    return faults.notFound?.includes(name) === true
      ? E.left({ notFound: true, message: `${resource}.${group} "${name}" not found` })
      : E.right(undefined)
  }
  return {
    calls,
    port: {
      delete:
        (object, options): TE.TaskEither<Refused, unknown> =>
        () => {
          const { resource, namespace, name } = object
          if (faults.all !== true) calls.push({ verb: 'delete', resource, namespace, name, options })
          return Promise.resolve(answer(object))
        },
      patch: (object, patch) => () => {
        calls.push({ verb: 'patch', ...object, patch })
        return Promise.resolve(answer(object))
      },
      isNotFound: ({ notFound }) => notFound,
    },
  }
}
