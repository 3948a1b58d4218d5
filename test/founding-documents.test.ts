import { existsSync, readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

const page = readFileSync('docs/founding-documents.md', 'utf8')
const named = [...new Set([...page.matchAll(/`([a-z0-9/._-]+\.test\.ts)`/g)].map(([, path = '']) => path))]

it('names tests', () => {
  expect(named.length).toBeGreaterThan(15)
})

it.each(named)('names test/%s, which exists', (path) => {
  expect(existsSync(`test/${path}`)).toBe(true)
})
