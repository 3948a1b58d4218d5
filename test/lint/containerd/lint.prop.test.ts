import { either as E } from 'fp-ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'

import type { Labels, Policy, Snapshot } from '../../../src/containerd/index.js'
import { defaultPolicy } from '../../../src/containerd/index.js'
import type { ContainerdFinding } from '../../../src/lint/index.js'
import { explainContainerdFinding, lintContainerd } from '../../../src/lint/index.js'
import { arbitraryPolicy, arbitrarySnapshot, permuted } from '../../containerd/arbitrary.js'
import { blob, image, labels, lease, snapshot } from '../../containerd/graph.js'
import { made } from '../../collectors/plan.js'
import { runs } from '../../runs.js'

const lint = (policy: Policy, of: Snapshot): ReadonlyArray<ContainerdFinding> => made(lintContainerd(policy)(of))

/** Labels that mean little, on everything that carries labels. */
const odd = fc
  .dictionary(
    fc.constantFrom('root', 'rootx', 'expire', 'flat', 'ref.contentbad', 'ref.snapshot', 'bref.content', 'ROOT', ''),
    fc.constantFrom('', 'false', 'a', '2026-03-04T05:06:07Z', 'usedat<1h|a'),
  )
  .map(labels)

const oddSnapshot: fc.Arbitrary<Snapshot> = fc.tuple(arbitrarySnapshot, fc.infiniteStream(odd)).map(([of, more]) => {
  const add = <A extends { readonly labels: Labels }>(items: ReadonlyArray<A>): A[] =>
    items.map((item) => {
      const added = (more.next().value ?? []) as Labels
      return { ...item, labels: [...item.labels.filter(([key]) => !added.some((label) => label[0] === key)), ...added] }
    })
  return {
    ...of,
    namespaces: of.namespaces.map((held) => ({
      ...held,
      content: add(held.content),
      snapshots: add(held.snapshots),
      images: add(held.images),
      containers: add(held.containers),
      leases: add(held.leases),
      sandboxes: add(held.sandboxes),
      mounts: add(held.mounts),
    })),
  }
})

const idsOf = ({ namespaces }: Snapshot): ReadonlySet<string> =>
  new Set(
    namespaces.flatMap((held) => [
      ...held.content.map(({ digest }) => `Content ${held.name}/${digest}`),
      ...held.snapshots.map(({ snapshotter, key }) => `FsSnapshot ${held.name}/${snapshotter}/${key}`),
      ...held.images.map(({ name }) => `Image ${held.name}/${name}`),
      ...held.containers.map(({ id }) => `Container ${held.name}/${id}`),
      ...held.leases.map(({ id }) => `Lease ${held.name}/${id}`),
      ...held.sandboxes.map(({ id }) => `Sandbox ${held.name}/${id}`),
      ...held.mounts.map(({ name }) => `Mount ${held.name}/${name}`),
    ]),
  )

it('is about records that exist, each in one sentence with its name', () => {
  fc.assert(
    fc.property(arbitraryPolicy, oddSnapshot, (policy, of) => {
      const ids = idsOf(of)
      return lint(policy, of).every(
        (finding) =>
          ids.has(`${finding.record._tag} ${finding.record.id}`) &&
          /^[^\n]+$/.test(explainContainerdFinding(finding)) &&
          explainContainerdFinding(finding).includes(finding.record.key),
      )
    }),
    { numRuns: runs(500) },
  )
})

it('names what does not exist where it says so, and what exists elsewhere', () => {
  fc.assert(
    fc.property(arbitraryPolicy, oddSnapshot, (policy, of) => {
      const ids = idsOf(of)
      for (const finding of lint(policy, of))
        if ('names' in finding) expect(ids.has(`${finding.names._tag} ${finding.names.id}`)).toBe(false)
        else if ('target' in finding) expect(ids.has(`${finding.target._tag} ${finding.target.id}`)).toBe(true)
    }),
  )
})

it('finds the same in the same order, whatever the order of the input', () => {
  fc.assert(
    fc.property(
      arbitraryPolicy,
      oddSnapshot.chain((of) => permuted(of).map((other) => [of, other] as const)),
      (policy, [of, other]) => {
        expect(lint(policy, other)).toEqual(lint(policy, of))
      },
    ),
    { numRuns: runs(300) },
  )
})

it('gives a value for whatever it is handed', () => {
  fc.assert(
    fc.property(fc.anything(), (of) => E.isLeft(lintContainerd({} as Policy)(of as Snapshot))),
    { numRuns: runs(500) },
  )
})

it('looks at a database of odd shape', () => {
  const many = 30_000
  const name = (number: number): string => number.toString(36).padStart(6, '0')
  const numbers = Array.from({ length: many }, (_, number) => number)
  const of = snapshot({
    content: numbers.map((number) => blob(name(number), { [`ref.content${number}`]: 'x', 'ref.content.0': 'gone' })),
    images: numbers.map((number) => image(name(number), name(number))),
    leases: [
      lease(
        'p',
        numbers.map((number) => `content ${number}`),
      ),
    ],
  })
  const counts = new Map<string, number>()
  for (const { _tag } of lint(defaultPolicy, of)) counts.set(_tag, (counts.get(_tag) ?? 0) + 1)
  expect(Object.fromEntries(counts)).toEqual({
    LeaseForever: 1,
    LeasedMissing: 1,
    LabelUnknown: many,
    DanglingReference: many,
  })
})
