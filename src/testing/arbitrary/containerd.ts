/**
 * Arbitrary containerd metadata: small databases with few names, so that references meet, and times close to the
 * collection.
 */
import { option as O } from 'fp-ts'
import * as fc from 'fast-check'

import { type Labels, type Namespace, type Policy, type Snapshot, presets } from '../../containerd/index.js'
import { instant } from '../../core/time.js'
import { momentOfContainerd as now } from './instants.js'
import { mostlyKnown } from './parts.js'

const digest = fc.constantFrom('a', 'b', 'c', 'd', '__proto__')
const layerKey = fc.constantFrom('a', 'b', 'c', 'x/y')
const snapshotter = fc.constantFrom('o', 'my.snap')
const name = fc.constantFrom('i', 'j', 'k')
const id = fc.constantFrom('p', 'q')

const epoch = now.getTime()

/** Times around now; the fraction reaches to the nanosecond. */
const time: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(-3_600_000, -1, 0, 1, 2, 60_000, 3_600_000), fc.constantFrom('', '000000', '000001', '999999'))
  .map(([offset, nanos]) =>
    instant(epoch + offset)
      .toISOString()
      .replace('Z', `${nanos}Z`),
  )

const span = fc.constantFrom('0', '1ms', '1ns', '1h', '-1ms', '1h0.001s', '2ms')

const alternative = fc
  .tuple(fc.constantFrom('usedat<', 'usedat>', 'usedat>=', 'age<'), span)
  .map((parts) => parts.join(''))

const conditionValue = fc
  .tuple(fc.array(alternative, { minLength: 1, maxLength: 2 }), layerKey)
  .map(([alternatives, key]) => `${alternatives.join(',')}|${key}`)

const suffix = fc.constantFrom('', '.0', '.1', '/x')

const forward: fc.Arbitrary<readonly [string, string]> = fc.oneof(
  fc.tuple(
    suffix.map((end) => `ref.content${end}`),
    digest,
  ),
  fc.tuple(
    fc.tuple(snapshotter, fc.constantFrom('', '/0')).map(([by, end]) => `ref.snapshot.${by}${end}`),
    layerKey,
  ),
  fc.tuple(
    suffix.map((end) => `ref.image${end}`),
    name,
  ),
  fc.tuple(fc.constant('ref.stream'), name),
  fc.tuple(fc.constant('ref.mount'), name),
)

const back: fc.Arbitrary<readonly [string, string]> = fc.oneof(
  fc.tuple(
    suffix.map((end) => `bref.content${end}`),
    digest,
  ),
  fc.tuple(
    snapshotter.map((by) => `bref.snapshot.${by}`),
    layerKey,
  ),
  fc.tuple(fc.constant('bref.image'), name),
  fc.tuple(fc.constant('bref.container'), id),
)

const condition = fc.tuple(
  fc.tuple(snapshotter, fc.constantFrom('', '/1')).map(([by, end]) => `cond.snapshot.${by}${end}`),
  conditionValue,
)

const other: fc.Arbitrary<readonly [string, string]> = fc.oneof(
  fc.tuple(fc.constantFrom('root', 'rootx'), fc.constantFrom('', 'yes')),
  fc.tuple(fc.constantFrom('cond.value-usedat', 'cond.value-usedat.1'), time),
  fc.tuple(fc.constant('ref.content.empty'), fc.constant('')),
)

/** Labels of any meaning. */
const labelsOf = (...kinds: ReadonlyArray<fc.Arbitrary<readonly [string, string]>>): fc.Arbitrary<Labels> =>
  fc
    .uniqueArray(fc.oneof(...kinds), { selector: ([key]) => key, maxLength: 3 })
    .map((pairs) => pairs.map(([key, value]) => [`containerd.io/gc.${key}`, value] as const))

const expiry = fc.tuple(fc.constant('expire'), fc.oneof(time, fc.constantFrom('', 'never')))
const flat = fc.tuple(fc.constant('flat'), fc.constantFrom('', 'false'))

const resources = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant('content'), id: digest }),
    fc.record({ type: snapshotter.map((by) => `snapshots/${by}`), id: layerKey }),
    fc.record({ type: fc.constant('images'), id: name }),
    fc.record({ type: fc.constant('ingests'), id: name }),
  ),
  { maxLength: 3 },
)

const listOf = <A>(item: fc.Arbitrary<A>, keyOf: (item: A) => string): fc.Arbitrary<A[]> =>
  fc.uniqueArray(item, { selector: keyOf, maxLength: 4 })

const anything = labelsOf(forward, forward, back, condition, other)

const underLease = fc.constantFrom('', 'p', 'q', 'gone')

const fact = mostlyKnown('the test says so', 6)

const unseen: fc.Arbitrary<Pick<Namespace, 'unseen'>> = fc.oneof(
  { weight: 5, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.record({
      unseen: fc.array(
        fc.record({
          kind: fc.constantFrom('Sandboxes', 'Others'),
          what: fc.constantFrom('one thing', 'another'),
          holdsNothing: fc.constantFrom(O.none, O.some('the test says so')),
        }),
        { maxLength: 2 },
      ),
    }),
  },
)

const filled: fc.Arbitrary<Omit<Namespace, 'name' | 'inMetadata'>> = fc.record({
  content: listOf(fc.record({ digest, size: fc.nat(9), labels: anything }), (item) => item.digest),
  snapshots: listOf(
    fc.record({ snapshotter, key: layerKey, parent: fc.oneof(fc.constant(''), layerKey), labels: anything }),
    (item) => `${item.snapshotter} ${item.key}`,
  ),
  images: listOf(
    fc.record({ name, target: digest, labels: labelsOf(expiry, expiry, forward, back, condition, other) }),
    (item) => item.name,
  ),
  containers: listOf(
    fc.record({
      id,
      snapshotter: fc.oneof(fc.constant(''), snapshotter),
      snapshotKey: layerKey,
      image: name,
      labels: labelsOf(forward, back),
    }),
    (item) => item.id,
  ),
  leases: listOf(
    fc.record(
      {
        id,
        createdAt: fc.constant(instant(0)),
        labels: labelsOf(expiry, flat),
        resources: mostlyKnown('the test says so', 4)(resources),
      },
      { requiredKeys: ['id', 'labels', 'resources'] },
    ),
    (item) => item.id,
  ),
  ingests: listOf(
    fc.record({
      ref: name,
      expected: fact(fc.oneof(fc.constant(''), digest)),
      expireAt: fact(fc.oneof(fc.constant(''), time)),
    }),
    (item) => item.ref,
  ),
  sandboxes: listOf(fc.record({ id, labels: labelsOf(forward, back) }), (item) => item.id),
  streams: listOf(fc.record({ name, lease: underLease }), (item) => item.name),
  mounts: listOf(fc.record({ name, lease: fact(underLease), labels: labelsOf(back, other) }), (item) => item.name),
})

const metadataLists = { content: [], snapshots: [], images: [], containers: [], leases: [], ingests: [], sandboxes: [] }

const namespace = (called: string): fc.Arbitrary<Namespace> =>
  fc
    .tuple(filled, unseen, fc.nat(5))
    .map(([filling, open, chance]) => ({ ...filling, ...open, chance }))
    .map(({ chance, ...held }) =>
      chance === 0
        ? { name: called, inMetadata: false, ...held, ...metadataLists }
        : { name: called, inMetadata: true, ...held },
    )

/** One or two namespaces. */
export const arbitrarySnapshot: fc.Arbitrary<Snapshot> = fc
  .tuple(namespace('n'), fc.option(namespace('m'), { freq: 3 }))
  .map(([one, two]) => ({ at: now, namespaces: two === null ? [one] : [one, two] }))

const rules: fc.Arbitrary<Policy> = fc.record({
  imagesCollected: fc.boolean(),
  sandboxLabels: fc.boolean(),
  streams: fc.boolean(),
  mounts: fc.boolean(),
  containersAreNodes: fc.boolean(),
  backReferences: fc.boolean(),
  rootByPrefix: fc.boolean(),
  conditions: fc.boolean(),
  snapshotEvents: fc.boolean(),
  imageEvents: fc.boolean(),
  unknownLeaseResources: fc.constantFrom('keep', 'assume-empty'),
})

/** Policies: every release, and any mixture of rules. */
export const arbitraryPolicy: fc.Arbitrary<Policy> = fc.oneof(fc.constantFrom(...Object.values(presets)), rules)

/** The same snapshot with every list in another order. */
export const permuted = (snapshot: Snapshot): fc.Arbitrary<Snapshot> =>
  fc.infiniteStream(fc.nat()).map((numbers) => {
    const shuffled = <A>(items: ReadonlyArray<A>): A[] =>
      items
        .map((item) => [Number(numbers.next().value), item] as const)
        .sort(([a], [b]) => a - b)
        .map(([, item]) => item)
    const relabelled = <A extends { readonly labels: Labels }>(items: ReadonlyArray<A>): A[] =>
      shuffled(items).map((item) => ({ ...item, labels: shuffled(item.labels) }))
    return {
      ...snapshot,
      namespaces: shuffled(snapshot.namespaces).map((held) => ({
        ...held,
        content: relabelled(held.content),
        snapshots: relabelled(held.snapshots),
        images: relabelled(held.images),
        containers: relabelled(held.containers),
        leases: relabelled(held.leases).map((one) =>
          one.resources._tag === 'Unknown'
            ? one
            : { ...one, resources: { ...one.resources, value: shuffled(one.resources.value) } },
        ),
        ingests: shuffled(held.ingests),
        sandboxes: relabelled(held.sandboxes),
        streams: shuffled(held.streams),
        mounts: relabelled(held.mounts),
        ...(held.unseen === undefined ? {} : { unseen: shuffled(held.unseen) }),
      })),
    }
  })
