/** Clients of a server that says otherwise which groups it serves. */
import { either as E } from 'fp-ts'

import type { Client } from '../../../src/adapters/kubernetes/index.js'

/** A group of an aggregated discovery. */
export interface Group {
  readonly metadata?: { readonly name?: string }
  readonly versions: ReadonlyArray<object>
}

type Groups = ReadonlyArray<Group>

/** The client of a server whose groups are changed whenever it is asked for them. */
export const withGroups =
  (change: (groups: Groups) => Groups) =>
  ({ send, open }: Client): Client => ({
    open,
    send: (call) => async () => {
      const answer = await send(call)()
      if (call.path !== '/apis' || E.isLeft(answer)) return answer
      const body = answer.right.body as { readonly items: Groups }
      return E.right({ ...answer.right, body: { ...body, items: change(body.items) } })
    },
  })

/** Groups of which the server could not ask one what it serves. */
export const withStale = (name: string | undefined, groups: Groups): Groups =>
  groups.map((group) =>
    group.metadata?.name === name
      ? { ...group, versions: group.versions.map((version) => ({ ...version, freshness: 'Stale', resources: [] })) }
      : group,
  )
