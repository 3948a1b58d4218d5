/**
 * The JSON form of a plan: everything it holds, in a fixed layout, with each reason's sentence beside it.
 */
import {
  type Amendment,
  type Family,
  type Kept,
  type Pass,
  type Plan,
  type Removal,
  amendmentsOf,
} from '../core/plan.js'
import { int64FromBigint } from '../core/int64.js'
import * as fp from '../core/fp.js'
import { shortfallOf } from '../core/shortfall.js'
import { type Json, surveyForms, writeFact } from './fact-forms.js'
import type { JsonInParts, JsonWith } from './json-in-parts.js'

/** `kind` and `version` of every plan document. The version rises if readers of version 1 would misread it. */
export const planKind = 'gcplan/plan'
export const planVersion = 1

/** Fields of a pass that every collector has, and those that some have. */
const passFields: ReadonlySet<string> = new Set([
  ...['name', 'observesAgain', 'goal', 'onFailure', 'removals', 'reserve', 'kept', 'events', 'refusal'],
  ...['measured', 'amendments'],
])
const planFields: ReadonlySet<string> = new Set(['at', 'passes', 'wakeAt', 'assumptions'])

type Explain = (fact: { readonly _tag: string }) => string

/** Writes each of a list. */
type Each<L> = <A>(list: ReadonlyArray<A>, write: (item: A) => Json) => L

interface Writer<L> {
  readonly explain: Explain
  readonly fact: (fact: unknown) => Json
  readonly each: Each<L>
}

type Writing = Omit<Writer<never>, 'each'>

interface Laid<L> {
  readonly [key: string]: JsonWith<L>
}

/** The layout of a plan. */
export const layOut = (collector: string, explain: Explain, plan: Plan<Family>): { readonly [key: string]: Json } =>
  laidOut<ReadonlyArray<Json>>((list, write) => list.map(write), collector, explain, plan)

/** The same with its lists of targets written item by item. */
export const layOutInParts = (
  collector: string,
  explain: Explain,
  plan: Plan<Family>,
): { readonly [key: string]: JsonInParts } =>
  laidOut<() => Iterable<Json>>((list, write) => () => mapped(list, write), collector, explain, plan)

function* mapped<A, B>(list: ReadonlyArray<A>, make: (item: A) => B): Iterable<B> {
  for (const item of list) yield make(item)
}

const laidOut = <L>(each: Each<L>, collector: string, explain: Explain, plan: Plan<Family>): Laid<L> => {
  const forms = surveyForms(factsOf(plan))
  const fact = writeFact(forms)
  const writer: Writer<L> = { explain, fact, each }
  return {
    kind: planKind,
    version: planVersion,
    collector,
    at: fact(plan.at),
    wakeAt: fp.isSome(plan.wakeAt) ? fact(plan.wakeAt.value) : null,
    assumptions: plan.assumptions.map(({ about, assumed, because, targets }) => ({ about, assumed, because, targets })),
    passes: plan.passes.map((pass) => passOf(writer, pass)),
    ...besideOf(writer, plan, planFields),
    forms: Object.fromEntries(forms),
  }
}

function* factsOf(plan: Plan<Family>): Iterable<unknown> {
  for (const pass of plan.passes) {
    for (const list of [pass.removals, pass.reserve, amendmentsOf(pass)])
      for (const { target, actions, reasons, requires } of list) yield* [target, ...actions, ...reasons, ...requires]
    for (const { target, reasons } of pass.kept) yield* [target, ...reasons]
    yield* pass.events
    if (fp.isSome(pass.refusal)) yield pass.refusal.value
    yield* [pass.measured, extras(pass, passFields)]
  }
  yield extras(plan, planFields)
}

/** Collector-specific fields of a plan or pass. */
const extras = (value: object, known: ReadonlySet<string>): object =>
  Object.fromEntries(Object.entries(value).filter(([key, held]) => !known.has(key) && held !== undefined))

const besideOf = ({ fact }: Writing, value: object, known: ReadonlySet<string>): { readonly beside?: Json } => {
  const beside = extras(value, known)
  return Object.keys(beside).length === 0 ? {} : { beside: fact(beside) }
}

const passOf = <L>(writer: Writer<L>, pass: Pass<Family>): Laid<L> => {
  const { explain, fact, each } = writer
  const missing = shortfallOf(pass)
  return {
    name: pass.name,
    observesAgain: pass.observesAgain,
    goal: fact(pass.goal),
    ...(missing === 0n ? {} : { shortBy: int64FromBigint(missing) }),
    onFailure: pass.onFailure,
    refusal: fp.isSome(pass.refusal)
      ? { fact: fact(pass.refusal.value), explained: explain(pass.refusal.value) }
      : null,
    events: pass.events.map(fact),
    removals: each(pass.removals, (removal) => removalOf(writer, removal)),
    reserve: each(pass.reserve, (removal) => removalOf(writer, removal)),
    kept: each(pass.kept, (kept) => keptOf(writer, kept)),
    ...('amendments' in pass
      ? { amendments: each(amendmentsOf(pass), (amendment) => amendmentOf(writer, amendment)) }
      : {}),
    ...(pass.measured === undefined ? {} : { measured: fact(pass.measured) }),
    ...besideOf(writer, pass, passFields),
  }
}

const removalOf = ({ explain, fact }: Writing, removal: Removal<Family>): Json => ({
  target: fact(removal.target),
  actions: removal.actions.map(fact),
  reasons: removal.reasons.map(fact),
  explained: removal.reasons.map((reason) => explain(reason)),
  requires: removal.requires.map(fact),
  frees: removal.frees,
})

const amendmentOf = ({ explain, fact }: Writing, { target, actions, reasons, requires }: Amendment<Family>): Json => ({
  target: fact(target),
  actions: actions.map(fact),
  reasons: reasons.map(fact),
  explained: (reasons as ReadonlyArray<{ readonly _tag: string }>).map((reason) => explain(reason)),
  requires: requires.map(fact),
})

const keptOf = ({ explain, fact }: Writing, kept: Kept<Family>): Json => ({
  target: fact(kept.target),
  reasons: kept.reasons.map(fact),
  explained: kept.reasons.map((reason) => explain(reason)),
})
