import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { annotationNames, markAnnotation, namespaceAnnotationNames } from '../../../src/controllers/lifecycle/index.js'

const page = readFileSync('docs/collectors/kubernetes-lifecycle.md', 'utf8')

describe('the page on lifecycles', () => {
  it.each([...Object.values(annotationNames), markAnnotation, namespaceAnnotationNames.enabled])('names %s', (name) => {
    expect(page).toContain(`\`${name}\``)
  })
})
