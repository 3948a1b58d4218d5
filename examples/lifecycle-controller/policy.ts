/** Reads the policy from its custom resource or ConfigMap, and writes what came of it into the status. */
import { either as E, function as F, taskEither as TE } from 'fp-ts'
import * as t from 'io-ts'
import { PathReporter } from 'io-ts/lib/PathReporter.js'
import { parse } from 'yaml'

import { type Send, classify, sayCallError } from 'gcplan/adapters/kubernetes'
import type * as Lifecycle from 'gcplan/controllers/lifecycle'
import { decodeLifecyclePolicy, linesOf } from 'gcplan/decode'

import type { PolicySource } from './config.js'

const guards = t.partial({
  maxCount: t.number,
  protectedKinds: t.array(t.string),
  protectedNamespaces: t.array(t.string),
  clusterScoped: t.boolean,
})

const said = t.intersection([t.type({ policy: t.UnknownRecord }), t.partial({ guards: t.exact(guards) })])

const resource = t.type({
  metadata: t.intersection([t.type({ uid: t.string }), t.partial({ generation: t.number })]),
  spec: t.unknown,
})

const configMap = t.type({ data: t.type({ 'policy.yaml': t.string }) })

/** How far removals may go. */
export type Limits = t.TypeOf<typeof guards>

/** A policy as it was found. */
export interface Found {
  readonly policy: Lifecycle.Policy
  readonly limits: Limits
  /** Of the custom resource; none of a ConfigMap. */
  readonly generation: number | undefined
}

const pathOf = (source: PolicySource): string =>
  source._tag === 'Resource'
    ? `/apis/lifecycle.gcplan.io/v1alpha1/lifecyclepolicies/${source.name}`
    : `/api/v1/namespaces/${source.namespace}/configmaps/${source.name}`

/** Reads the policy; says why there is none. */
export const readPolicy = (send: Send, source: PolicySource): TE.TaskEither<string, Found> =>
  F.pipe(
    send({ method: 'GET', path: pathOf(source) }),
    TE.mapLeft(sayCallError),
    TE.filterOrElse(
      ({ status }) => status === 200,
      ({ status }) => `${pathOf(source)}: ${status}`,
    ),
    TE.flatMapEither(({ body }) => (source._tag === 'Resource' ? inResource(body) : inConfigMap(body))),
  )

const inResource = (body: unknown): E.Either<string, Found> =>
  F.pipe(
    decoded(resource)(body),
    E.flatMap(({ metadata, spec }) => found(spec, metadata.generation)),
  )

const inConfigMap = (body: unknown): E.Either<string, Found> =>
  F.pipe(
    decoded(configMap)(body),
    E.flatMap(({ data }) => E.tryCatch((): unknown => parse(data['policy.yaml']), String)),
    E.flatMap((spec) => found(spec, undefined)),
  )

const found = (spec: unknown, generation: number | undefined): E.Either<string, Found> =>
  F.pipe(
    decoded(said)(spec),
    E.flatMap(({ policy, guards: limits = {} }) =>
      F.pipe(
        decodeLifecyclePolicy({ ...policy, kind: 'gcplan/lifecycle-policy', version: 1 }),
        E.bimap(
          (error) => linesOf(error).join('; '),
          (read) => ({ policy: read, limits, generation }),
        ),
      ),
    ),
  )

const decoded =
  <A>(codec: t.Type<A>) =>
  (value: unknown): E.Either<string, A> => {
    const result = codec.decode(value)
    return E.isRight(result) ? result : E.left(PathReporter.report(result).slice(0, 5).join('; '))
  }

/** What came of a plan, for the status. */
export interface Status {
  readonly generation: number | undefined
  readonly at: Date
  readonly wakeAt: Date
  readonly counts: Readonly<Record<string, number>>
  /** Why there was no plan. */
  readonly problem: string | undefined
  /** Why removals were refused. */
  readonly refusals: ReadonlyArray<string>
}

/** Writes the status of a custom resource; says why it could not. */
export const writeStatus = (send: Send, source: PolicySource, status: Status): TE.TaskEither<string, unknown> => {
  if (source._tag === 'ConfigMap') return TE.right(undefined)
  const { generation, at, wakeAt, counts, problem, refusals } = status
  const condition = (type: string, isTrue: boolean, reason: string, message: string): object => ({
    ...{ type, status: isTrue ? 'True' : 'False', reason, message, lastTransitionTime: at.toISOString() },
    ...(generation === undefined ? {} : { observedGeneration: generation }),
  })
  const isReady = problem === undefined
  const conditions = [
    condition('Ready', isReady, isReady ? 'Planned' : 'NoPlan', problem ?? 'planned'),
    condition(
      ...(['WithinLimits', refusals.length === 0] as const),
      ...([refusals.length === 0 ? 'Allowed' : 'Refused', refusals.join('; ')] as const),
    ),
  ]
  return F.pipe(
    send({
      ...{ method: 'PATCH', path: `${pathOf(source)}/status`, contentType: 'application/merge-patch+json' },
      body: {
        status: {
          ...{ observedGeneration: generation, lastPlanTime: at.toISOString(), nextWake: wakeAt.toISOString() },
          ...{ counts, conditions },
        },
      },
    }),
    TE.mapLeft(sayCallError),
    TE.filterOrElse(
      (reply) => reply.status < 300,
      (reply) => `${classify({ _tag: 'Refused', code: reply.status, reason: '', message: '' })}: ${reply.status}`,
    ),
  )
}
