import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { kubernetesLegacyTokenCleaner } from '../../../conformance/shapes/kubernetes-legacy-token-cleaner.js'
import type { Case } from '../../../conformance/shape.js'

interface Derived extends Case {
  readonly expected: Readonly<Record<string, ReadonlyArray<unknown>>>
}

const { cases } = JSON.parse(readFileSync('vectors/derived/token-cleaner.json', 'utf8')) as {
  readonly cases: ReadonlyArray<Derived>
}

describe('decisions of the legacy token cleaner, derived by hand', () => {
  it.each(cases.map((derived) => [derived.name, derived] as const))('%s', async (_, derived) => {
    const replayed = await kubernetesLegacyTokenCleaner.replay({ ...derived, expected: undefined })
    expect(replayed).toMatchObject({ _tag: 'Replayed', actual: derived.expected })
  })
})
