/** Reads back a plan from the document that `planDocument` of `gcplan/render` writes. */
import { either as E, function as F, option as O } from 'fp-ts'
import type * as t from 'io-ts'

import type { Amendment, Assumption, Family, Kept, Pass, Plan, Removal } from '../core/plan.js'
import type { InvalidInput } from '../core/problem.js'
import { type Decoder, decoder, items, mapped, own, refuse } from '../decode/codec.js'
import { jsonOf, withoutSchema } from '../decode/document/document.js'
import { constant } from '../decode/document/read.js'
import type { DecodeError } from '../decode/error.js'
import { flag, text } from '../decode/leaf.js'
import type { Int64 } from '../core/int64.js'
import type { Forms, Json } from '../internal/fact-forms.js'
import { layOut, planKind, planVersion } from '../internal/plan-layout.js'
import { safeJson } from '../internal/safe-text.js'
import { factReader, formsReader, instantReader } from './facts.js'
import { goalReader, int64, onFailureReader, shape } from './plan-leaves.js'
import { findUnplain } from './unplain.js'
import { isRecord } from '../internal/lists.js'

/** A plan with the name of the collector that made it. */
export interface PlanRecord<F extends Family = Family> {
  /** E.g. `kubelet-image`. */
  readonly collector: string
  readonly plan: Plan<F>
}

const title = 'plan'

/**
 * Reads a plan document of any collector, as `renderJson`, `planDocument` and the command line write it. Takes text or
 * parsed JSON.
 *
 * Shape: restores all facts, instants and options included; drops their sentences.
 * Fails: with up to a hundred problems and their paths, by the published schema. A collector's tags and their fields
 * are not checked: to execute, plan again under an approval.
 *
 * @example
 * ```ts
 * import type { Family, Plan } from 'gcplan'
 * import { option as O } from 'fp-ts'
 * import { decodePlan, encodePlan } from 'gcplan/document'
 *
 * const plan: Plan<Family> = {
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   passes: [
 *     {
 *       name: 'age',
 *       observesAgain: false,
 *       goal: { _tag: 'RemoveAll' },
 *       onFailure: 'finish-pass',
 *       removals: [],
 *       reserve: [],
 *       kept: [],
 *       events: [],
 *       refusal: O.none,
 *     },
 *   ],
 *   wakeAt: O.some(new Date('2026-01-01T12:05:00Z')),
 *   assumptions: [],
 * }
 * const written = encodePlan({ collector: 'mine', explain: ({ _tag }: { readonly _tag: string }) => _tag })(plan)
 * const read = written._tag === 'Right' ? decodePlan(written.right) : written
 * if (read._tag === 'Right') console.log(read.right.collector, read.right.plan.wakeAt)
 * // mine { _tag: 'Some', value: 2026-01-01T12:05:00.000Z }
 * ```
 */
export const decodePlan = (input: unknown): E.Either<DecodeError, PlanRecord> => jsonOf(title, planReader)(input)

/** What a plan document needs beyond the plan. */
export interface PlanWording<R> {
  /** The name of the collector, e.g. `kubelet-image`. */
  readonly collector: string
  /** The collector's `explain`: one sentence for a reason or a refusal. */
  readonly explain: (fact: R) => string
}

/** A family whose reasons, also those to change, and refusals `explain` accepts. */
export type WordedBy<R> = Family & {
  readonly Reason: R
  readonly KeepReason: R
  readonly Refusal: R
  readonly AmendReason?: R
}

/**
 * Writes a plan document, as text; {@link decodePlan} restores the plan.
 *
 * Fails: for values that a document cannot hold, such as an invalid Date, a number that is not finite, or a cyclic
 * value.
 */
export const encodePlan =
  <R>(wording: PlanWording<R>) =>
  <F extends WordedBy<R>>(plan: Plan<F>): E.Either<InvalidInput, string> => {
    const unplain = findUnplain(title, plan)
    return unplain === null ? E.right(`${safeJson(written(wording)(plan), 2)}\n`) : E.left(unplain)
  }

/**
 * The io-ts codec of plans of one collector: reads documents that name it, writes what {@link encodePlan} writes, as
 * JSON.
 *
 * Shape: `F` is the family of the collector; its documents are assumed to match.
 */
export const planCodec = <F extends Family>(
  wording: PlanWording<F['Reason'] | F['KeepReason'] | F['Refusal']>,
): t.Decoder<unknown, Plan<F>> & t.Encoder<Plan<F>, Json> => {
  const type = constant(wording.collector)
  const mine = decoder(`a plan of ${wording.collector}`, (value, context) =>
    F.pipe(
      planReader.validate(value, context),
      E.filterOrElse(
        ({ collector }) => collector === wording.collector,
        ({ collector: actual }): t.Errors => [
          { value: actual, context: [...context, { key: 'collector', type, actual }] },
        ],
      ),
    ),
  )
  return { ...mapped(mine, ({ plan }) => plan as Plan<F>), encode: written(wording) }
}

const written =
  <R>(wording: PlanWording<R>) =>
  (plan: Plan<Family>): Json =>
    layOut(wording.collector, wording.explain as (fact: { readonly _tag: string }) => string, plan)

const leavable = (reader: Decoder<unknown>): Decoder<unknown> =>
  decoder(reader.name, (value, context) => (value === undefined ? E.right(undefined) : reader.validate(value, context)))

const orNull = <A>(reader: Decoder<A>): Decoder<O.Option<A>> =>
  decoder(`${reader.name}, or null`, (value, context) =>
    value === null ? E.right(O.none) : E.map(O.some<A>)(reader.validate(value, context)),
  )

/** An array that is not empty. */
const some = <A>(item: Decoder<A>): Decoder<readonly [A, ...A[]]> =>
  decoder('an array, not empty', (value, context) =>
    F.pipe(
      items(item).validate(value, context),
      E.flatMap(([first, ...rest]) => (first === undefined ? refuse(value, context) : E.right([first, ...rest]))),
    ),
  )

/** Explanations of a decision in a document, for people. */
interface Explained {
  readonly explained: ReadonlyArray<string>
}

const unexplained = <A extends Explained>(decided: A): Omit<A, 'explained'> => {
  const { explained, ...rest } = decided
  return explained.length === 0 ? decided : rest
}

/** The readers of one document, whose facts are of these forms. */
const planWith = (forms: Forms): Decoder<PlanRecord> => {
  const read = factReader(forms)
  const [fact, target, beside] = [read('fact'), read('target'), read('record')]
  const decided = { target, reasons: some(fact), explained: some(text) }
  const done = { ...decided, actions: some(fact), requires: items(target) }
  const removals = items(mapped(shape<Removal<Family> & Explained>({ ...done, frees: int64 }), unexplained))
  const pass = shape<LaidOutPass>({
    name: text,
    observesAgain: flag,
    goal: goalReader,
    shortBy: leavable(int64),
    onFailure: onFailureReader,
    refusal: orNull(shape<LaidOutRefusal>({ fact, explained: text })),
    events: items(fact),
    removals,
    reserve: removals,
    kept: items(mapped(shape<Kept<Family> & Explained>(decided), unexplained)),
    amendments: leavable(items(mapped(shape<Amendment<Family> & Explained>(done), unexplained))),
    measured: leavable(fact),
    beside: leavable(beside),
  })
  const whole = shape<LaidOutPlan>({
    kind: constant(planKind),
    version: constant(planVersion),
    collector: text,
    at: instantReader,
    wakeAt: orNull(instantReader),
    assumptions: items(shape<Assumption>({ about: text, assumed: text, because: text, targets: items(text) })),
    passes: some(mapped(pass, passFrom)),
    beside: leavable(beside),
    undecided: leavable(int64),
    rules: leavable(shape({ release: text, version: text, from: text, unverified: leavable(text) })),
    forms: formsReader,
  })
  return mapped(whole, ({ collector, at, wakeAt, assumptions, passes, beside: more }) => ({
    collector,
    plan: { ...more, at, passes, wakeAt, assumptions },
  }))
}

interface LaidOutRefusal {
  readonly fact: Family['Refusal']
  readonly explained: string
}

interface LaidOutPass extends Omit<Pass<Family>, 'refusal' | 'measured'> {
  readonly refusal: O.Option<LaidOutRefusal>
  readonly amendments?: ReadonlyArray<Amendment<Family>>
  readonly measured?: { readonly _tag: string }
  readonly beside?: object
  /** For people. */
  readonly shortBy?: Int64
}

interface LaidOutPlan extends Plan<Family> {
  readonly kind: string
  readonly version: number
  readonly collector: string
  readonly beside?: object
  /** For people. */
  readonly undecided?: Int64
  readonly rules?: object
  readonly forms: Forms
}

const passFrom = ({ refusal, beside, shortBy: _forPeople, ...pass }: LaidOutPass): Pass<Family> => ({
  ...beside,
  ...pass,
  refusal: O.isSome(refusal) ? O.some(refusal.value.fact) : O.none,
})

/** Forms come first, wherever they stand, for all facts are read by them. */
const planReader: Decoder<PlanRecord> = withoutSchema(
  decoder('an object', (value, context) => {
    const forms = formsReader.validate(isRecord(value) ? own(value, 'forms') : undefined, [])
    return planWith(E.isRight(forms) ? forms.right : new Map()).validate(value, context)
  }),
)
