import { expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/object.js'
import { scopes_1_36 } from '../../../src/apiserver/scopes.js'
import { serverOf } from '../../../src/apiserver/server.js'
import { relabelPod, callsIn } from '../../../src/controllers/history/action.js'

const at = new Date('2026-01-01T12:00:00Z')

it('a pod that gets the label of another revision keeps all else, as the pod is by then', () => {
  const listed: WholeObject = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'ns', name: 'p', uid: 'u' },
    spec: { nodeName: 'n' },
  }
  const labels = { app: 'web', 'controller-revision-hash': 'old' }
  const now = { ...listed, metadata: { ...listed.metadata, labels } }
  expect(
    callsIn()(relabelPod('new')(listed), listed, { at, covers: () => true, ...serverOf(at, scopes_1_36)([now]) }),
  ).toEqual([
    {
      request: {
        _tag: 'Update',
        object: { ...now, metadata: { ...now.metadata, labels: { app: 'web', 'controller-revision-hash': 'new' } } },
      },
    },
  ])
})
