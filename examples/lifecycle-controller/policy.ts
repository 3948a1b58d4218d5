/** Reads the policy from its custom resource or ConfigMap, and writes the status of the resource. */
import { either as E, function as F, taskEither as TE } from 'fp-ts'
import * as t from 'io-ts'
import { parse } from 'yaml'

import { type Send, sayCallError, sent } from 'gcplan/adapters/kubernetes'
import type { LifecycleStatus } from 'gcplan/adapters/kubernetes/lifecycle'
import { type LifecycleSpec, decodeLifecycleSpec, linesOf } from 'gcplan/decode'

import type { PolicySource } from './config.js'

const resource = t.intersection([
  t.type({ metadata: t.partial({ generation: t.number }), spec: t.unknown }),
  t.partial({ status: t.partial({ conditions: t.unknown }) }),
])
const configMap = t.type({ data: t.type({ 'policy.yaml': t.string }) })

/** A policy as it was found. */
export interface Found {
  /** Of the custom resource; a ConfigMap has none. */
  readonly generation: number | undefined
  readonly conditions: unknown
  readonly spec: E.Either<string, LifecycleSpec>
}

const pathOf = (source: PolicySource): string =>
  source._tag === 'Resource'
    ? `/apis/lifecycle.gcplan.io/v1alpha1/lifecyclepolicies/${source.name}`
    : `/api/v1/namespaces/${source.namespace}/configmaps/${source.name}`

/** Reads the policy; says why there is none. */
export const readPolicy = (send: Send, source: PolicySource): TE.TaskEither<string, Found> =>
  F.pipe(
    sent(send, { method: 'GET', path: pathOf(source) }),
    TE.mapLeft((error) => `${pathOf(source)}: ${sayCallError(error)}`),
    TE.map((body) => {
      if (resource.is(body) && source._tag === 'Resource')
        return {
          ...{ generation: body.metadata.generation, conditions: body.status?.conditions },
          spec: specIn(body.spec),
        }
      const text = configMap.is(body) ? E.right(body.data['policy.yaml']) : E.left(`${pathOf(source)}: holds no policy`)
      const spec = F.pipe(
        text,
        E.flatMap((yaml) => E.tryCatch((): unknown => parse(yaml), String)),
        E.flatMap(specIn),
      )
      return { generation: undefined, conditions: undefined, spec }
    }),
  )

const specIn = (spec: unknown): E.Either<string, LifecycleSpec> =>
  E.mapLeft((error: Parameters<typeof linesOf>[0]) => linesOf(error).slice(0, 5).join('; '))(decodeLifecycleSpec(spec))

/** Writes the status of a custom resource; says why it could not. */
export const writeStatus = (
  send: Send,
  source: PolicySource,
  status: LifecycleStatus,
): TE.TaskEither<string, unknown> => {
  const call = {
    method: 'PATCH',
    path: `${pathOf(source)}/status`,
    contentType: 'application/merge-patch+json',
  } as const
  return source._tag === 'ConfigMap'
    ? TE.right(undefined)
    : TE.mapLeft(sayCallError)(sent(send, { ...call, body: { status } }))
}
