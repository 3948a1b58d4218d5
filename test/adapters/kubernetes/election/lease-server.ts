/** A server of one Lease, with optimistic concurrency. */
import type { ApiCall, Reply } from '../../../../src/adapters/kubernetes/index.js'

/** The record of a lease. */
export type Spec = Readonly<Record<string, string | number>>

/** The server. */
export interface LeaseServer {
  readonly answer: (call: ApiCall) => Reply
  readonly spec: () => Spec
  readonly edit: (change: Spec) => void
}

interface Body {
  readonly metadata: { readonly name: string; readonly resourceVersion?: string }
  readonly spec: Spec
}

const status = (code: number, reason: string): Reply => ({
  status: code,
  body: { kind: 'Status', reason, code, message: reason, details: { name: 'cleaner' } },
})

/** A server that has no lease yet. */
export const leaseServer = (): LeaseServer => {
  let version = 0
  let lease: Body | undefined
  const store = ({ metadata, spec }: Body): Body => {
    version += 1
    lease = { metadata: { ...metadata, resourceVersion: String(version) }, spec }
    return lease
  }
  return {
    answer: ({ method, body }) => {
      if (method === 'GET') return lease === undefined ? status(404, 'NotFound') : { status: 200, body: lease }
      const given = body as Body
      if (method === 'POST')
        return lease === undefined ? { status: 201, body: store(given) } : status(409, 'AlreadyExists')
      if (lease === undefined) return status(404, 'NotFound')
      return given.metadata.resourceVersion === lease.metadata.resourceVersion
        ? { status: 200, body: store(given) }
        : status(409, 'Conflict')
    },
    spec: () => lease?.spec ?? {},
    edit: (change) => {
      if (lease !== undefined) store({ ...lease, spec: { ...lease.spec, ...change } })
    },
  }
}
