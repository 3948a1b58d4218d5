/**
 * Notes on what the output of `ctr` leaves unknown: one for all namespaces, with the command that shows more and the
 * flag that states it.
 */
import { option as O } from 'fp-ts'

import type { CtrNote } from '../../decode/index.js'
import { statementFlag } from './statements.js'

/** One line for everything that is open. */
export const sayNotes = (notes: ReadonlyArray<CtrNote>): ReadonlyArray<string> => {
  const alike = new Map<string, CtrNote[]>()
  for (const note of notes) {
    const before = alike.get(note.note)
    if (before === undefined) alike.set(note.note, [note])
    else before.push(note)
  }
  return [...alike.values()].map(sayAlike)
}

const sayAlike = (notes: ReadonlyArray<CtrNote>): string => {
  const namespaces = notes.map(({ namespace }) => namespace).filter((name) => name !== '')
  const [first] = notes
  if (first === undefined) return ''
  const several = namespaces.length > 1
  const run = several ? first.run.replace(`-n ${first.namespace} `, '-n NS ') : first.run
  const ways = [
    ...(run === '' ? [] : [`run ${run}`]),
    ...(O.isSome(first.statement) ? [`state --${statementFlag(first.statement.value)}`] : []),
  ]
  const about = namespaces.length === 0 ? '' : `${namespaces.join(', ')}: `
  return `${about}${first.note}${ways.length === 0 ? '' : `; ${ways.join(', or ')}`}`
}
