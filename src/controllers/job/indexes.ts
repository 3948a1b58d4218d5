/**
 * Completion indexes: which one a pod has, and lists of them as the status prints them, e.g. `0-2,5`.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/job/indexed_job_utils.go parseIndexesFromString
 */
import { elementAt, ownField } from '../../internal/lists.js'
import type { WholeObject } from '../../apiserver/object.js'

/** The annotation and label with the index of a pod. */
export const indexKey = 'batch.kubernetes.io/job-completion-index'

/** The index of a pod; nothing where it has none that can be read. */
export const indexOf = ({ metadata: { annotations, labels } }: WholeObject): number | undefined => {
  const text = ownField(annotations, indexKey) ?? ownField(labels, indexKey)
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

/** A printed list; indexes from `limit` on are left out. */
export const parseIndexes = (text: unknown, limit: number): ReadonlySet<number> => {
  const indexes = new Set<number>()
  if (typeof text !== 'string') return indexes
  for (const part of text.split(',')) {
    const match = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(part)
    if (match === null) continue
    const first = Number(match[1])
    const last = Math.min(limit - 1, Number(match[2] ?? match[1]))
    for (let index = first; index <= last; index++) indexes.add(index)
  }
  return indexes
}

/** Indexes as a list that is printed. */
export const printIndexes = (indexes: ReadonlySet<number>): string => {
  const sorted = [...indexes].sort((a, b) => a - b)
  const parts: string[] = []
  for (let from = 0; from < sorted.length;) {
    let to = from
    while (sorted[to + 1] === elementAt(sorted, to) + 1) to++
    parts.push(from === to ? `${sorted[from]}` : `${sorted[from]}-${sorted[to]}`)
    from = to + 1
  }
  return parts.join(',')
}
