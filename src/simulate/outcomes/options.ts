/** Options of an exploration: its limits, its controllers, and what to report. */
import type { InvalidInput } from '../../core/problem.js'
import { isSpanMillis } from '../../core/time.js'
import type { AdmitDelete } from '../../apiserver/admission.js'
import type { Controller } from '../../controllers/controller.js'
import { distinct, isObject, list, object } from '../../internal/schema/object.js'
import {
  type Schema,
  leaf,
  name,
  oneOf,
  opaque,
  optional,
  problemsOf,
  text,
  where,
} from '../../internal/schema/schema.js'
import { type ExploredRequest, exploredRequest } from '../cascade/outside-request.js'
import type { CascadePolicy } from '../cascade/policy.js'
import type { Why } from '../cascade/reason.js'
import { kubelet } from '../kubelet/controller.js'
import { recyclerName } from './recycler.js'

/** The limit of states, unless set otherwise. */
export const defaultBudget = 100_000

/** The largest budget: so many states take days, and the memory of a large machine. */
export const largestBudget = 10_000_000

/** Limits of an exploration, and its controllers. */
export interface OutcomeOptions {
  /**
   * Beside the owner collector and kubelets. Those that keep queues of their own do not act. Default: whatever deletes,
   * protects or reclaims.
   */
  readonly controllers?: ReadonlyArray<Controller<Why>>
  /** The rules of a release for these controllers, e.g. `cascadePresets.kubernetes_1_32`. Default: Kubernetes 1.36. */
  readonly rules?: CascadePolicy
  /** Refuses a request to delete an object, in words, as an admission policy does. Far fewer orders can be left out then. */
  readonly admitDelete?: AdmitDelete
  /** States with several possible next steps, at most {@link largestBudget}. Default {@link defaultBudget}. */
  readonly budget?: number
  /** Random courses from each start, if the budget does not suffice; at most a million. Default 200. */
  readonly samples?: number
  /** For the lots, below 2^32. Default 1. */
  readonly seed?: number
  /** Called from time to time, and after each phase, with the number of states met so far. */
  readonly onProgress?: (states: number) => void
}

/** Requests that come one after the other, while controllers act. The next phase begins when everything rests. */
export interface OutcomePhase {
  readonly requests: ReadonlyArray<ExploredRequest>
  /** `restarts`: the collector forgets everything when the phase begins, and lists kind by kind. Default: it runs. */
  readonly collector?: 'runs' | 'restarts'
  /** Whether kubelets end terminating pods. Default: they do. */
  readonly pods?: 'held' | 'end'
}

const upTo = (most: number): Schema<number> =>
  leaf(
    `an integer from 0 to ${most}`,
    (value): value is number => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= most,
  )

const aFunction = <A>(): Schema<A> => opaque('a function', (value): value is A => typeof value === 'function')

/** Whoever takes part anyway. */
const alwaysThere: ReadonlySet<string> = new Set([kubelet, recyclerName])

/** Steps of a course name controllers, so that a name stands for one of them. */
const controllers = distinct(
  list(
    object<Controller<Why>>({
      name: where(name, 'the name of none that takes part anyway', (value) => !alwaysThere.has(value)),
      workers: optional(upTo(Number.MAX_SAFE_INTEGER)),
      delay: optional(leaf('a span in whole milliseconds, not negative', isSpanMillis)),
      retries: optional(oneOf('refusals', 'refusals-but-conflicts')),
      watches: optional(list(text)),
      needs: optional(list(text)),
      keysOf: aFunction(),
      reconcile: aFunction(),
      fold: optional(aFunction()),
      waiting: optional(aFunction()),
    }),
  ),
  { keyOf: (one) => one.name, path: '.name' },
)

/** The problems of what is to be options, but for their rules; null when there is none. */
export const findOptionProblems: (value: unknown) => InvalidInput | null = problemsOf(
  'outcome options',
  object<OutcomeOptions>({
    controllers: optional(controllers),
    rules: optional(opaque('rules', (value): value is CascadePolicy => isObject(value))),
    admitDelete: optional(aFunction()),
    budget: optional(upTo(largestBudget)),
    samples: optional(upTo(1_000_000)),
    seed: optional(upTo(2 ** 32 - 1)),
    onProgress: optional(aFunction()),
  }),
)

/** The problems of what is to be phases; null when there is none. */
export const findPhaseProblems: (value: unknown) => InvalidInput | null = problemsOf(
  'phases',
  list(
    object<OutcomePhase>({
      requests: list(exploredRequest),
      collector: optional(oneOf('runs', 'restarts')),
      pods: optional(oneOf('held', 'end')),
    }),
  ),
)
