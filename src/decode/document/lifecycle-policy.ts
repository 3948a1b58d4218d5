/**
 * File format of lifecycle policies, without the parts of a policy that are functions.
 */
import { either as E, function as F } from 'fp-ts'

import type { Policy, PolicyInput } from '../../controllers/lifecycle/index.js'
import { makePolicy, policyFields } from '../../controllers/lifecycle/policy.js'
import { type Schema, oneOf, optional } from '../../internal/schema/schema.js'
import type { InvalidInput } from '../../core/problem.js'
import { object } from '../../internal/schema/object.js'
import type { FileDecoder } from '../file.js'
import { refusalOf } from '../problems.js'
import { documentOf } from './document.js'

/** What a file may say. Ways that only a program can give are functions, and not in it. */
export type StatedPolicy = Omit<PolicyInput, 'extractors' | 'stated'> & { readonly stated?: 'annotations' | 'nowhere' }

/** The fields of a file, and of a custom resource. */
export const statedPolicy: Schema<StatedPolicy> = object<StatedPolicy>({
  period: optional(policyFields.period),
  cluster: optional(policyFields.cluster),
  kinds: optional(policyFields.kinds),
  namespaces: optional(policyFields.namespaces),
  stated: optional(oneOf('annotations', 'nowhere')),
  finished: optional(policyFields.finished),
  missingFinishTime: optional(policyFields.missingFinishTime),
  unusedClaims: optional(policyFields.unusedClaims),
  references: optional(policyFields.references),
  liveness: optional(policyFields.liveness),
  revisions: optional(policyFields.revisions),
  capacities: optional(policyFields.capacities),
  propagation: optional(policyFields.propagation),
})

const policyFile = documentOf(
  { tag: 'LifecyclePolicy', kind: 'gcplan/lifecycle-policy', title: 'lifecycle policy' },
  statedPolicy,
)

/** The policy that was stated; what is wrong with it, with paths that begin in its place. */
export const policyOf =
  (place: string) =>
  (said: StatedPolicy): E.Either<InvalidInput, Policy> =>
    F.pipe(
      makePolicy(said),
      E.mapLeft((wrong) =>
        refusalOf('lifecycle policy')(
          wrong.map(({ field, path, ...problem }) => ({ ...problem, path: `${place}${field}${path}` })),
        ),
      ),
    )

/**
 * Reads a lifecycle policy from a file of kind `gcplan/lifecycle-policy`, version 1.
 *
 * Takes the text of the file, or its JSON (or YAML) already parsed. Fields are those of `Lifecycle.Policy` of
 * `gcplan/controllers/lifecycle`; missing ones have defaults. Custom observers, extractors and readers are functions:
 * add them in code. Fails with WrongFile for another kind of file, and with InvalidInput for every problem, unknown
 * fields included.
 *
 * @example
 * ```ts
 * import { decodeLifecyclePolicy } from 'gcplan/decode'
 *
 * const decoded = decodeLifecyclePolicy(
 *   `{"kind": "gcplan/lifecycle-policy", "version": 1, "period": {"_tag": "Enabled", "epoch": "2026-11"},
 *     "namespaces": [{"namespace": "ci", "of": {"group": "batch", "kind": "Job"},
 *                     "rules": {"enabled": true, "afterFinished": true, "ttlSeconds": 3600}}]}`,
 * )
 * if (decoded._tag === 'Right') console.log(decoded.right.namespaces[0]?.rules.ttlSeconds, decoded.right.liveness) // 3600 count
 * ```
 */
export const decodeLifecyclePolicy: FileDecoder<Policy> = F.flow(policyFile.decode, E.flatMap(policyOf('')))
