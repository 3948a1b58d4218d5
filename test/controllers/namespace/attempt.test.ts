/** What a sweep of a namespace asks, request by request, and when it comes again: with a server that answers as told. */
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { conditionsOf } from '../../../src/apiserver/definition.js'
import type { ApiRequest } from '../../../src/apiserver/request.js'
import { scopes_1_36 } from '../../../src/apiserver/scopes.js'
import type { Server } from '../../../src/apiserver/server.js'
import { serverOf } from '../../../src/apiserver/server.js'
import type { NamespaceRules } from '../../../src/controllers/namespace/controller.js'
import { namespaceController, namespaceNamed } from '../../../src/controllers/namespace/controller.js'
import { withFindings } from '../../../src/controllers/namespace/conditions.js'
import type { CallAnswer } from '../../../src/controllers/program.js'
import { runProgram } from '../../../src/controllers/program.js'
import { instant, millis } from '../../../src/core/time.js'
import { noon, object } from '../owner/build.js'
import { namespace, pod } from '../../simulate/cascade/cluster.js'

const going = namespace('ns', { deletionTimestamp: noon })
const held = object('h', [], { finalizers: ['x/y'] }, 'Secret')
const deployment = object('d', [], {}, 'Deployment', 'apps/v1')

const begun = (objects: ReadonlyArray<WholeObject>, rules: NamespaceRules = {}) => {
  const server = serverOf(noon, scopes_1_36)(objects)
  const program = namespaceController(rules).reconcile({ ...server, at: noon, covers: () => true })('ns')
  if ('requests' in program) throw new Error('no program')
  return { server, program }
}

/** One reconcile with these answers; nothing is deleted but by them. */
const swept = (
  objects: ReadonlyArray<WholeObject>,
  answer: (request: ApiRequest, server: Server) => CallAnswer = () => ({ _tag: 'Accepted' }),
  rules: NamespaceRules = {},
) => {
  const { server, program } = begun(objects, rules)
  const requests: ApiRequest[] = []
  const end = runProgram({
    get: () => ({ _tag: 'NotFound' }),
    call: (request) => {
      requests.push(request)
      return answer(request, server)
    },
  })(program)
  const troubles = requests.flatMap((request) =>
    request._tag === 'Update' ? conditionsOf(request.object).filter(({ status }) => status === 'True') : [],
  )
  return { end, sent: requests.map(short), failures: troubles.flatMap(failureOf), troubles }
}

const short = (request: ApiRequest): string =>
  request._tag === 'Delete' ? `Delete ${request.object.name}` : request._tag
const failureOf = ({ type, message }: { readonly type: string; readonly message?: string | undefined }) =>
  type === 'NamespaceDeletionContentFailure' ? [message] : []
const failing =
  (kind: string, answer: CallAnswer) =>
  (request: ApiRequest): CallAnswer =>
    request._tag === 'Delete' && request.object.kind === kind ? answer : { _tag: 'Accepted' }

// Hand-derived from sections 2.2 to 2.5 of the specification.
describe('a request of a sweep', () => {
  it.each([
    [{ message: 'connection refused' }, 'connection refused'],
    [{ message: 7 }, 'configmaps could not be deleted'],
    ['reset', 'configmaps could not be deleted'],
  ])('that failed with %j is told of, and tried again', (error, message) => {
    const { end, failures } = swept([going, object('a')], failing('ConfigMap', { _tag: 'Failed', error }))
    expect(failures).toEqual([`Failed to delete all resource types, 1 remaining: ${message}`])
    expect(end.again).toEqual({ _tag: 'Retry' })
    expect(end.failed).toBe(true)
  })

  it('that failed keeps the namespace for the next sweep, though nothing is left', () => {
    const { sent, end } = swept([going, object('a')], (request, server) => {
      if (request._tag !== 'Delete') return { _tag: 'Accepted' }
      server.delete(request.object, request.options)
      return { _tag: 'Failed', error: 'timeout' }
    })
    expect(sent).toEqual(['Delete a', 'Update'])
    expect(end.again).toEqual({ _tag: 'Retry' })
  })

  it('that is refused is not tried again until something changes, whatever else a finalizer holds', () => {
    const refused = failing('ConfigMap', { _tag: 'Conflict', message: 'no' })
    const { end, failures } = swept([going, object('a'), held], refused)
    expect(failures).toEqual([
      'Failed to delete all resource types, 1 remaining: configmaps "Unknown" is forbidden: no',
    ])
    expect(end.again).toEqual({ _tag: 'AfterChange', orAt: undefined, period: undefined })
    expect(end.failed).toBeUndefined()
  })

  it('that is refused is not tried again either where a group can not be discovered as well', () => {
    const refused = failing('ConfigMap', { _tag: 'Conflict', message: 'no' })
    const service: WholeObject = {
      ...object('api', [], { namespace: undefined }, 'APIService', 'apiregistration.k8s.io/v1'),
      spec: { group: 'gone.example', version: 'v1', service: { namespace: 'other', name: 'nobody' } },
    }
    expect(swept([going, object('a'), held, service], refused).end.again).toMatchObject({ period: undefined })
  })

  it('that meant another version is no error by itself', () => {
    const { failures } = swept([going, object('a')], failing('ConfigMap', { _tag: 'Conflict' }))
    expect(failures).toEqual([
      'Failed to delete all resource types, 1 remaining: unexpected items still remain in namespace: ns for gvr: /v1, Resource=configmaps',
    ])
  })

  it('that leaves an object without a finalizer is told of by group, version and resource', () => {
    expect(swept([going, deployment]).failures).toEqual([
      'Failed to delete all resource types, 1 remaining: unexpected items still remain in namespace: ns for gvr: apps/v1, Resource=deployments',
    ])
  })

  it('that leaves objects is no error where a finalizer holds one of the resource', () => {
    expect(swept([going, held, object('b', [], {}, 'Secret')]).failures).toEqual([])
  })

  it('goes to each object once, pods first, or to all under the rules before 1.33', () => {
    const objects = [going, object('a'), pod('p', []), deployment]
    expect(swept(objects).sent).toEqual(['Delete p', 'Update'])
    expect(swept(objects, undefined, { orderedDeletion: false }).sent).toEqual([
      'Delete p',
      'Delete a',
      'Delete d',
      'Update',
    ])
  })

  it('may go to any of the objects first, since they have no order', () => {
    const { program } = begun([going, object('a'), object('b'), object('c')])
    const first = (step: typeof program) => (step._tag === 'Call' ? short(step.request) : step._tag)
    const others = program._tag === 'Call' ? program.alternatives?.() : undefined
    expect([first(program), ...(others ?? []).map(first)]).toEqual(['Delete a', 'Delete b', 'Delete c'])
  })

  it('is not sent for conditions that say the same already', () => {
    const told = withFindings(going, { discovery: [], failures: [], remaining: [] })
    expect(swept([told]).sent).toEqual(['FinalizeNamespace'])
    expect(swept([going]).sent).toEqual(['Update', 'FinalizeNamespace'])
  })
})

describe('after a sweep', () => {
  it('that a finalizer holds up, the next comes after eight seconds, and without a clock after any change', () => {
    const again = (rules: NamespaceRules) => swept([going, held], undefined, rules).end.again
    expect(again({})).toEqual({ _tag: 'AfterChange', orAt: undefined, period: millis(8000) })
    expect(again({ delay: millis(0) })).toEqual({ _tag: 'AfterChange', orAt: undefined, period: undefined })
  })

  it('that pods hold up, the next comes at a beat after their grace, and without a clock when it ends', () => {
    const orAt = (rules: NamespaceRules) => swept([going, pod('p', [])], undefined, rules).end.again
    expect(orAt({})).toMatchObject({ orAt: instant(noon.getTime() + 32_000) })
    expect(orAt({ delay: millis(0) })).toMatchObject({ orAt: instant(noon.getTime() + 30_000) })
  })

  it('what nothing serves is not counted', () => {
    expect(swept([going, object('g', [], {}, 'Ghost', 'gone.example.com/v1')]).troubles).toEqual([])
  })
})

it('the address of a namespace is that of its resource', () => {
  expect(namespaceNamed('ns')).toEqual({ apiVersion: 'v1', kind: 'Namespace', resource: 'namespaces', name: 'ns' })
})
