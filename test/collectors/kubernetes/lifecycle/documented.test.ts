import { existsSync, readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import {
  annotationNames,
  markAnnotation,
  namespaceAnnotationNames,
} from '../../../../src/collectors/kubernetes/lifecycle/index.js'

const page = readFileSync('docs/collectors/kubernetes-lifecycle.md', 'utf8')
const named = [...new Set([...page.matchAll(/`([a-z./-]+\.test\.ts)`/g)].map(([, path = '']) => path))]
const rows = page.split('\n').filter((line) => line.startsWith('|') && line.includes('.test.ts'))

describe('the page on lifecycles', () => {
  it('shows a test for every row of goals, problems, stories, risks, future work and alternatives', () => {
    expect(rows.length).toBe(7 + 12 + 9 + 5 + 4)
  })

  it.each(named)('names %s, which exists', (path) => {
    expect(existsSync(`test/collectors/kubernetes/lifecycle/${path}`)).toBe(true)
  })

  it.each([...Object.values(annotationNames), markAnnotation, namespaceAnnotationNames.enabled])('names %s', (name) => {
    expect(page).toContain(`\`${name}\``)
  })
})
