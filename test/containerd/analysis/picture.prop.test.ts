import { either as E } from 'fp-ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'

import type { View } from '../../../src/containerd/analysis/index.js'
import { depict } from '../../../src/containerd/analysis/index.js'
import type { Node, Policy, Snapshot } from '../../../src/containerd/index.js'
import { explore } from '../../../src/containerd/index.js'
import type { Picture } from '../../../src/core/index.js'
import { made } from '../../collectors/plan.js'
import { runs } from '../../runs.js'
import { arbitraryPolicy, arbitrarySnapshot, permuted } from '../arbitrary.js'

const whole: View = { limit: Infinity }

const draw = (policy: Policy, of: Snapshot, view: View = whole): Picture => made(depict(policy)(view)(of))

const nodesOf = ({ namespaces }: Snapshot): ReadonlyArray<Node> =>
  namespaces.flatMap((held) => {
    const named = (_tag: Exclude<Node['_tag'], 'FsSnapshot'>, key: string): Node => ({
      _tag,
      id: `${held.name}/${key}`,
      namespace: held.name,
      key,
    })
    return [
      ...held.content.map(({ digest }) => named('Content', digest)),
      ...held.images.map(({ name }) => named('Image', name)),
      ...held.leases.map(({ id }) => named('Lease', id)),
      ...held.mounts.map(({ name }) => named('Mount', name)),
      ...held.snapshots.map(({ snapshotter, key }): Node => ({
        _tag: 'FsSnapshot',
        id: `${held.name}/${snapshotter}/${key}`,
        namespace: held.name,
        snapshotter,
        key,
      })),
    ]
  })

const idOf = (node: Node): string => `${node._tag} ${node.id}`

it('says of every record what the plan says', () => {
  fc.assert(
    fc.property(arbitraryPolicy, arbitrarySnapshot, (policy, of) => {
      const { plan } = made(explore(policy)(of))
      const states = new Map(draw(policy, of).nodes.map(({ id, state }) => [id, state]))
      for (const { target } of plan.passes[0].removals) expect(states.get(idOf(target))).toBe('goes')
      for (const { target, reasons } of plan.passes[0].kept)
        expect(states.get(idOf(target))).toBe(reasons[0]._tag.startsWith('MayBe') ? 'unknown' : 'stays')
      const going = [...states.values()].filter((state) => state === 'goes')
      expect(going).toHaveLength(plan.passes[0].removals.length)
    }),
    { numRuns: runs(300) },
  )
})

it('draws the way by which each record stays', () => {
  fc.assert(
    fc.property(arbitraryPolicy, arbitrarySnapshot, (policy, of) => {
      const { whyAlive } = made(explore(policy)(of))
      const { nodes, edges } = draw(policy, of)
      const keeps = new Set(edges.flatMap(({ from, to, line }) => (line === 'keeps' ? [`${from} > ${to}`] : [])))
      const roots = new Set(nodes.flatMap(({ id, isRoot }) => (isRoot ? [id] : [])))
      for (const node of nodesOf(of)) {
        const way = whyAlive(node).map((hop) => idOf(hop.node))
        way.slice(1).forEach((id, index) => expect(keeps).toContain(`${way[index] ?? ''} > ${id}`))
        if (way.length > 1) expect(roots).toContain(way[0])
      }
    }),
    { numRuns: runs(300) },
  )
})

it('holds together: ids are distinct, lines end at things, what is left out is counted', () => {
  const view = fc.record({ hops: fc.nat(3), limit: fc.nat(6) })
  fc.assert(
    fc.property(arbitraryPolicy, arbitrarySnapshot, view, fc.nat(), (policy, of, { hops, limit }, pick) => {
      const nodes = nodesOf(of)
      const around = nodes.slice(pick % (nodes.length + 1), (pick % (nodes.length + 1)) + 1)
      const all = draw(policy, of)
      const part = draw(policy, of, { around, hops, limit })
      const ids = new Set(part.nodes.map(({ id }) => id))
      expect(ids.size).toBe(part.nodes.length)
      expect(ids.size).toBeLessThanOrEqual(limit)
      for (const { from, to } of part.edges) expect(ids.has(from) && ids.has(to)).toBe(true)
      expect(part.edges).toEqual(all.edges.filter(({ from, to }) => ids.has(from) && ids.has(to)))
      for (const node of part.nodes) expect({ ...node, beside: 0 }).toEqual(all.nodes.find(({ id }) => id === node.id))
      expect(all.omitted).toBe(0)
      if (limit > 0) expect(part.nodes.map(({ id }) => id)).toEqual(expect.arrayContaining(around.map(idOf)))
    }),
    { numRuns: runs(500) },
  )
})

it('is the same whatever the order of the input', () => {
  const both = arbitrarySnapshot.chain((of) => permuted(of).map((other) => [of, other] as const))
  fc.assert(
    fc.property(arbitraryPolicy, both, fc.nat(6), (policy, [of, other], limit) => {
      expect(draw(policy, other, { limit })).toEqual(draw(policy, of, { limit }))
      const around = nodesOf(of).slice(0, 1)
      expect(draw(policy, other, { around, limit })).toEqual(draw(policy, of, { around, limit }))
    }),
    { numRuns: runs(200) },
  )
})

it('gives a value for whatever it is handed', () => {
  fc.assert(fc.property(fc.anything(), (of) => E.isLeft(depict({} as Policy)({})(of as Snapshot))))
})
