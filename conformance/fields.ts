/**
 * Answers whether and how the value at a place of `expected` is compared, by walking the paths of a shape's `compared`
 * one step at a time.
 */
import type { Comparison, Shape } from './shape.js'

/** What holds for the value at one place. */
export interface Rule {
  /** How it is compared; null where only some places below it are. */
  readonly comparison: Comparison | null
  /** The path of `compared` that decides here; the way so far where none does yet. */
  readonly field: string
  /** When `expected` lacks the value, `actual` has to lack it as well. */
  readonly exact: boolean
  /** Longer paths that pass through this place. */
  readonly longer: ReadonlyArray<Longer>
}

interface Longer {
  readonly steps: ReadonlyArray<string>
  readonly field: string
  readonly comparison: Comparison
}

/** The rule for `expected` itself. */
export const rootRule = (compared: Shape['compared']): Rule =>
  arrive({
    comparison: null,
    field: '',
    exact: false,
    longer: Object.entries(compared).map(([field, comparison]) => ({
      steps: field === '' ? [] : field.split('.'),
      field,
      comparison,
    })),
  })

/** The rule for the items of an array; null where nothing of them is compared. */
export const itemRule = (rule: Rule): Rule | null => stepDown(rule, '*', rule.comparison === null ? null : 'ordered')

/** The rule for one field of an object; null where nothing of it is compared. */
export const fieldRule = (rule: Rule, key: string): Rule | null =>
  stepDown(rule, rule.longer.some(({ steps }) => steps[0] === key) ? key : '*', rule.comparison)

/** Adds a step to a path of fields. */
export const joinField = (field: string, step: string): string => (field === '' ? step : `${field}.${step}`)

const stepDown = (rule: Rule, step: string, inherited: Comparison | null): Rule | null => {
  const passing = rule.longer.filter(({ steps }) => steps[0] === step)
  if (inherited === null && passing.length === 0) return null
  return arrive({
    comparison: inherited,
    field: inherited === null ? joinField(rule.field, step) : rule.field,
    exact: inherited !== null || step === '*',
    longer: passing.map((path) => ({ ...path, steps: path.steps.slice(1) })),
  })
}

const arrive = (rule: Rule): Rule => {
  const here = rule.longer.find(({ steps }) => steps.length === 0)
  return here === undefined
    ? rule
    : {
        ...rule,
        comparison: here.comparison,
        field: here.field,
        longer: rule.longer.filter(({ steps }) => steps.length > 0),
      }
}
