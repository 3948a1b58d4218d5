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

interface Writer {
  readonly explain: Explain
  readonly fact: (fact: unknown) => Json
}

/** The layout of a plan. */
export const layOut = (collector: string, explain: Explain, plan: Plan<Family>): { readonly [key: string]: Json } => {
  const forms = surveyForms(factsOf(plan))
  const fact = writeFact(forms)
  const writer: Writer = { explain, fact }
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

const factsOf = (plan: Plan<Family>): ReadonlyArray<unknown> => [
  ...plan.passes.flatMap((pass): ReadonlyArray<unknown> => [
    ...[...pass.removals, ...pass.reserve, ...amendmentsOf(pass)].flatMap(
      ({ target, actions, reasons, requires }): ReadonlyArray<unknown> => [target, ...actions, ...reasons, ...requires],
    ),
    ...pass.kept.flatMap(({ target, reasons }): ReadonlyArray<unknown> => [target, ...reasons]),
    ...pass.events,
    ...(fp.isSome(pass.refusal) ? [pass.refusal.value] : []),
    pass.measured,
    extras(pass, passFields),
  ]),
  extras(plan, planFields),
]

/** Collector-specific fields of a plan or pass. */
const extras = (value: object, known: ReadonlySet<string>): object =>
  Object.fromEntries(Object.entries(value).filter(([key, held]) => !known.has(key) && held !== undefined))

const besideOf = ({ fact }: Writer, value: object, known: ReadonlySet<string>): { readonly beside?: Json } => {
  const beside = extras(value, known)
  return Object.keys(beside).length === 0 ? {} : { beside: fact(beside) }
}

const passOf = (writer: Writer, pass: Pass<Family>): Json => {
  const { explain, fact } = writer
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
    removals: pass.removals.map((removal) => removalOf(writer, removal)),
    reserve: pass.reserve.map((removal) => removalOf(writer, removal)),
    kept: pass.kept.map((kept) => keptOf(writer, kept)),
    ...('amendments' in pass
      ? { amendments: amendmentsOf(pass).map((amendment) => amendmentOf(writer, amendment)) }
      : {}),
    ...(pass.measured === undefined ? {} : { measured: fact(pass.measured) }),
    ...besideOf(writer, pass, passFields),
  }
}

const removalOf = ({ explain, fact }: Writer, removal: Removal<Family>): Json => ({
  target: fact(removal.target),
  actions: removal.actions.map(fact),
  reasons: removal.reasons.map(fact),
  explained: removal.reasons.map((reason) => explain(reason)),
  requires: removal.requires.map(fact),
  frees: removal.frees,
})

const amendmentOf = ({ explain, fact }: Writer, { target, actions, reasons, requires }: Amendment<Family>): Json => ({
  target: fact(target),
  actions: actions.map(fact),
  reasons: reasons.map(fact),
  explained: (reasons as ReadonlyArray<{ readonly _tag: string }>).map((reason) => explain(reason)),
  requires: requires.map(fact),
})

const keptOf = ({ explain, fact }: Writer, kept: Kept<Family>): Json => ({
  target: fact(kept.target),
  reasons: kept.reasons.map(fact),
  explained: kept.reasons.map((reason) => explain(reason)),
})
