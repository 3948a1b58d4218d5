/** Compares the ends that are explored with those that are enumerated. */
import { either as E } from 'fp-ts'

import { type WholeObject, scopes_1_36 } from '../../../src/apiserver/index.js'
import { canonicalJson } from '../../../src/internal/canonical-json.js'
import { isBeingDeleted, isNamespace } from '../../../src/apiserver/object.js'
import type { Controller } from '../../../src/controllers/controller.js'
import { defaultPolicy } from '../../../src/controllers/owner/index.js'
import { deletingControllers } from '../../../src/simulate/cascade/index.js'
import { kubelets } from '../../../src/simulate/kubelet/controller.js'
import { type ExploredOutcomes, exploreOutcomes } from '../../../src/simulate/outcomes/index.js'
import { type Enumeration, enumerate } from './brute-force/enumerate.js'
import { recyclerPods } from './brute-force/recycler.js'
import type { SmallWorld } from './worlds.js'

/** When every world begins. */
export const at = new Date('2026-01-01T12:00:00Z')

const latecomers: ReadonlySet<string> = new Set([
  'volumeattributesclass-protection-controller',
  'service-cidr-controller',
  'podgroup-protection-controller',
])

/** Whoever deletes, protects or reclaims what these worlds hold. */
const actors = (): ReadonlyArray<Controller<unknown>> => [
  ...deletingControllers({ showsContent: () => true }).filter(({ name }) => !latecomers.has(name)),
  recyclerPods(),
  kubelets(),
]

/**
 * The ends of a world, each course followed one by one; nothing where there are too many moments. Given names, only these
 * controllers take part.
 */
export const enumerated = (
  { objects, requests }: SmallWorld,
  limit: number,
  names?: ReadonlyArray<string>,
): Enumeration | undefined => {
  const controllers = actors().filter(({ name }) => names?.includes(name) ?? true)
  return enumerate({ at, scopes: scopes_1_36.scopes, objects, requests, controllers, limit })
}

/** The ends of a world by the explorer. */
export const explored = ({ objects, requests }: SmallWorld, budget?: number): ExploredOutcomes => {
  const found = exploreOutcomes(defaultPolicy, { ...(budget === undefined ? {} : { budget, samples: 0 }) })([
    { requests },
  ])({
    at,
    objects,
    scopes: scopes_1_36.scopes,
    coverage: { _tag: 'Everything' },
  })
  if (E.isLeft(found)) throw new Error(JSON.stringify(found.left.problems))
  return found.right
}

interface Ended {
  readonly codes: ReadonlyArray<number>
  readonly objects: ReadonlyArray<WholeObject>
}

/** Texts of ends: the answers to the user, and all objects but their versions and times. */
const textsOf = (ends: ReadonlyArray<Ended>): ReadonlyArray<string> =>
  distinct(ends.map(({ codes, objects }) => `${codes.join()} ${objects.map(textOf).sort().join('\n')}`))

/** How many ends there are that differ in objects, references or finalizers. */
export const endsOf = (ends: ReadonlyArray<Ended>): number =>
  distinct(
    ends.map(({ objects }) =>
      objects
        .map(({ metadata: { uid, ownerReferences = [], finalizers = [] } }) =>
          canonicalJson([uid, ownerReferences, finalizers]),
        )
        .sort()
        .join(),
    ),
  ).length

const distinct = (texts: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(texts)].sort()

const textOf = (object: WholeObject): string => {
  const { metadata, status, ...rest } = object
  return canonicalJson({
    ...rest,
    metadata: {
      ...metadata,
      resourceVersion: undefined,
      deletionTimestamp: isBeingDeleted(object),
    },
    // Only sweeps write the conditions of a namespace, and the last one decides.
    status: isNamespace(object) ? { ...(status as object), conditions: undefined } : status,
  })
}

/** The ends that only one of the two finds, where only these controllers have work; nothing where the world is too large. */
export const comparedAt = (
  world: SmallWorld,
  limit: number,
  controllers?: ReadonlyArray<string>,
): Readonly<Record<'ends' | 'actors', number> & Record<'missed' | 'invented', ReadonlyArray<string>>> | undefined => {
  const all = enumerated(world, limit, controllers)
  if (all === undefined) return undefined
  const [expected, found] = [textsOf(all.ends), textsOf(explored(world).phases.at(-1) ?? [])]
  return {
    ends: endsOf(all.ends),
    actors: all.atWork.size,
    missed: expected.filter((end) => !found.includes(end)),
    invented: found.filter((end) => !expected.includes(end)),
  }
}
