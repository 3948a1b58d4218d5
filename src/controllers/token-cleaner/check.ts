import type { InvalidInput } from '../../core/problem.js'
import type { WholeObject } from '../../apiserver/object.js'
import { both, list, object } from '../../internal/schema/object.js'
import { type Schema, instant, optional, problemsOf, unread } from '../../internal/schema/schema.js'
import { type Own, coverage, eachUidOnce, kindOf, kubeObject, textOrAbsent } from '../../apiserver/check.js'
import type { Secret, ServiceAccount, Snapshot } from './snapshot.js'

const secret: Schema<Secret> = both(kubeObject, object<Own<Secret>>({ kind: kindOf('Secret'), type: textOrAbsent }))

const account: Schema<ServiceAccount> = both(
  kubeObject,
  object<Own<ServiceAccount>>({
    kind: kindOf('ServiceAccount'),
    secrets: optional(list(object<{ readonly name?: string | undefined }>({ name: textOrAbsent }))),
  }),
)

const pod: Schema<WholeObject> = both(
  kubeObject,
  object<Own<WholeObject>>({ kind: kindOf('Pod'), spec: unread(), status: unread() }),
)

/** The problems of a value that is to be planned; null when there is none. */
export const findSnapshotProblems: (value: unknown) => InvalidInput | null = problemsOf(
  'legacy-token snapshot',
  object<Snapshot>({
    at: instant,
    secrets: eachUidOnce(list(secret)),
    accounts: eachUidOnce(list(account)),
    pods: eachUidOnce(list(pod)),
    trackedSince: textOrAbsent,
    coverage,
  }),
)
