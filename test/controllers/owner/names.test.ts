import { describe, expect, it } from 'vitest'

import type { KubeObject, OwnerReference } from '../../../src/apiserver/object.js'
import { defaultPolicy } from '../../../src/controllers/owner/index.js'
import { lintOwners } from '../../../src/lint/index.js'
import { clusterOf, object, planOf, to } from './build.js'

/** How often the names in references are read while something is done with the cluster, per reference. */
const readsPerReference = (
  shape: (reference: (name: string) => OwnerReference) => ReadonlyArray<KubeObject>,
  count: number,
  act: (objects: ReadonlyArray<KubeObject>) => void,
): number => {
  let reads = 0
  const reference = (name: string): OwnerReference => {
    const { name: hidden, ...rest } = to('gone', { name })
    return Object.defineProperty({ ...rest, name: hidden }, 'name', { get: () => (reads++, name), enumerable: true })
  }
  act(shape(reference))
  return reads / count
}

const names = (count: number): ReadonlyArray<string> => Array.from({ length: count }, (_, index) => `n${index}`)

const shapes = {
  'n names, one by each dependent': (count: number) => (reference: (name: string) => OwnerReference) =>
    names(count).map((name) => object(`d-${name}`, [reference(name)])),
  'n namespaces': (count: number) => (reference: (name: string) => OwnerReference) =>
    names(count).map((namespace) => object(`d-${namespace}`, [reference('x')], { namespace })),
  'n names by one dependent': (count: number) => (reference: (name: string) => OwnerReference) => [
    object('d', names(count).map(reference)),
  ],
}

const acts: Readonly<Record<string, (objects: ReadonlyArray<KubeObject>) => void>> = {
  plan: (objects) => planOf(clusterOf(objects)),
  lint: (objects) => lintOwners(defaultPolicy)(clusterOf(objects)),
}

describe.each(Object.entries(shapes))('an absent uid under %s', (_, shape) => {
  it.each(Object.entries(acts))('costs no more for each in a %s when there are many', (__, act) => {
    const [few, many] = [100, 1600].map((count) => readsPerReference(shape(count), count, act))
    expect(many).toBeLessThan(2 * (few ?? 0))
  })
})

describe('an absent uid under many names', () => {
  it('is looked for under each of them, and all its dependents go', () => {
    const objects = names(1000).map((name) => object(`d-${name}`, [to('gone', { name })]))
    expect(planOf(clusterOf(objects)).passes[1].removals.length).toBe(1000)
  })
})
