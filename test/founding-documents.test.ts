import { existsSync, readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

const page = readFileSync('docs/founding-documents.md', 'utf8')
const named = [...new Set([...page.matchAll(/`([a-z0-9/._-]+\.test\.ts)`/g)].map(([, path = '']) => path))]

it('names tests', () => {
  expect(named.length).toBeGreaterThan(25)
})

it('names a test for each statement on containerd, requests of clients aside', () => {
  const [, ...sections] = page.split('\n## containerd: ')
  const rows = sections.flatMap((section) => section.split('\n').filter((line) => /^\| (?!---|-+ )/.test(line)))
  const untested = rows.filter((row) => !/\.test\.ts` *\|$|\| test +\|$/.test(row))
  expect(rows.length - sections.length).toBe(8 + 6 + 11 + 16)
  expect(untested.map((row) => row.split('|')[1]?.trim())).toEqual([
    'the header `containerd-lease`: requests run within a lease',
  ])
})

it.each(named)('names test/%s, which exists', (path) => {
  expect(existsSync(`test/${path}`)).toBe(true)
})
