/** The spec of a custom resource that holds a lifecycle policy, and how far a controller may go by it. */
import { either as E, function as F } from 'fp-ts'

import type { Policy } from '../../controllers/lifecycle/index.js'
import { list, object } from '../../internal/schema/object.js'
import { type Schema, flag, leaf, name, optional } from '../../internal/schema/schema.js'
import type { DecodeError } from '../error.js'
import { jsonOf, reading } from './document.js'
import { type StatedPolicy, policyOf, statedPolicy } from './lifecycle-policy.js'

/** How far the removals of a policy may go. */
export interface LifecycleLimits {
  /** Removals in one turn; a plan with more removes nothing. */
  readonly maxCount?: number | undefined
  /** Kinds that stay; instead of those that stay by default. */
  readonly protectedKinds?: ReadonlyArray<string> | undefined
  /** Namespaces whose objects stay; instead of those of the system. */
  readonly protectedNamespaces?: ReadonlyArray<string> | undefined
  /** Whether objects outside of namespaces may be changed. */
  readonly clusterScoped?: boolean | undefined
}

/** What the spec says. */
export interface LifecycleSpec {
  readonly policy: Policy
  readonly guards: LifecycleLimits
}

/** What may be written in a spec. */
interface StatedSpec {
  readonly policy: StatedPolicy
  readonly guards?: LifecycleLimits | undefined
}

const removals: Schema<number> = leaf(
  'a safe integer, zero or more',
  (value): value is number => Number.isSafeInteger(value) && Number(value) >= 0,
)

/** The schema of a spec, from which that of the custom resource is made. */
export const lifecycleSpec: Schema<StatedSpec> = object<StatedSpec>({
  policy: statedPolicy,
  guards: optional(
    object<LifecycleLimits>({
      maxCount: optional(removals),
      protectedKinds: optional(list(name)),
      protectedNamespaces: optional(list(name)),
      clusterScoped: optional(flag),
    }),
  ),
})

/**
 * Reads the spec of a custom resource with a lifecycle policy: its `policy` has the fields of a file of `decodeLifecyclePolicy`, its
 * `guards` are {@link LifecycleLimits}.
 *
 * Takes its JSON, parsed or as text. Fails with InvalidInput for every problem, unknown fields included.
 *
 * @example
 * ```ts
 * import { decodeLifecycleSpec } from 'gcplan/decode'
 *
 * const decoded = decodeLifecycleSpec({ policy: { liveness: 'reachability' }, guards: { maxCount: 10 } })
 * if (decoded._tag === 'Right') console.log(decoded.right.policy.liveness, decoded.right.guards.maxCount) // reachability 10
 * ```
 */
export const decodeLifecycleSpec: (spec: unknown) => E.Either<DecodeError, LifecycleSpec> = F.flow(
  jsonOf('lifecycle policy', reading(lifecycleSpec)),
  E.flatMap(({ policy, guards = {} }) =>
    F.pipe(
      policyOf('policy.')(policy),
      E.map((read) => ({ policy: read, guards })),
    ),
  ),
)
