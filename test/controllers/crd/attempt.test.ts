/** What the finalizer controller of definitions asks, request by request, while others change the cluster as well. */
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { cleanupFinalizer, withCondition } from '../../../src/apiserver/definition.js'
import type { ApiRequest } from '../../../src/apiserver/request.js'
import { extendScopes } from '../../../src/apiserver/scope.js'
import { scopes_1_36 } from '../../../src/apiserver/scopes.js'
import { serverOf } from '../../../src/apiserver/server.js'
import { crdController } from '../../../src/controllers/crd/controller.js'
import { runProgram } from '../../../src/controllers/program.js'
import { widget, widgetDefinition } from '../../apiserver/definitions.js'
import { widgets } from '../clocked.js'
import { noon } from '../owner/build.js'

const going = widgetDefinition('widgets', { deletionTimestamp: noon, finalizers: [cleanupFinalizer] })
const inProgress = {
  type: 'Terminating',
  status: 'True',
  reason: 'InstanceDeletionInProgress',
  message: 'CustomResource deletion is in progress',
}

const begun = (objects: ReadonlyArray<WholeObject>, scopes = extendScopes([widgets])(scopes_1_36)) => {
  const gone = new Set<string>()
  const server = serverOf(noon, scopes)(objects)
  const find = (uid: string) => (gone.has(uid) ? undefined : server.find(uid))
  const program = crdController().reconcile({ ...server, find, at: noon, covers: () => true })('widgets')
  if ('requests' in program) throw new Error('no program')
  return { gone, program }
}
const short = (request: ApiRequest): string =>
  request._tag === 'Delete' ? `Delete ${request.object.name}` : request._tag
/** What it asks where somebody removes the definition after so many requests. */
const asked = (objects: ReadonlyArray<WholeObject>, until = Infinity, scopes?: typeof scopes_1_36) => {
  const { gone, program } = begun(objects, scopes)
  const sent: string[] = []
  runProgram({
    get: () => ({ _tag: 'NotFound' }),
    call: (request) => {
      sent.push(short(request))
      if (sent.length >= until) gone.add('widgets')
      return { _tag: 'Accepted' }
    },
  })(program)
  return sent
}

// Hand-derived from section 3 of the specification.
describe('the finalizer controller of definitions', () => {
  it('is named', () => {
    expect(crdController().name).toBe('crd-finalizer')
  })

  it('stops without a word where somebody else removes the definition meanwhile', () => {
    expect([asked([going]), asked([going], 2), asked([going], 1)]).toEqual([
      ['Update', 'Update', 'Update'],
      ['Update', 'Update'],
      ['Update'],
    ])
  })

  it('does not write a condition that is there already', () => {
    expect(asked([withCondition(going, inProgress), widget('w')])).toEqual(['Delete w'])
  })

  it('deletes no instance of what nothing serves, and goes on with the others', () => {
    const objects = [going, widget('old', {}, 'example.com/v0'), widget('w')]
    expect(asked(objects)).toEqual(['Update', 'Delete w'])
    expect(asked(objects, Infinity, scopes_1_36)).toEqual(['Update'])
  })

  it('may delete any of the instances first, since they have no order', () => {
    const { program } = begun([withCondition(going, inProgress), widget('a'), widget('b'), widget('c')])
    const first = (step: typeof program) => (step._tag === 'Call' ? short(step.request) : step._tag)
    const others = program._tag === 'Call' ? program.alternatives?.() : undefined
    expect([first(program), ...(others ?? []).map(first)]).toEqual(['Delete a', 'Delete b', 'Delete c'])
  })
})
