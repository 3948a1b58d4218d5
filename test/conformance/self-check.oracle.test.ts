import { readFileSync, readdirSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { selfCheck } from '../../conformance/self-check.js'
import { shapes } from '../../conformance/shapes/index.js'

const recordings = readdirSync(new URL('../../vectors', import.meta.url), { recursive: true, encoding: 'utf8' })
  // The atlas holds digests, and cases only as examples.
  .filter((name) => name.endsWith('.json') && !name.startsWith('atlas/'))
  .sort()

it('the recordings are those of every folder', () => {
  expect([...new Set(recordings.map((name) => name.split('/')[0]))]).toEqual([
    'containerd',
    'corners',
    'derived',
    'kubelet',
    'kubernetes-actors',
    'kubernetes',
  ])
})

describe.each(recordings)('the recording %s', (name) => {
  const text = readFileSync(new URL(`../../vectors/${name}`, import.meta.url), 'utf8')

  it('has no alteration that passes', async () => {
    const check = await selfCheck(shapes, text, 4)
    expect([...check.undetected, ...check.defects]).toEqual([])
    expect(check.alterations).toBeGreaterThan(0)
  })
})
