/** Sentences for changes between releases, their causes, and why there is no comparison. */
import { explainReleaseError } from '../core/release.js'
import type { Switch } from '../core/switch.js'
import { type Explain, type Name, ofAnyFact, tagAndId } from '../document/explain-difference.js'
import { canonicalJson } from '../internal/canonical-json.js'
import type { Because } from './attribute.js'
import type { Change } from './change.js'
import { type Releases, sentenceOf } from './sentence.js'
import type { SwitchChange, UpgradeError } from './upgrade.js'

/**
 * One sentence for a change: what the earlier release does, then the later one; `explain` is that of the collector, and
 * targets are named by tag and id unless you name them.
 *
 * @example
 * ```ts
 * import { explain } from 'gcplan/kubelet/image'
 * import { explainChange } from 'gcplan/upgrade'
 *
 * const say = explainChange(explain, { from: '1.34', to: '1.35' })
 * console.log(say({ _tag: 'OutcomeChanged', outcome: 'error', before: 'nothing', after: 'no space' }))
 * // error in 1.34: nothing; in 1.35: no space
 * ```
 */
export const explainChange =
  <R extends { readonly _tag: string }>(explain: Explain<R>, { from, to }: Releases, name: Name = tagAndId) =>
  (change: Change): string =>
    change._tag === 'OutcomeChanged'
      ? `${change.outcome} in ${from}: ${change.before}; in ${to}: ${change.after}`
      : `${change.pass}: ${sentenceOf({ explain: ofAnyFact(explain), name }, { from, to }, change)}`

/** The switches that a change is due to: `a, or b`; or `a and b together`. */
export const explainBecause = (because: Because): string =>
  because.map((set) => (set.length === 1 ? set[0] : `${set.join(' and ')} together`)).join(', or ')

/** What a switch decides, and its two values; of lists what comes and goes. */
export const explainSwitch = ({ name, before, after, row }: SwitchChange): string =>
  `${name}: ${row.decides} (${explainValues(before, after)})`

/** Two values of a switch. */
export const explainValues = (before: unknown, after: unknown): string => {
  if (!isList(before) || !isList(after)) return `${said(before)}, then ${said(after)}`
  const [comes, goes] = [without(after, before), without(before, after)]
  return [
    ...(goes.length === 0 ? [] : [`no longer ${goes.join(', ')}`]),
    ...(comes.length === 0 ? [] : [`now also ${comes.join(', ')}`]),
  ].join('; ')
}

const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)

const without = (list: ReadonlyArray<unknown>, others: ReadonlyArray<unknown>): ReadonlyArray<string> => {
  const left = new Set(others.map(said))
  return list.map(said).filter((text) => !left.has(text))
}

/** The source of a switch's rule: the upstream function and the feature gate. */
export const explainSource = ({ upstream, gate }: Switch): string =>
  gate === undefined ? upstream : `${upstream}; feature gate ${gate.name}, ${gate.stages}`

const said = (value: unknown): string => (typeof value === 'string' && value !== '' ? value : canonicalJson(value))

/** Why there is no comparison; `explain` says the error of the collector. */
export const explainUpgradeError =
  <PlanError>(explain: (error: PlanError) => string) =>
  (error: UpgradeError<PlanError>): string =>
    error._tag === 'NoSuchRelease'
      ? `${error.side}: ${explainReleaseError(error.error)}`
      : `${error.release}: ${explain(error.error)}`
