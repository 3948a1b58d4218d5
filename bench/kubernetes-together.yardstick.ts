/**
 * Answers the least that a plain port of the controllers has to do, without reasons: know every uid and node, look at the
 * owners of every object, at the node of every pod, and at the end of every Job.
 */
import type { WholeObject } from '../src/apiserver/index.js'
import { compareText } from '../src/internal/lists.js'

interface Contents {
  readonly nodeName?: string
  readonly ttlSecondsAfterFinished?: number
}

interface Status {
  readonly phase?: string
  readonly conditions?: ReadonlyArray<{
    readonly type: string
    readonly status: string
    readonly lastTransitionTime: Date
  }>
}

/** Uids of what goes: pods over no limit and of lost nodes, then expired Jobs by their ends and names, then what nobody owns. */
export const naiveTogether = (at: Date, objects: ReadonlyArray<WholeObject>): ReadonlyArray<string> => {
  const uids = new Set<string>()
  const nodes = new Set<string>()
  for (const { kind, metadata } of objects) {
    uids.add(metadata.uid)
    if (kind === 'Node') nodes.add(metadata.name)
  }
  const lost: string[] = []
  const orphans: string[] = []
  const expired: { readonly object: WholeObject; readonly end: number }[] = []
  for (const object of objects) {
    const { kind, metadata } = object
    const { nodeName, ttlSecondsAfterFinished: ttl } = (object.spec ?? {}) as Contents
    if (kind === 'Pod' && nodeName !== undefined && !nodes.has(nodeName)) lost.push(metadata.uid)
    if (kind === 'Job' && ttl !== undefined) {
      const { conditions = [] } = (object.status ?? {}) as Status
      const done = conditions.find(
        ({ type, status }) => (type === 'Complete' || type === 'Failed') && status === 'True',
      )
      const end = done === undefined ? Infinity : done.lastTransitionTime.getTime() + ttl * 1000
      if (end <= at.getTime()) expired.push({ object, end })
    }
    const owners = metadata.ownerReferences ?? []
    if (owners.length > 0 && !owners.some(({ uid }) => uids.has(uid))) orphans.push(metadata.uid)
  }
  expired.sort(
    ({ object: { metadata: a }, end }, { object: { metadata: b }, end: other }) =>
      end - other || compareText(a.namespace ?? '', b.namespace ?? '') || compareText(a.name, b.name),
  )
  return [...lost, ...expired.map(({ object }) => object.metadata.uid), ...orphans]
}
