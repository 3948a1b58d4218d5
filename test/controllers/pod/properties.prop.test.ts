import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { describe, it } from 'vitest'

import { isTerminated } from '../../../src/controllers/pod/order.js'
import type { Plan, Pod, Snapshot } from '../../../src/controllers/pod/index.js'
import { defaultPolicy, plan } from '../../../src/controllers/pod/index.js'
import { runs } from '../../runs.js'
import { arbitraryPods, arbitraryPolicy, arbitrarySnapshot } from './arbitrary.js'
import { lookAt, planOf } from './build.js'

const idsGoing = ({ passes }: Plan): ReadonlySet<string> =>
  new Set(passes.flatMap(({ removals }) => removals.map(({ target }) => target.id)))

const sharing = { terminatedShares: 'namespace' } as const

const keptByNamespace = (pods: ReadonlyArray<Pod>, threshold: number): ReadonlyMap<string, number> => {
  const going = idsGoing({
    ...planOf(lookAt(pods), { ...sharing, terminatedPodGcThreshold: threshold }),
    passes: [planOf(lookAt(pods), { ...sharing, terminatedPodGcThreshold: threshold }).passes[0]],
  })
  const kept = new Map<string, number>()
  for (const { metadata } of pods.filter(isTerminated)) {
    const { namespace = '', uid = '' } = metadata
    kept.set(namespace, (kept.get(namespace) ?? 0) + (going.has(uid) ? 0 : 1))
  }
  return kept
}

describe('the threshold', () => {
  it('is what stays of terminated pods, shared or not, while there are enough', () => {
    fc.assert(
      fc.property(arbitraryPods, fc.integer({ min: 1, max: 5 }), fc.boolean(), (pods, threshold, shared) => {
        const terminated = pods.filter(isTerminated).length
        const [pass] = planOf(lookAt(pods), { terminatedPodGcThreshold: threshold, ...(shared ? sharing : {}) }).passes
        return terminated - pass.removals.length === Math.min(terminated, threshold)
      }),
    )
  })

  it('leaves no namespace that loses a pod more than one pod behind another one', () => {
    fc.assert(
      fc.property(arbitraryPods, fc.integer({ min: 1, max: 5 }), (pods, threshold) => {
        const kept = keptByNamespace(pods, threshold)
        const most = Math.max(0, ...kept.values())
        return [...kept].every(([namespace, count]) => {
          const had = pods.filter((pod) => isTerminated(pod) && pod.metadata.namespace === namespace).length
          return count === had || count >= most - 1
        })
      }),
    )
  })

  it('spares, where it is higher, all pods that it spares where it is lower', () => {
    fc.assert(
      fc.property(arbitraryPods, fc.integer({ min: 1, max: 5 }), fc.boolean(), (pods, threshold, shared) => {
        const going = (limit: number): ReadonlySet<string> =>
          idsGoing(planOf(lookAt(pods), { terminatedPodGcThreshold: limit, ...(shared ? sharing : {}) }))
        const [few, many] = [going(threshold + 1), going(threshold)]
        return [...few].every((id) => many.has(id))
      }),
    )
  })

  it('takes a listed pod that it takes without the others also with pods that were not listed', () => {
    fc.assert(
      fc.property(
        arbitraryPods,
        fc.nat(),
        fc.integer({ min: 1, max: 5 }),
        fc.boolean(),
        (pods, drop, threshold, shared) => {
          const policy = { terminatedPodGcThreshold: threshold, ...(shared ? sharing : {}) }
          const listed = pods.filter((_, index) => index !== drop % Math.max(1, pods.length))
          const [some, all] = [idsGoing(planOf(lookAt(listed), policy)), idsGoing(planOf(lookAt(pods), policy))]
          return [...some].every((id) => all.has(id))
        },
      ),
      { numRuns: runs(500) },
    )
  })
})

describe('what is not known', () => {
  const without = (snapshot: Snapshot, more: Partial<Snapshot>): ReadonlySet<string> =>
    idsGoing(planOf({ ...snapshot, ...more }, {}))

  it('removes nothing that would stay if it were known', () => {
    fc.assert(
      fc.property(arbitrarySnapshot, (snapshot) => {
        const nothingKnown = without(snapshot, { apiNodes: { _tag: 'Unknown' } })
        return [...nothingKnown].every((id) => idsGoing(planOf(snapshot)).has(id))
      }),
    )
  })

  it('is also a coverage without nodes', () => {
    fc.assert(
      fc.property(arbitrarySnapshot, (snapshot) => {
        const planned = planOf({ ...snapshot, coverage: { _tag: 'Resources', resources: [] } })
        return planned.passes[2]?.removals.length === 0
      }),
    )
  })
})

describe('a delete', () => {
  it('is forced, names no version of the pod, and comes after its mark', () => {
    fc.assert(
      fc.property(arbitraryPolicy, arbitrarySnapshot, (policy, snapshot) => {
        const planned = plan({ ...defaultPolicy, ...policy })(snapshot)
        if (E.isLeft(planned)) return true
        return planned.right.passes.every(({ removals }) =>
          removals.every(({ actions }) => {
            const last = actions[actions.length - 1]
            const marks = actions.slice(0, -1)
            return (
              JSON.stringify(last?._tag === 'Delete' ? last.options : null) === '{"gracePeriodSeconds":0}' &&
              marks.length <= (policy.markFailed === 'never' ? 0 : 1) &&
              marks.every(({ _tag }) => _tag === 'MarkFailed')
            )
          }),
        )
      }),
    )
  })
})
