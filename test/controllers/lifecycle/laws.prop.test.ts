import fc from 'fast-check'

import * as Lifecycle from '../../../src/controllers/lifecycle/index.js'
import type { Policy, Snapshot } from '../../../src/controllers/lifecycle/index.js'
import { describeLaws } from '../../laws.js'
import { runs } from '../../runs.js'
import { arbitraryPolicy, arbitrarySnapshot } from './arbitrary.js'

/** Every object is decided by its time to live. */
const targets = (_policy: Policy, { objects }: Snapshot): ReadonlyMap<string, ReadonlyArray<string>> =>
  new Map([['expire', objects.map(({ metadata }) => `Object ${metadata.uid}`)]])

/** What a removal no longer uses may go next. */
const usesCount = ({ cluster, namespaces }: Policy, { objects }: Snapshot): boolean =>
  [cluster, ...namespaces.map(({ rules }) => rules)].some(({ afterUnused }) => afterUnused === true) ||
  objects.some(({ metadata }) => metadata.annotations?.[Lifecycle.annotationNames.afterUnused] === 'true')

const shuffled = <A>(items: ReadonlyArray<A>): fc.Arbitrary<A[]> =>
  fc.shuffledSubarray([...items], { minLength: items.length })

describeLaws({
  name: 'lifecycles',
  collector: Lifecycle,
  policy: arbitraryPolicy,
  snapshot: arbitrarySnapshot,
  readAt: (at) => (snapshot) => ({ ...snapshot, at }),
  targets,
  permuted: (snapshot) =>
    fc
      .tuple(shuffled(snapshot.objects), shuffled(snapshot.owners), shuffled(snapshot.memory.marks))
      .map(([objects, owners, marks]) => ({ ...snapshot, objects, owners, memory: { marks } })),
  settles: (policy, snapshot) => !usesCount(policy, snapshot),
  numRuns: runs(300),
})
