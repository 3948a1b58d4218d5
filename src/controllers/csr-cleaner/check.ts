import type { InvalidInput } from '../../core/problem.js'
import { both, list, object } from '../../internal/schema/object.js'
import { type Schema, instant, optional, problemsOf, text } from '../../internal/schema/schema.js'
import { type Own, dateOrAbsent, eachUidOnce, kindOf, kubeObject, textOrAbsent } from '../../apiserver/check.js'
import type { RequestCondition, SigningRequest, Snapshot } from './snapshot.js'

const condition = object<RequestCondition>({ type: text, lastUpdateTime: dateOrAbsent })

const request: Schema<SigningRequest> = both(
  kubeObject,
  object<Own<SigningRequest>>({
    kind: kindOf('CertificateSigningRequest'),
    status: optional(
      object<NonNullable<SigningRequest['status']>>({
        conditions: optional(list(condition)),
        certificate: textOrAbsent,
      }),
    ),
  }),
)

/** The problems of a value that is to be planned; null when there is none. */
export const findSnapshotProblems: (value: unknown) => InvalidInput | null = problemsOf(
  'signing-request snapshot',
  object<Snapshot>({ at: instant, requests: eachUidOnce(list(request)) }),
)
