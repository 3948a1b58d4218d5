import { expect, it } from 'vitest'

import { explainDefinition } from '../../../src/controllers/crd/explain.js'

it('says why an instance or a definition is changed', () => {
  expect(explainDefinition({ _tag: 'DefinitionDeleted', definition: 'widgets.example.com' })).toBe(
    'its CustomResourceDefinition widgets.example.com is being deleted',
  )
  expect(explainDefinition({ _tag: 'InstancesGone' })).toBe('none of its instances is left')
  expect(explainDefinition({ _tag: 'DefinitionReported' })).toBe('its conditions report the progress')
})
