import { describe, expect, it } from 'vitest'

import { requestDelete } from '../../src/apiserver/delete.js'
import {
  cleanupFinalizer,
  conditionsOf,
  definedKind,
  definedScopes,
  isDefinition,
  isInstanceOf,
  notEstablished,
  withCondition,
} from '../../src/apiserver/definition.js'
import { objectAfter } from '../../src/apiserver/answer.js'
import { noon, object } from '../controllers/owner/build.js'
import { widget, widgetDefinition } from './definitions.js'

const definition = widgetDefinition()
const named = (spec: object) => widgetDefinition('d', {}, spec)

describe('a definition', () => {
  it('is one of the API group for extensions, of whatever version', () => {
    expect(isDefinition(definition)).toBe(true)
    expect(isDefinition({ ...definition, apiVersion: 'apiextensions.k8s.io/v1beta1' })).toBe(true)
    expect(isDefinition({ ...definition, apiVersion: 'example.com/v1' })).toBe(false)
    expect(isDefinition(object('a'))).toBe(false)
  })

  it('stands for one kind of a group, whose objects may have any version', () => {
    expect(definedKind(definition)).toEqual({ group: 'example.com', kind: 'Widget' })
    const isWidget = isInstanceOf({ group: 'example.com', kind: 'Widget' })
    expect([widget('w'), widget('w', {}, 'example.com/v2'), widget('w', {}, 'v1'), object('a')].map(isWidget)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it.each([
    ['no group', { group: undefined }],
    ['a group that is a number', { group: 7 }],
    ['no names', { names: null }],
    ['a kind that is a list', { names: { kind: ['Widget'] } }],
  ])('stands for nothing with %s', (_what, spec) => {
    expect(definedKind(named(spec))).toBeUndefined()
    expect(definedScopes(named(spec))).toEqual([])
  })

  it('adds a scope for each version that it serves', () => {
    const versions = [{ name: 'v1' }, { name: 'v2', served: false }, { name: 'v3', served: true }]
    const scope = { kind: 'Widget', resource: 'widgets', strategicMergePatch: false }
    expect(definedScopes(named({ versions }))).toEqual([
      { ...scope, apiVersion: 'example.com/v1', namespaced: true },
      { ...scope, apiVersion: 'example.com/v3', namespaced: true },
    ])
    expect(definedScopes(named({ scope: 'Cluster' }))).toMatchObject([{ namespaced: false }])
  })

  it('adds no scope for a version without a name, nor where versions or the plural are not what they should be', () => {
    expect(definedScopes(named({ versions: [null, {}, { name: 7 }, 'v1'] }))).toEqual([])
    expect(definedScopes(named({ versions: { name: 'v1' } }))).toEqual([])
    expect(definedScopes(named({ names: { kind: 'Widget', plural: 7 } }))).toEqual([])
  })

  it('whose names another one has is not established', () => {
    expect(conditionsOf(notEstablished(definition)).map(({ type, status, reason }) => [type, status, reason])).toEqual([
      ['NamesAccepted', 'False', 'KindConflict'],
      ['Established', 'False', 'NotAccepted'],
    ])
  })
})

describe('conditions', () => {
  const ready = { type: 'Ready', status: 'True', reason: 'Works', message: 'all is well' }

  it('are those that have a type and a status', () => {
    const conditions = [null, 'Ready', { type: 'Ready' }, { status: 'True' }, { type: 7, status: 'True' }, ready]
    expect(conditionsOf({ ...definition, status: { conditions } })).toEqual([ready])
    for (const status of [undefined, null, 'text', [], { conditions: 'none' }])
      expect(conditionsOf({ ...definition, status })).toEqual([])
  })

  it('are set in their place, and at the end where they are new', () => {
    const other = { type: 'Other', status: 'True' }
    const before = { ...definition, status: { conditions: [ready, other], phase: 'x' } }
    const failed = { ...ready, status: 'False' }
    expect(withCondition(before, failed).status).toEqual({ conditions: [failed, other], phase: 'x' })
    const last = { type: 'Last', status: 'True' }
    expect(withCondition(before, last).status).toEqual({ conditions: [ready, other, last], phase: 'x' })
    expect(withCondition(definition, ready).status).toEqual({ conditions: [ready] })
  })

  it('that say the same already leave the very object', () => {
    const before = { ...definition, status: { conditions: [{ ...ready, lastTransitionTime: 'x' }] } }
    expect(withCondition(before, { ...ready })).toBe(before)
    for (const change of [{ reason: 'Other' }, { message: 'other' }, { status: 'False' }])
      expect(withCondition(before, { ...ready, ...change })).not.toBe(before)
  })
})

// Hand-derived from section 3, rules 1 and 6, of the specification.
describe('a request to delete a definition', () => {
  const ask = (options: Parameters<ReturnType<typeof requestDelete>>[0], before = definition) =>
    requestDelete(noon)(options)(before)
  const marked = (options = {}) => objectAfter(definition, ask(options)) ?? definition

  it.each(['Background', 'Foreground', 'Orphan', undefined])(
    'marks it for its instances to be deleted, whatever its policy: %s',
    (propagationPolicy) => {
      const { metadata, status } = marked({ propagationPolicy })
      expect(metadata.finalizers).toEqual([cleanupFinalizer])
      expect([metadata.deletionTimestamp, metadata.deletionGracePeriodSeconds]).toEqual([noon, undefined])
      expect(status).toEqual({
        conditions: [
          {
            type: 'Terminating',
            status: 'True',
            reason: 'InstanceDeletionPending',
            message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
          },
        ],
      })
    },
  )

  it('keeps its other finalizers, and adds its own once', () => {
    const held = widgetDefinition('d', { finalizers: ['x/y', cleanupFinalizer] })
    expect(objectAfter(held, ask({}, held))?.metadata.finalizers).toEqual(['x/y', cleanupFinalizer])
    const other = widgetDefinition('d', { finalizers: ['x/y'] })
    expect(objectAfter(other, ask({}, other))?.metadata.finalizers).toEqual(['x/y', cleanupFinalizer])
  })

  it('is an ordinary one once it is being deleted: then its policy counts', () => {
    const again = objectAfter(marked(), ask({ propagationPolicy: 'Orphan' }, marked()))
    expect(again?.metadata.finalizers).toEqual([cleanupFinalizer, 'orphan'])
    expect(ask({}, { ...marked(), metadata: { ...marked().metadata, finalizers: [] } })._tag).toBe('Gone')
  })

  it('is refused where a precondition does not hold', () => {
    expect(ask({ preconditions: { uid: 'other' } })).toMatchObject({ code: 409 })
  })
})
