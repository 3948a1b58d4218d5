/**
 * Answers how long the owner collector takes beside a map and one look per owner: nothing goes, everything is kept with
 * its reason; and when every tenth owner is gone.
 */
import { defaultPolicy, plan } from '../src/controllers/owner/index.js'
import type { KubeObject } from '../src/apiserver/object.js'
import { compareText } from '../src/internal/lists.js'
import type { Bench } from './bench.js'
import { planning } from './bench.js'
import { decoded, objectsOf, scopes } from './kubernetes-owner.input.js'
import { naiveDangling } from './kubernetes-owner.yardstick.js'

const decide = plan(defaultPolicy)
const at = new Date('2026-01-01T12:00:00Z')

const prepared = (objects: ReadonlyArray<KubeObject>): ReturnType<Bench['prepare']> => {
  const snapshot = { at, objects, scopes, coverage: { _tag: 'Everything' } } as const
  const place = new Map(objects.map(({ metadata: { uid, namespace, name } }) => [uid, `${namespace ?? ''} ${name}`]))
  return {
    ...planning(
      objects.length,
      () => decide(snapshot),
      () => naiveDangling(objects),
    ),
    disagreement: () =>
      planning(
        objects.length,
        () => decide(snapshot),
        () => naiveDangling(objects).toSorted((a, b) => compareText(place.get(a) ?? '', place.get(b) ?? '')),
      ).disagreement(),
  }
}

export const kubernetesOwner: Bench = {
  name: 'kubernetes-owner',
  about: 'the whole plan, everything kept with its reason, beside one map and one look per owner; items are objects',
  sizes: [1_000, 10_000, 100_000, 1_000_000],
  prepare: (size) => prepared(objectsOf(size)),
}

export const kubernetesOwnerDecoded: Bench = {
  name: 'kubernetes-owner-decoded',
  about: 'the same with text that nothing shares, dependents listed before their owners',
  sizes: [1_000, 10_000, 100_000, 1_000_000],
  prepare: (size) => prepared(decoded(objectsOf(size)).toReversed()),
}

export const kubernetesOwnerGone: Bench = {
  name: 'kubernetes-owner-gone',
  about: 'the same with every tenth owner gone',
  sizes: [1_000, 10_000, 100_000, 1_000_000],
  prepare: (size) =>
    prepared(objectsOf(size).filter(({ kind, metadata }) => kind === 'Pod' || !metadata.name.endsWith('0'))),
}
