import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import type { RecordedGraph } from '../../../conformance/shapes/containerd-graph.js'
import { encode, policyOf, snapshotOf } from '../../../conformance/shapes/containerd-graph.js'
import { containerdGraph } from '../../../conformance/shapes/containerd-graph.js'
import { runFile } from '../../../conformance/run.js'
import { apply } from '../../../src/collectors/containerd/index.js'
import { presets } from '../../../src/collectors/containerd/index.js'
import { planOf } from './graph.js'

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

describe('recorded collections of containerd 1.6.20, 1.7.24, 2.1.9, 2.2.7 and 2.3.4', () => {
  it.each(['mark-sweep-1', 'mark-sweep-2', 'labels', 'leases'])(
    '%s: every case holds for every version',
    async (name) => {
      const { passed, failed, skipped, notes } = await runFile(
        [containerdGraph],
        read(`vectors/containerd/${name}.json`),
      )
      expect({ failed, skipped, notes }).toEqual({ failed: [], skipped: [], notes: [] })
      expect(passed).toBeGreaterThan(100)
    },
  )

  it('counts each case once per version', () => {
    const cases = ['mark-sweep-1', 'mark-sweep-2', 'labels', 'leases'].flatMap(
      (name) => (JSON.parse(read(`vectors/containerd/${name}.json`)) as { cases: Recorded[] }).cases,
    )
    const versions = cases.flatMap(({ versions, alternatives = [] }) => [
      ...versions,
      ...alternatives.flatMap((other) => other.versions),
    ])
    expect(new Set(versions)).toEqual(new Set(policyOf.keys()))
    expect(versions.length).toBeGreaterThan(4 * cases.length - 1000)
  })
})

interface Recorded {
  readonly versions: ReadonlyArray<string>
  readonly alternatives?: ReadonlyArray<{ readonly versions: ReadonlyArray<string> }>
}

interface Step {
  readonly name: string
  readonly explicit: ReadonlyArray<readonly [type: string, namespace: string, key: string]>
  readonly removed: ReadonlyArray<readonly [type: string, namespace: string, key: string]>
  readonly kept: number
  readonly before: string
  readonly after: string
}

const folder = 'captures/containerd-2.1.9/metadata'

const recorded = (name: string): RecordedGraph => JSON.parse(read(`${folder}/${name}`)) as RecordedGraph

/** The state without the records that a command removed itself, at the instant of the state after it. */
const justBefore = ({ before, after, explicit }: Step): RecordedGraph => ({
  now: recorded(after).now,
  namespaces: recorded(before).namespaces.map((namespace) => ({
    ...namespace,
    images: (namespace.images ?? []).filter(
      ({ name }) =>
        !explicit.some(([type, owner, key]) => type === 'image' && owner === namespace.name && key === name),
    ),
    leases: (namespace.leases ?? []).filter(
      ({ id }) => !explicit.some(([type, owner, key]) => type === 'lease' && owner === namespace.name && key === id),
    ),
  })),
})

describe('a live containerd 2.1.9', () => {
  const steps = JSON.parse(read(`${folder}/removed.json`)) as ReadonlyArray<Step>

  it.each(steps.map((step) => [step.name, step] as const))('%s: removes what the daemon removed', (_, step) => {
    const plan = planOf(snapshotOf(justBefore(step)), presets.containerd_2_0)
    const [sweep] = plan.passes
    expect(sweep.removals.map(({ target }) => encode(target))).toEqual(step.removed)
    expect(sweep.kept.length).toBe(step.kept)
  })

  it.each(steps.map((step) => [step.name, step] as const))('%s: leaves what the daemon left', (_, step) => {
    const before = snapshotOf(justBefore(step))
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
    expect(count(left)).toEqual(count(snapshotOf(recorded(step.after))))
  })

  it('has a state that is sound', () => {
    expect(planOf(snapshotOf(recorded('0-initial.json'))).assumptions).toEqual([])
  })
})
