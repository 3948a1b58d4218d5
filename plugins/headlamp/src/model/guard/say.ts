/** Says why guards refuse a deletion, and what to do about it. */
import type { Target } from 'gcplan/controllers/owner'
import { type GuardRefusal, type Protection, explainProtection, explainRefusal } from 'gcplan/guard'
import { explainEdit } from 'gcplan/simulate/cascade'
import type { Deletion } from '../deletion.js'
import { type Finding, rules } from './judge.js'
import { type ClusterGuards, guardsName } from './settings.js'

/** Why a deletion is refused, and what to do about it. */
export interface RefusalLine {
  /** At least one. */
  readonly said: ReadonlyArray<string>
  readonly todo: string
}

interface Line {
  readonly said: string
  readonly todo: string
}

/** What to do, each once, with all that asks for it: refusals of the whole first, then in the order of what goes. */
export const sayRefusals = (
  guards: ClusterGuards,
  findings: ReadonlyArray<Finding>,
  deletion: Deletion,
): ReadonlyArray<RefusalLine> => {
  const lines = findings.map((finding) =>
    finding._tag === 'Refused'
      ? sayRefusal(finding.refusal)
      : {
          said: `${nameOf(finding.target)}: ${sayProtection(finding.protection)}`,
          todo: todoFor(guards, finding.target, finding.protection, deletion),
        },
  )
  const todos = [...new Set(lines.map(({ todo }) => todo))]
  return todos.map((todo) => ({ todo, said: lines.filter((line) => line.todo === todo).map(({ said }) => said) }))
}

const sayRefusal = (refusal: GuardRefusal): Line => ({
  said: explainRefusal(refusal),
  todo: todoForWhole(refusal),
})

const todoForWhole = (refusal: GuardRefusal): string => {
  switch (refusal._tag) {
    case 'OverMaxCount':
      return 'Delete what it owns first, in smaller parts, or choose Orphan to leave it behind.'
    case 'NotCovered':
      return 'Let somebody delete it who may list these kinds, or ask for the right to list them.'
    default:
      return `Ask whoever keeps ${guardsName}.`
  }
}

const sayProtection = (protection: Protection): string => {
  if (protection._tag === 'ProtectedByRule') {
    if (protection.rule === rules.dataLoss) return 'its data would be lost'
    if (protection.rule === rules.endless) return 'it would never go without an edit'
    if (protection.rule === rules.namespace) return 'this namespace is protected'
  }
  // Its sentence about the data says it all.
  if (protection._tag === 'EvidenceMissing' && protection.rule === rules.dataLoss) return protection.because
  return explainProtection(protection)
}

const todoFor = (guards: ClusterGuards, { id }: Target, protection: Protection, { plan }: Deletion): string => {
  switch (protection._tag) {
    case 'ProtectedByLabel':
      return `If it may go, take its label ${protection.label} off first.`
    case 'ProtectedByRule':
    case 'EvidenceMissing': {
      if (protection.rule === rules.dataLoss)
        return 'Back the data up, and set the reclaim policy of its volume to Retain, before you delete it.'
      const edits = plan.never.filter(({ target }) => target.id === id).map(({ edit }) => explainEdit(edit))
      if (protection.rule === rules.endless && edits.length > 0) return `First ${edits.join('; ')}.`
      return askWhoKeeps(guards)
    }
    default:
      return askWhoKeeps(guards)
  }
}

const askWhoKeeps = (guards: ClusterGuards): string =>
  guards._tag === 'Unreadable'
    ? `This is refused only while ${guardsName} cannot be read. See to that first.`
    : `Ask whoever keeps ${guardsName}, which protects it.`

const nameOf = ({ kind, namespace, name }: Target): string =>
  `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`
