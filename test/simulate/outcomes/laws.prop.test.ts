/** Laws that hold in every course: of plans, of data that is kept, and of what nobody has asked about. */
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { type WholeObject, scopes_1_36 } from '../../../src/apiserver/index.js'
import { definedScopes } from '../../../src/apiserver/definition.js'
import { extendScopes } from '../../../src/apiserver/scope.js'
import { defaultPolicy } from '../../../src/controllers/owner/index.js'
import { type CascadePlan, planCascade } from '../../../src/simulate/cascade/index.js'
import { full } from '../../runs.js'
import { at, explored } from './compare.js'
import { crowdedWorld } from './crowded-worlds.js'
import { lotsOf } from './lots.js'
import * as part from './parts.js'
import type { SmallWorld } from './worlds.js'

/** A plan takes the kinds that it is told; the explorer also those that definitions define. */
const scopesHere = extendScopes(definedScopes(part.definition))(scopes_1_36).scopes

const shown = (objects: ReadonlyArray<WholeObject>) =>
  ({ at, objects, scopes: scopesHere, coverage: { _tag: 'Everything' } }) as const

const planned = ({ objects, requests }: SmallWorld): CascadePlan | undefined => {
  const deletions = requests.flatMap((request) =>
    request._tag === 'Delete' ? [{ _tag: 'Delete', target: request.uid, options: request.options } as const] : [],
  )
  const plan = planCascade(defaultPolicy)(deletions)(shown(objects))
  return E.isRight(plan) ? plan.right : undefined
}

const seeds = (inFull: number, quick: number): ReadonlyArray<number> =>
  Array.from({ length: full ? inFull : quick }, (_, index) => index + 1)

const onlyDeletions = ({ objects, requests }: SmallWorld): SmallWorld => ({
  objects,
  requests: requests.filter(({ _tag }) => _tag === 'Delete'),
})

/** Two claims with their volumes, a pod that may use one, and deletions of some of them. */
const storageWorld = (seed: number): SmallWorld => {
  const { pick, once } = lotsOf(seed)
  const policy = (): string => pick(['Delete', 'Retain', 'Recycle'])
  const pod = part.pod('pod', pick([0, 30]), once(2) ? 'claim' : undefined)
  const objects = [
    pod,
    part.claim('claim', 'volume', { owners: once(2) ? [pod] : [] }),
    part.volume('volume', 'claim', policy()),
    part.claim('second', 'disk'),
    part.volume('disk', 'second', policy()),
  ]
  const asked = objects.filter(() => once(3)).slice(0, 2)
  return {
    objects,
    requests: (asked.length === 0 ? [pick(['volume', 'disk'])] : asked.map(({ metadata: { uid } }) => uid)).map(
      (uid) => ({
        _tag: 'Delete',
        uid,
        options: { propagationPolicy: pick(['Background', 'Background', 'Orphan']) },
      }),
    ),
  }
}

describe('in every course', () => {
  it('stays what a plan says is kept', () => {
    let kept = 0
    const lost = seeds(80, 12).flatMap((seed) => {
      const world = storageWorld(seed)
      const found = explored(world, 3000)
      return (planned(world)?.data ?? []).flatMap(({ target, verdict }) => {
        if (verdict !== 'kept') return []
        kept++
        const outcome = found.objects.find((one) => one.target.id === target.id)
        return outcome?.verdict === 'Stays' ? [] : [{ seed, target, outcome }]
      })
    })
    expect(lost).toEqual([])
    expect(kept).toBeGreaterThan(0)
  })

  it('stays as it is what nobody has asked about', () => {
    const held = { finalizers: ['example.com/hold'] }
    const aside = [
      part.plain('aside', held),
      part.account('aside-account'),
      part.claim('aside-claim', undefined, { owners: [part.plain('aside')] }),
    ]
    const changed = seeds(50, 6).flatMap((seed) => {
      const { objects, requests } = crowdedWorld(seed)
      if (objects.includes(part.shop)) return []
      const found = explored({ objects: [...objects, ...aside], requests }, 1500)
      const uids = new Set(aside.map(({ metadata }) => metadata.uid))
      const versions = new Set(
        found.phases.flat().map((end) => endsText(end.objects.filter(({ metadata }) => uids.has(metadata.uid)))),
      )
      return versions.size === 1 && versions.has(endsText(aside)) ? [] : [{ seed, versions }]
    })
    expect(changed).toEqual([])
  })
})

describe('a plan', () => {
  it('ends each object in a way that is found', () => {
    const wrong = seeds(80, 12).flatMap((seed) => {
      const world = onlyDeletions(crowdedWorld(seed))
      const found = explored(world, 3000)
      if (found.certainty !== 'Proven') return []
      const plan = planned(world)
      return found.objects.flatMap(({ target, ends }) => {
        const isIn = (list: ReadonlyArray<{ readonly id: string }> = []): boolean =>
          list.some(({ id }) => id === target.id)
        const end = isIn(plan?.outcomes.gone) ? 'gone' : isIn(plan?.outcomes.terminating) ? 'terminating' : 'stays'
        return ends.some((one) => one.end === end) ? [] : [{ seed, target, end, ends }]
      })
    })
    expect(wrong).toEqual([])
  })
})

const endsText = (objects: ReadonlyArray<WholeObject>): string =>
  objects
    .map(({ metadata, ...object }) =>
      JSON.stringify({ ...object, metadata: { ...metadata, resourceVersion: undefined } }),
    )
    .sort()
    .join('\n')
