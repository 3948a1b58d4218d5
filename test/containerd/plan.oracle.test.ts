import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { encode, policyOf } from '../../conformance/shapes/containerd-graph.js'
import { containerdGraph } from '../../conformance/shapes/containerd-graph.js'
import { runFile } from '../../conformance/run.js'
import { apply, cleanup } from '../../src/containerd/index.js'
import type { Snapshot } from '../../src/containerd/index.js'
import { presets } from '../../src/containerd/index.js'
import { decodeContainerdSnapshot } from '../../src/decode/index.js'
import { right } from '../decode/reading.js'
import { planOf } from './graph.js'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

interface Recorded {
  readonly versions: ReadonlyArray<string>
  readonly alternatives?: ReadonlyArray<{ readonly versions: ReadonlyArray<string> }>
}

const versionsIn = (text: string): ReadonlyArray<string> =>
  (JSON.parse(text) as { readonly cases: ReadonlyArray<Recorded> }).cases.flatMap(({ versions, alternatives = [] }) => [
    ...versions,
    ...alternatives.flatMap((other) => other.versions),
  ])

describe('recorded collections of containerd 1.6.20, 1.7.24, 2.1.9, 2.2.7 and 2.3.4', () => {
  it.each(['mark-sweep-1', 'mark-sweep-2', 'labels', 'leases'])(
    '%s: every case holds for every version that it names',
    async (name) => {
      const text = read(`vectors/containerd/${name}.json`)
      const { passed, failed, skipped, notes } = await runFile([containerdGraph], text)
      expect({ failed, skipped, notes }).toEqual({ failed: [], skipped: [], notes: [] })
      expect(passed).toBe(versionsIn(text).length)
      expect(new Set(versionsIn(text))).toEqual(new Set(policyOf.keys()))
    },
  )

  it('are compared in the order of the sweep, streams and mounts in any order', async () => {
    const none = { content: [], snapshots: [], images: [], containers: [], leases: [], ingests: [] }
    const blob = (digest: string): object => ({ digest, size: 1 })
    const stream = (name: string): object => ({ name, lease: 'gone' })
    const outcome = async (removed: ReadonlyArray<string>): Promise<number> => {
      const expected = {
        removed: removed.map((key) => [key.startsWith('s') ? 'stream' : 'content', 'a', key]),
        kept: [],
      }
      const namespace = { ...none, name: 'a', content: ['b1', 'b2'].map(blob), streams: ['s1', 's2'].map(stream) }
      const input = { now: '2026-01-01T00:00:00Z', namespaces: [namespace] }
      const cases = [{ name: 'a', versions: ['2.3.4'], input, expected }]
      return (await runFile([containerdGraph], JSON.stringify({ meta: { shape: 'containerd/graph' }, cases }))).passed
    }
    expect(await outcome(['b1', 'b2', 's1', 's2'])).toBe(1)
    expect(await outcome(['b1', 'b2', 's2', 's1'])).toBe(1)
    expect(await outcome(['b2', 'b1', 's1', 's2'])).toBe(0)
    expect(await outcome(['s1', 's2', 'b1', 'b2'])).toBe(0)
    expect(await outcome(['b1', 'b2', 's1', 's1'])).toBe(0)
    expect(await outcome(['b1', 'b2', 's1'])).toBe(0)
  })

  it('of versions without rules are skipped', async () => {
    const recorded = { name: 'a', versions: ['3.0.0'], input: {}, expected: { removed: [], kept: [] } }
    const cases = [recorded, { ...recorded, name: 'b', versions: [] }]
    const text = JSON.stringify({ meta: { shape: 'containerd/graph' }, cases })
    expect((await runFile([containerdGraph], text)).skipped).toEqual([
      { name: 'a @ 3.0.0', because: 'no rules for containerd 3.0.0' },
      { name: 'b', because: 'names no version of containerd' },
    ])
  })
})

interface Step {
  readonly name: string
  readonly explicit: ReadonlyArray<readonly [type: string, namespace: string, key: string]>
  readonly removed: ReadonlyArray<readonly [type: string, namespace: string, key: string]>
  readonly kept: number
  readonly before: string
  readonly after: string
  readonly backend: { readonly blobsRemoved: ReadonlyArray<string> }
}

const folder = 'captures/containerd-2.1.9/metadata'

const recorded = (name: string): Snapshot => right(decodeContainerdSnapshot(read(`${folder}/${name}`)))

/** The state without the records that a command removed itself, at the instant of the state after it. */
const justBefore = ({ before, after, explicit }: Step): Snapshot => ({
  at: recorded(after).at,
  namespaces: recorded(before).namespaces.map((namespace) => ({
    ...namespace,
    images: namespace.images.filter(
      ({ name }) =>
        !explicit.some(([type, owner, key]) => type === 'image' && owner === namespace.name && key === name),
    ),
    leases: namespace.leases.filter(
      ({ id }) => !explicit.some(([type, owner, key]) => type === 'lease' && owner === namespace.name && key === id),
    ),
  })),
})

describe('a live containerd 2.1.9', () => {
  const steps = JSON.parse(read(`${folder}/removed.json`)) as ReadonlyArray<Step>

  it.each(steps.map((step) => [step.name, step] as const))('%s: removes what the daemon removed', (_, step) => {
    const plan = planOf(justBefore(step), presets.containerd_2_0)
    const [sweep] = plan.passes
    expect(sweep.removals.map(({ target }) => encode(target))).toEqual(step.removed)
    expect(sweep.kept.length).toBe(step.kept)
  })

  it.each(steps.map((step) => [step.name, step] as const))('%s: leaves what the daemon left', (_, step) => {
    const before = justBefore(step)
    const left = apply(planOf(before, presets.containerd_2_0))(before)
    const count = (of: typeof left): ReadonlyArray<unknown> =>
      of.namespaces.map(({ name, content, snapshots, images, leases, ingests }) => [
        name,
        content.length,
        snapshots.length,
        images.length,
        leases.length,
        ingests.length,
      ])
    expect(count(left)).toEqual(count(recorded(step.after)))
  })

  it.each(steps.map((step) => [step.name, step] as const))('%s: frees the blobs that the daemon freed', (_, step) => {
    const before = justBefore(step)
    const { blobs } = cleanup(planOf(before, presets.containerd_2_0))(before)
    expect(blobs.map(({ digest }) => digest).sort()).toEqual([...step.backend.blobsRemoved].sort())
  })

  it('has a state that is sound', () => {
    expect(planOf(recorded('0-initial.json')).assumptions).toEqual([])
  })
})
