/** For tests that state since when each rule of a set of presets has its values. */

/** Of each rule its values, by the first release that has them; releases in the order of the presets. */
export const since = (presets: object): Readonly<Record<string, Readonly<Record<string, unknown>>>> => {
  const rules: Record<string, Record<string, unknown>> = {}
  const latest = new Map<string, unknown>()
  for (const [name, policy] of Object.entries<object>({ ...presets }))
    for (const [rule, value] of Object.entries(policy)) {
      if (latest.has(rule) && JSON.stringify(latest.get(rule)) === JSON.stringify(value)) continue
      latest.set(rule, value)
      rules[rule] = { ...rules[rule], [name.replace('kubernetes_', '').replace('_', '.')]: value }
    }
  return rules
}
