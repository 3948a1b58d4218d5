import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../src/apiserver/index.js'
import { scopes_1_36 } from '../../src/apiserver/scopes.js'
import { renderTree } from '../../src/render/index.js'
import { type DiagnosisView, diagnosisTree, diagnosisView } from '../../src/view/index.js'
import { deleted, everything, noon, object, scopes, to } from '../controllers/owner/build.js'
import { blocking, diagnosisOf, namespace, pod } from '../simulate/cascade/cluster.js'
import { expectPlain } from './plain.js'

const viewOf = (objects: ReadonlyArray<WholeObject>, uid: string): DiagnosisView => {
  const view = diagnosisView(
    diagnosisOf({ at: noon, objects, scopes: [...scopes, ...scopes_1_36.scopes], coverage: everything }, uid),
  )
  expectPlain(view)
  return view
}
const ghost = to('g', { apiVersion: 'gone.example.com/v1', kind: 'Ghost' })

describe('why an object is still here', () => {
  it('says of one that stays what keeps it, and that nobody has to act', () => {
    expect(viewOf([object('a'), object('b', [to('a')])], 'b')).toMatchObject({
      state: 'stays',
      said: 'ConfigMap ns/b stays',
      why: [{ reason: 'SolidOwner' }],
      holds: [],
      next: [{ who: 'NotNeeded', said: 'nobody has to act: it is not being deleted' }],
      edits: [],
      namespace: null,
      definition: null,
    })
  })

  it('names whose finalizer holds it, and the edit that would end it although nobody needs it', () => {
    const { said, holds, next, edits, waits } = viewOf([object('a', [], deleted('example.com/x'))], 'a')
    expect(said).toBe('ConfigMap ns/a is being deleted')
    expect(holds).toEqual([
      {
        reason: 'Finalizer',
        said: 'the finalizer example.com/x holds it until the controller of example.com removes it',
      },
    ])
    expect(next[0].who).toBe('FinalizerController')
    expect(waits).toEqual([expect.objectContaining({ finalizer: 'example.com/x', party: null, isHopeless: false })])
    expect(edits).toEqual([
      { edit: 'RemoveFinalizer', said: 'remove the finalizer example.com/x from ConfigMap ns/a', isNeeded: false },
    ])
  })

  it('names the edit without which it never ends, before those that are not needed', () => {
    const objects = [
      object('a', [], { ...deleted('foregroundDeletion'), finalizers: ['example.com/x', 'foregroundDeletion'] }),
      object('b', [blocking('a'), ghost]),
    ]
    const { state, edits, holds } = viewOf(objects, 'a')
    expect(state).toBe('stuck')
    expect(holds.map(({ reason }) => reason)).toContain('UndeletableDependent')
    expect(edits).toEqual([
      { edit: 'RemoveOwner', said: 'remove the owner reference to Ghost g from ConfigMap ns/b', isNeeded: true },
      { edit: 'RemoveFinalizer', said: 'remove the finalizer example.com/x from ConfigMap ns/a', isNeeded: false },
    ])
  })

  it('tells what is behind it, and the edits of that', () => {
    const held = object('b', [blocking('a')], deleted('example.com/y'))
    const { behind, edits, said, why, holds } = viewOf([object('a', [], deleted('foregroundDeletion')), held], 'a')
    expect(why.map(({ reason }) => reason)).not.toContain('WaitsForBlockingDependents')
    expect(holds.map(({ reason }) => reason)).toContain('BlockingDependents')
    expect(said).toBe('ConfigMap ns/a is being deleted')
    expect(behind.map(({ target, holds }) => [target.id, holds.map(({ reason }) => reason)])).toEqual([
      ['b', ['Finalizer']],
    ])
    expect(edits.map((edit) => edit.said)).toEqual(['remove the finalizer example.com/y from ConfigMap ns/b'])
  })

  it('says what it waits for among the reasons only where nothing is known to hold it', () => {
    const snapshot = {
      at: noon,
      objects: [object('a', [], deleted('foregroundDeletion')), object('b', [blocking('a')], deleted('example.com/y'))],
      scopes: [...scopes, ...scopes_1_36.scopes],
      coverage: everything,
    }
    const { why } = diagnosisView({ ...diagnosisOf(snapshot, 'a'), blockers: [] })
    expect(why.map(({ reason }) => reason)).toContain('WaitsForBlockingDependents')
  })

  it('names the edit of one that nobody deletes and no collector ever will', () => {
    expect(viewOf([object('b', [ghost])], 'b')).toMatchObject({
      state: 'stuck',
      said: 'ConfigMap ns/b is stuck',
      edits: [{ edit: 'RemoveOwner', isNeeded: true }],
    })
  })

  it('needs no edit of one that the collector deletes next', () => {
    expect(viewOf([object('b', [to('gone')])], 'b')).toMatchObject({
      state: 'going',
      said: 'ConfigMap ns/b is about to go',
      edits: [],
    })
  })

  it('tells of a namespace its pods, finalizers, reports and the next look', () => {
    const report = {
      type: 'NamespaceContentRemaining',
      status: 'True',
      reason: 'x',
      message: 'Some\nremain',
      lastTransitionTime: noon.toISOString(),
    }
    const going = {
      ...namespace('ns', { deletionTimestamp: noon }),
      status: { phase: 'Terminating', conditions: [report] },
    }
    const held = object('h', [], deleted('example.com/x'))
    const stopping = {
      ...pod('p', []),
      metadata: { ...pod('p', []).metadata, ...deleted(), deletionGracePeriodSeconds: 30 },
    }
    const view = viewOf([going, held, stopping], 'uid-ns')
    expect(view.namespace).toMatchObject({
      reported: [
        {
          type: 'NamespaceContentRemaining',
          since: '2026-01-01T12:00:00Z',
          message: 'Some\\u000aremain',
          said: 'NamespaceContentRemaining since 2026-01-01T12:00:00.000Z: Some\\u000aremain',
        },
      ],
      pods: [{ id: 'p' }],
      finalizers: [{ finalizer: 'example.com/x', objects: 1, said: 'example.com/x on 1 object: ConfigMap ns/h' }],
    })
    expect(renderTree([diagnosisTree(view)])).toContain('its pods, which go before everything else\n│  └─ Pod ns/p')
  })

  it('names ten pods at most in a tree, and counts the others', () => {
    const going = namespace('ns', { deletionTimestamp: noon })
    const pods = Array.from({ length: 12 }, (_, index) => pod(`p${index}`, []))
    const text = renderTree([diagnosisTree(viewOf([going, ...pods], 'uid-ns'))])
    expect(text).toContain('Pod ns/p9')
    expect(text).not.toContain('Pod ns/p10')
    expect(text).toContain('and 2 others')
    expect(renderTree([diagnosisTree(viewOf([going, ...pods.slice(0, 10)], 'uid-ns'))])).not.toContain('others')
  })
})
