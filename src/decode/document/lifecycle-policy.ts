/**
 * File format of lifecycle policies, without the parts of a policy that are functions.
 */
import { either as E } from 'fp-ts'

import type {
  Capacity,
  FinishObserver,
  GroupKind,
  KindRules,
  NamespaceRules,
  Period,
  Policy,
  PolicyInput,
  ReferenceRow,
  Rules,
  Share,
} from '../../controllers/lifecycle/index.js'
import { makePolicy } from '../../controllers/lifecycle/policy.js'
import type { PropagationPolicy } from '../../apiserver/index.js'
import type { Problem } from '../../core/problem.js'
import { problemLimit } from '../../core/problem.js'
import { decoder, holding } from '../codec.js'
import type { FileDecoder } from '../file.js'
import { flag, name, text, word } from '../leaf.js'
import type { Codec } from './codec.js'
import { arrayCodec, codec, leavable, plain, record } from './codec.js'
import { constant, documentOf } from './document.js'
import { tagged } from './tagged.js'

const count: Codec<number> = plain(
  holding(
    'an integer from 0 to 2^53 - 1',
    (value): value is number => Number.isSafeInteger(value) && Number(value) >= 0,
  ),
)

const kind = { group: plain(text), kind: plain(name) }
const groupKind: Codec<GroupKind> = record<GroupKind>(kind)

const rules: Codec<Rules> = record<Rules>({
  enabled: leavable(plain(flag)),
  ttlSeconds: leavable(count),
  afterFinished: leavable(plain(flag)),
  afterUnused: leavable(plain(flag)),
  minRetentionSeconds: leavable(count),
})

/** Either of two, told apart by whether the value is a text. */
const textOr = <T extends string, A>(word: Codec<T>, other: Codec<A>): Codec<T | A> =>
  codec(
    decoder<T | A>(`${word.name}, or ${other.name}`, (value, context) =>
      (typeof value === 'string' ? word : other).validate(value, context),
    ),
    (value) => (typeof value === 'string' ? word.encode(value as T) : other.encode(value)),
  )

const observer: Codec<FinishObserver> = tagged<Exclude<FinishObserver, { readonly _tag: 'Custom' }>>({
  ByCondition: { ...kind, types: arrayCodec(plain(name)) },
  ByPhase: {
    ...kind,
    path: plain(text),
    finishedValues: arrayCodec(plain(text)),
    finishTimePath: leavable(plain(text)),
  },
  PodTermination: kind,
  LastWrite: kind,
}) as Codec<FinishObserver>

const row: Codec<ReferenceRow> = record<ReferenceRow>({
  source: textOr(constant('PodSpec'), groupKind),
  target: groupKind,
  path: plain(text),
  form: leavable(plain(word('name', 'default-if-absent', 'claim-of-pod', 'claims-of-set', 'secret-parameters'))),
  lives: leavable(
    textOr(
      constant('cluster'),
      record<{ readonly beside: string; readonly otherwise?: string | undefined }>({
        beside: plain(name),
        otherwise: leavable(plain(text)),
      }),
    ),
  ),
  when: leavable(record<{ readonly path: string; readonly is: string }>({ path: plain(text), is: plain(text) })),
})

const share: Codec<Share> = tagged<Share>({
  Equal: {},
  Weights: {
    weights: arrayCodec(
      record<{ readonly namespace: string; readonly weight: number }>({ namespace: plain(text), weight: count }),
    ),
    others: count,
  },
  Quotas: {},
})

const propagation: Codec<GroupKind & { readonly policy: PropagationPolicy }> = record<
  GroupKind & { readonly policy: PropagationPolicy }
>({ ...kind, policy: plain(word('Background', 'Foreground', 'Orphan')) })

/** What a file may say. Ways that only a program can give are functions, and not in it. */
type Said = Omit<PolicyInput, 'extractors' | 'stated'> & { readonly stated?: 'annotations' | 'nowhere' | undefined }

const policyFile = documentOf<Said>(
  { tag: 'LifecyclePolicy', kind: 'gcplan/lifecycle-policy', title: 'lifecycle policy' },
  {
    period: leavable(
      tagged<Period>({ Enabled: { epoch: plain(name) }, Disabled: { marks: plain(word('leave', 'clear')) } }),
    ),
    cluster: leavable(rules),
    kinds: leavable(arrayCodec(record<KindRules>({ of: groupKind, rules }))),
    namespaces: leavable(
      arrayCodec(record<NamespaceRules>({ namespace: plain(name), of: leavable(groupKind), rules })),
    ),
    stated: leavable(plain(word('annotations', 'nowhere'))),
    finished: leavable(arrayCodec(observer)),
    missingFinishTime: leavable(plain(word('unknown', 'observation'))),
    references: leavable(arrayCodec(row)),
    liveness: leavable(plain(word('count', 'reachability'))),
    revisions: leavable(plain(word('use', 'ignore'))),
    capacities: leavable(arrayCodec(record<Capacity>({ ...kind, limit: count, share }))),
    propagation: leavable(arrayCodec(propagation)),
  },
)

/**
 * Reads the policy of the lifecycle from a file of kind `gcplan/lifecycle-policy`, version 1.
 *
 * Takes the text of the file, or its JSON (or YAML) already parsed. Fields are those of `Lifecycle.Policy` of
 * `gcplan/controllers/lifecycle`; the default holds for what is left out, and custom observers, extractors and readers, which are
 * functions, are for programs to add.
 * Fails with WrongFile for another kind of file, and with InvalidInput for everything that is wrong, unknown fields included.
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
export const decodeLifecyclePolicy: FileDecoder<Policy> = (input) => {
  const said = policyFile.decode(input)
  if (E.isLeft(said)) return said
  const made = makePolicy(said.right as PolicyInput)
  if (E.isRight(made)) return made
  const [first, ...rest] = made.left.map(({ field, path, expected, actual }): Problem => ({
    path: `${field}${path}`,
    expected,
    actual,
  }))
  return E.left({
    _tag: 'InvalidInput',
    source: 'lifecycle policy',
    problems: [first as Problem, ...rest.slice(0, problemLimit - 1)],
  })
}
