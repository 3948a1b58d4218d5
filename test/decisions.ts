/** For tests that hold each switch of each preset to a decision that it changes. */
import type { Switch } from '../src/core/switch.js'

/** Of each switch, what a policy decides of a snapshot in which this switch matters, as plain data. */
export type Decisions<P> = { readonly [Rule in keyof P]?: (policy: P) => unknown }

/** What each preset decides; for `since`. */
export const decided = <P extends object>(
  presets: Readonly<Record<string, P>>,
  decisions: Decisions<P>,
): Readonly<Record<string, object>> =>
  Object.fromEntries(
    Object.entries(presets).map(([name, policy]) => [
      name,
      Object.fromEntries(Object.keys(decisions).map((rule) => [rule, decisionOf(decisions, rule, policy)])),
    ]),
  )

/**
 * Where the value of a switch in a preset could be another one, and no decision would show it; and switches without a
 * decision. The other values are those of other presets, and those given.
 */
export const unnoticed = <P extends object>(
  presets: Readonly<Record<string, P>>,
  switches: { readonly [Rule in keyof P]-?: Switch<P[Rule]> | 'setting' },
  decisions: Decisions<P>,
  further: { readonly [Rule in keyof P]?: ReadonlyArray<P[Rule]> } = {},
): ReadonlyArray<string> =>
  Object.entries(switches)
    .filter(([, row]) => row !== 'setting')
    .flatMap(([rule]) => {
      const values = [
        ...Object.values(presets).map((policy) => fieldOf(policy, rule)),
        ...listOf(fieldOf(further, rule)),
      ]
      const distinct = [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
      return distinct.length < 2
        ? [`${rule} has one value only`]
        : Object.entries(presets).flatMap(([name, policy]) =>
            distinct
              .filter((value) => JSON.stringify(value) !== JSON.stringify(fieldOf(policy, rule)))
              .filter((value) => same(decisions, rule, policy, { ...policy, [rule]: value }))
              .map((value) => `${name} ${rule} ${JSON.stringify(value)}`),
          )
    })

/** Switches whose row leaves out what somebody reads who compares releases: what is decided, where upstream does, by which gate, and a situation. */
export const untold = (switches: Readonly<Record<string, Switch | 'setting'>>): ReadonlyArray<string> =>
  Object.entries(switches)
    .filter(([, row]) => row !== 'setting' && !(isClause(row) && isCited(row) && isGated(row) && isPictured(row)))
    .map(([rule]) => rule)

const isClause = ({ decides }: Switch): boolean =>
  /^(whether|how|which|when|what|who|where|from|until|if) .*[^.]$/.test(decides)
const isCited = ({ upstream }: Switch): boolean => /^\S+ v?\d+\.\d+\.\d+ \S+\.\w+ \S/.test(upstream)
const isGated = ({ gate }: Switch): boolean =>
  gate === undefined || (/^[A-Z]\w+$/.test(gate.name) && /\w+ in \d+\.\d+/.test(gate.stages))
const isPictured = ({ example }: Switch): boolean => example === undefined || /\w.*: .*\w/s.test(example)

const same = <P extends object>(decisions: Decisions<P>, rule: string, one: P, other: P): boolean =>
  JSON.stringify(decisionOf(decisions, rule, one)) === JSON.stringify(decisionOf(decisions, rule, other))

const decisionOf = <P>(decisions: Decisions<P>, rule: string, policy: P): unknown => {
  const decide = Object.entries<((policy: P) => unknown) | undefined>(decisions).find(([name]) => name === rule)?.[1]
  return decide?.(policy)
}

const fieldOf = (policy: object, rule: string): unknown =>
  Object.entries<unknown>({ ...policy }).find(([name]) => name === rule)?.[1]

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
