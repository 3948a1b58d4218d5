import { describe, expect, it } from 'vitest'

import { scopeTable } from '../../src/apiserver/scope.js'
import { servedKinds } from '../../src/apiserver/definition.js'
import { object } from '../controllers/owner/build.js'
import { widget, widgetDefinition } from './definitions.js'

const configMaps = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  resource: 'configmaps',
  namespaced: true,
  strategicMergePatch: true,
}
const serving = () => servedKinds(scopeTable([configMaps]))
const definition = widgetDefinition()

describe('the kinds that a server serves', () => {
  it('are those that it begins with, and those of definitions', () => {
    const served = serving()
    expect(served.table.find('example.com/v1', 'Widget')).toBeUndefined()
    expect(served.table.scopes.map(({ kind }) => kind)).toEqual(['ConfigMap'])
    served.hold(definition)
    expect(served.define(definition)).toEqual([])
    expect(served.table.find('example.com/v1', 'Widget')).toMatchObject({ resource: 'widgets' })
    expect(served.table.scopes.map(({ kind }) => kind)).toEqual(['ConfigMap', 'Widget'])
    expect(served.table.find('v1', 'ConfigMap')).toBe(configMaps)
  })

  it('keep the scope with which the server began, whatever a definition says', () => {
    const served = serving()
    served.define(widgetDefinition('d', {}, { group: '', names: { kind: 'ConfigMap', plural: 'others' } }))
    expect(served.table.find('v1', 'ConfigMap')).toBe(configMaps)
  })

  it('are told by the first definition of a kind', () => {
    const served = serving()
    served.hold(definition)
    const second = widgetDefinition('second')
    expect([served.isTaken(second), served.definitionOf(widget('w'))]).toEqual([true, 'widgets'])
    served.hold(second)
    expect(served.definitionOf(widget('w'))).toBe('widgets')
    expect(served.definitionOf(object('a'))).toBeUndefined()
  })

  it('lose that of a definition which is withdrawn, and its objects are hidden until it is defined again', () => {
    const served = serving()
    served.hold(definition)
    served.define(definition)
    const instances = [widget('w'), widget('x', {}, 'example.com/v2')]
    expect(served.withdraw(definition, () => [object('a'), ...instances])).toEqual(instances)
    expect(served.table.find('example.com/v1', 'Widget')).toBeUndefined()
    expect(served.table.scopes.map(({ kind }) => kind)).toEqual(['ConfigMap'])
    expect(served.isTaken(definition)).toBe(false)
    const next = widgetDefinition('next')
    served.hold(next)
    expect(served.define(next)).toEqual(instances)
    expect(served.define(next)).toEqual([])
    expect(served.table.find('example.com/v1', 'Widget')).toMatchObject({ resource: 'widgets' })
  })

  it('stay where the definition that goes is not the one that counts, or says nothing', () => {
    const served = serving()
    served.hold(definition)
    served.define(definition)
    expect(served.withdraw(widgetDefinition('second'), () => [widget('w')])).toEqual([])
    const mute = widgetDefinition('mute', {}, { names: null })
    served.hold(mute)
    expect(served.withdraw(mute, () => [widget('w')])).toEqual([])
    expect(served.table.find('example.com/v1', 'Widget')).toBeDefined()
  })
})
