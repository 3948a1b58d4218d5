/** Counts the objects of a snapshot by how they end. */
import type { CascadePlan } from '../../simulate/cascade/reason.js'
import { counted } from '../../internal/words.js'
import type { CascadeTotals } from './model.js'

/** Uids of the objects that waves change. */
export const touchedBy = ({ waves }: CascadePlan): ReadonlySet<string> =>
  new Set(waves.flatMap(({ changes }) => changes.map(({ target }) => target.id)))

/** The fates of all objects; what is neither touched nor stuck counts among the others. */
export const totalsOf = ({ stuck, later, outcomes }: CascadePlan, touched: ReadonlySet<string>): CascadeTotals => {
  const told = new Set([...touched, ...stuck.map(({ target }) => target.id)])
  const figure = (targets: CascadePlan['later']): number => targets.filter(({ id }) => told.has(id)).length
  const { gone, terminating, changed, untouched } = outcomes
  const fates = { gone: figure(gone), terminating: figure(terminating), changed: figure(changed) }
  const next = later.filter(({ id }) => !told.has(id)).length
  const all = gone.length + terminating.length + changed.length + untouched.length
  const others = all - fates.gone - fates.terminating - fates.changed - next
  const goLater = next === 0 ? '' : `${next} to go later (once the pods of the namespace are gone), `
  return {
    ...fates,
    later: next,
    others,
    said: `${fates.gone} gone, ${fates.terminating} still being deleted, ${fates.changed} changed, ${goLater}${counted(others, 'other')}`,
  }
}
