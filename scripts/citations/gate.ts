/** Answers what is wrong with the evidence that is kept: a rule without any that is not listed, and a case that does not show it. */
import type { Catalogue } from './catalogue.js'
import type { Evidence, Proof } from './evidence.js'
import type { Replays } from './replays.js'
import { stands } from './search.js'

/** The decision that a proof inverts, while the sources still have it among those that the rule may be proven by. */
export const decisionOf = ({ labels }: Catalogue, { inverts }: Proof): number => labels.indexOf(inverts)

/** What is wrong with the evidence that is kept; empty when every rule has some, or is listed. */
export const faultsOf = async (
  catalogue: Catalogue,
  replays: Replays,
  kept: Evidence,
): Promise<ReadonlyArray<string>> => {
  const proofs = new Map(kept.proven.map((proof) => [proof.rule, proof]))
  const lacks = new Set(kept.unproven.map(({ rule }) => rule))
  const found: string[] = []
  const decided = catalogue.rules.filter(({ decisions }) => decisions.length > 0)
  for (const rule of decided) {
    const proof = proofs.get(rule.name)
    if (proof === undefined) {
      if (!lacks.has(rule.name)) found.push(`no evidence: ${rule.name}`)
      continue
    }
    if (lacks.has(rule.name)) found.push(`listed without evidence, but has some: ${rule.name}`)
    const decision = decisionOf(catalogue, proof)
    if (decision < 0) found.push(`no such decision any more: ${proof.inverts} (${rule.name})`)
    else if (!(await stands(replays, rule, proof, decision)))
      found.push(`${proof.file} ${proof.case} does not notice that ${proof.inverts} is inverted (${rule.name})`)
  }
  const names = new Set(decided.map(({ name }) => name))
  for (const name of [...proofs.keys(), ...lacks]) if (!names.has(name)) found.push(`no such rule: ${name}`)
  return found
}

/** What is wrong with the length of the list: it is longer than its budget, or shorter, and the budget is still to be lowered. */
export const lengthFaults = ({ unproven }: Pick<Evidence, 'unproven'>, budget: number): ReadonlyArray<string> => {
  const count = unproven.length
  if (count > budget) return [`${count} rules are listed without evidence, and at most ${budget} may be`]
  return count < budget ? [`${count} rules are listed without evidence: lower their budget from ${budget}`] : []
}
