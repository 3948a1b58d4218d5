/**
 * Answers what was captured of cascades of a live control plane: lists of kubectl, and the server's log of requests.
 */
import { readFileSync } from 'node:fs'
import { either as E } from 'fp-ts'

import type { WholeObject } from '../../../src/apiserver/index.js'
import type { Request } from '../../../src/controllers/owner/memory/index.js'
import type { CascadeCall } from '../../../src/simulate/cascade/index.js'
import { scopes_1_36 } from '../../../src/apiserver/scopes.js'
import type { Snapshot } from '../../../src/controllers/owner/index.js'
import { decodeKubectlObjects } from '../../../src/decode/kubectl/objects.js'

export const read = (file: string): string => readFileSync(`captures/kubectl/${file}`, 'utf8')

/** Objects of several lists. */
export const listed = (...files: ReadonlyArray<string>): ReadonlyArray<WholeObject> =>
  files.flatMap((file) => {
    const listing = decodeKubectlObjects(read(file))
    if (E.isLeft(listing)) throw new Error(JSON.stringify(listing.left))
    return listing.right.objects
  })

/** A cluster of these objects, of which nothing is hidden. */
export const whole = (at: Date, objects: Snapshot['objects']): Snapshot => ({
  at,
  objects,
  scopes: scopes_1_36.scopes,
  coverage: { _tag: 'Everything' },
})

/** One request as the server has written it down. */
export interface Logged {
  readonly by: string
  readonly verb: string
  readonly uri: string
  readonly code: number
  readonly body: unknown
}

interface Line {
  readonly user: { readonly username: string }
  readonly verb: string
  readonly requestURI: string
  readonly responseStatus: { readonly code: number }
  readonly requestObject?: Readonly<Record<string, unknown>>
}

const typeFields = new Set(['kind', 'apiVersion'])

export const logOf = (file: string): ReadonlyArray<Logged> =>
  read(file)
    .trim()
    .split('\n')
    .map((text) => {
      const { user, verb, requestURI, responseStatus, requestObject } = JSON.parse(text) as Line
      const body = Object.fromEntries(Object.entries(requestObject ?? {}).filter(([field]) => !typeFields.has(field)))
      return { by: user.username, verb, uri: requestURI, code: responseStatus.code, body }
    })

export const collector = 'system:serviceaccount:kube-system:generic-garbage-collector'

/** A request of ours as the log has it. */
export const asLogged = (
  request: CascadeCall | { readonly _tag: 'Delete'; readonly object: Request['object']; readonly options: unknown },
) => {
  if (request._tag === 'Create' || request._tag === 'Update') throw new Error(`none was recorded: ${request._tag}`)
  const { apiVersion, namespace, resource, name } = request.object
  const base = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  const uri = `${base}${namespace === undefined ? '' : `/namespaces/${namespace}`}/${resource}/${name}`
  return request._tag === 'Delete'
    ? { verb: 'delete', uri, body: request.options }
    : { verb: 'patch', uri, body: request.patch.body }
}
