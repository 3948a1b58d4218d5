import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { added, deleted as gone } from '../../../src/apiserver/answer.js'
import type { Condition } from '../../../src/apiserver/definition.js'
import { cleanupFinalizer, conditionsOf } from '../../../src/apiserver/definition.js'
import type { AskOfPlace } from '../../../src/apiserver/scope.js'
import { crdController } from '../../../src/controllers/crd/controller.js'
import { instant, millis } from '../../../src/core/time.js'
import { widget, widgetDefinition } from '../../apiserver/definitions.js'
import { clocked } from '../clocked.js'
import type { Clocked } from '../clocked.js'
import { deleted, noon, object } from '../owner/build.js'

const address = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  resource: 'customresourcedefinitions',
  name: 'widgets.example.com',
}
const instance = { apiVersion: 'example.com/v1', kind: 'Widget', resource: 'widgets', namespace: 'ns', name: 'w' }
const terminating = { deletionTimestamp: noon, finalizers: [cleanupFinalizer] }
/** A definition that somebody else holds as well, so that its conditions can be read in the end. */
const going = widgetDefinition('widgets', { deletionTimestamp: noon, finalizers: ['x/y', cleanupFinalizer] })
const running = (objects: ReadonlyArray<WholeObject>, covers?: AskOfPlace<boolean>): Clocked =>
  clocked([crdController()], objects, covers === undefined ? {} : { covers })
const condition = ({ server }: Clocked): Condition | undefined =>
  conditionsOf(server.get(address) ?? going).find(({ type }) => type === 'Terminating')

describe('the finalizer controller of definitions', () => {
  it('is woken by definitions that it holds and that are being deleted, and works on five at once', () => {
    const { keysOf, workers } = crdController()
    expect(keysOf(added(going))).toEqual(['widgets'])
    expect(
      [
        gone(going),
        added(widgetDefinition('d', { finalizers: [cleanupFinalizer] })),
        added(widgetDefinition('d', deleted('x/y'))),
        added(object('a', [], terminating)),
      ].flatMap(keysOf),
    ).toEqual([])
    expect(workers).toBe(5)
  })

  it('deletes every instance, then lets go of the definition', () => {
    const elsewhere = { ...widget('v'), metadata: { ...widget('v').metadata, namespace: 'other' } }
    const { server, acts } = running([widgetDefinition('d', terminating), widget('w'), elsewhere, object('a')])
    expect(acts()).toEqual([
      '0 s: DefinitionReported, CustomResourceDefinition widgets.example.com changed',
      '0 s: DefinitionDeleted, Widget w gone',
      '0 s: DefinitionDeleted, Widget v gone',
      '0 s: DefinitionReported, CustomResourceDefinition widgets.example.com changed',
      '0 s: InstancesGone, CustomResourceDefinition widgets.example.com gone',
    ])
    expect(server.list().map(({ metadata }) => metadata.uid)).toEqual(['a'])
  })

  it('says that it has removed all instances, where another finalizer keeps the definition', () => {
    const cluster = running([going, widget('w')])
    cluster.acts()
    expect(cluster.server.get(address)?.metadata.finalizers).toEqual(['x/y'])
    expect(condition(cluster)).toEqual({
      type: 'Terminating',
      status: 'False',
      reason: 'InstanceDeletionCompleted',
      message: 'removed all instances',
    })
  })

  it('waits for instances that are held, says so, and goes on when they are gone', () => {
    const cluster = running([going, widget('w', { finalizers: ['x/y'] }), widget('v')])
    expect(cluster.acts()).toEqual([
      '0 s: DefinitionReported, CustomResourceDefinition widgets.example.com changed',
      '0 s: DefinitionDeleted, Widget w changed',
      '0 s: DefinitionDeleted, Widget v gone',
    ])
    expect(condition(cluster)).toEqual({
      type: 'Terminating',
      status: 'True',
      reason: 'InstanceDeletionInProgress',
      message: 'CustomResource deletion is in progress',
    })
    expect(cluster.server.get(address)?.metadata.finalizers).toEqual(['x/y', cleanupFinalizer])
    cluster.server.update(instance, { finalizers: [] })
    expect(cluster.acts()).toEqual([
      '10 s: DefinitionReported, CustomResourceDefinition widgets.example.com changed',
      '10 s: InstancesGone, CustomResourceDefinition widgets.example.com changed',
    ])
  })

  it('looks for instances every five seconds, counted from the first look', () => {
    const cluster = running([going, widget('w', { finalizers: ['x/y'] })])
    cluster.acts()
    cluster.clock.now = instant(noon.getTime() + 42_000)
    cluster.server.update(instance, { finalizers: [] })
    expect(cluster.acts()[0]).toBe('45 s: DefinitionReported, CustomResourceDefinition widgets.example.com changed')
  })

  it('looks after every change where it has no time', () => {
    const cluster = clocked([crdController({ looksEvery: millis(0) })], [going, widget('w', { finalizers: ['x/y'] })])
    cluster.acts()
    cluster.server.update(instance, { finalizers: [] })
    expect(cluster.acts()[0]).toBe('0 s: DefinitionReported, CustomResourceDefinition widgets.example.com changed')
  })

  it('keeps finalizers of the collector on instances, unlike a sweep of a namespace', () => {
    const waiting = widget('w', deleted('foregroundDeletion'))
    expect(running([going, waiting]).acts()).toEqual([
      '0 s: DefinitionReported, CustomResourceDefinition widgets.example.com changed',
    ])
  })

  it('deletes what nobody may delete by request', () => {
    const { acts } = clocked([crdController()], [going, widget('w')], { admitDelete: () => 'no' })
    expect(acts()).toContain('0 s: DefinitionDeleted, Widget w gone')
  })

  // Hand-derived from section 3, rule 3, of the specification.
  it('touches no instance of a definition that was never established', () => {
    const established = (status: string) =>
      widgetDefinition(
        'widgets',
        { ...terminating, finalizers: ['x/y', cleanupFinalizer] },
        {},
        { conditions: [{ type: 'Established', status }] },
      )
    const cluster = running([established('False'), widget('w')])
    expect(cluster.acts()).toEqual([
      '0 s: DefinitionReported, CustomResourceDefinition widgets.example.com changed',
      '0 s: InstancesGone, CustomResourceDefinition widgets.example.com changed',
    ])
    expect(condition(cluster)).toEqual({
      type: 'Terminating',
      status: 'False',
      reason: 'NeverEstablished',
      message: 'resource was never established',
    })
    expect(running([established('True'), widget('w')]).acts()).toContain('0 s: DefinitionDeleted, Widget w gone')
    expect(
      running([established('Unknown'), widget('w')])
        .acts()
        .join(),
    ).not.toContain('DefinitionDeleted')
  })

  // Hand-derived from section 3, rule 3, of the specification.
  it.each(['apiservices.apiregistration.k8s.io', 'customresourcedefinitions.apiextensions.k8s.io'])(
    'touches no object where a definition is named as the built-in %s',
    (name) => {
      const overlapping = widgetDefinition('d', {
        name,
        deletionTimestamp: noon,
        finalizers: ['x/y', cleanupFinalizer],
      })
      const { server, acts } = running([overlapping, widget('w')])
      expect(acts()).toEqual([
        `0 s: DefinitionReported, CustomResourceDefinition ${name} changed`,
        `0 s: InstancesGone, CustomResourceDefinition ${name} changed`,
      ])
      expect(conditionsOf(server.find('d') ?? overlapping)).toEqual([
        {
          type: 'Terminating',
          status: 'False',
          reason: 'OverlappingBuiltInResource',
          message: 'instances overlap with built-in resources in storage',
        },
      ])
    },
  )

  it('holds a definition whose instances may not all be shown, and deletes those that are', () => {
    const cluster = running([going, widget('w')], (_apiVersion, kind) => kind !== 'Widget')
    expect(cluster.acts()).toEqual([
      '0 s: DefinitionReported, CustomResourceDefinition widgets.example.com changed',
      '0 s: DefinitionDeleted, Widget w gone',
    ])
    expect(cluster.server.get(address)?.metadata.finalizers).toContain(cleanupFinalizer)
  })

  it('holds a definition of which one version may not all be shown', () => {
    const version = (name: string) => ({ name, served: true, storage: name === 'v1' })
    const two = widgetDefinition('d', terminating, { versions: [version('v1'), version('v2')] })
    const cluster = running([two], (apiVersion) => apiVersion !== 'example.com/v2')
    expect(cluster.acts()).toEqual(['0 s: DefinitionReported, CustomResourceDefinition widgets.example.com changed'])
  })

  it('takes no other condition for the one that it is established', () => {
    const status = { conditions: [{ type: 'NamesAccepted', status: 'False' }] }
    const { acts } = running([widgetDefinition('d', terminating, {}, status), widget('w')])
    expect(acts()).toContain('0 s: DefinitionDeleted, Widget w gone')
  })

  it('holds a definition that does not say which kind it stands for', () => {
    for (const spec of [undefined, null, 'text', {}])
      expect(running([{ ...widgetDefinition('d', terminating), spec }, widget('w')]).acts()).toEqual([
        '0 s: DefinitionReported, CustomResourceDefinition widgets.example.com changed',
      ])
  })
})
