/**
 * Answers how long a gate takes for one review in a cluster of 100,000 objects, beside a plan of the cascade alone; and how soon
 * it refuses one that is over its limit.
 */
import { either as E } from 'fp-ts'

import { kubectlOptions, scopes_1_36 } from '../src/apiserver/index.js'
import type { WholeObject } from '../src/apiserver/object.js'
import { defaultPolicy } from '../src/controllers/owner/index.js'
import { admissionBy, defaultAdmissionPolicy } from '../src/guard/admission/index.js'
import { type CascadeIndex, cascadeIndex, planCascade } from '../src/simulate/cascade/index.js'
import type { Bench, Prepared } from './bench.js'

const at = new Date('2026-01-01T12:00:00Z')
const terms = { at, scopes: scopes_1_36.scopes, coverage: { _tag: 'Everything' as const } }
const cluster = 100_000

/** A Deployment whose ReplicaSet has so many pods, in a namespace of its own. */
const app = (number: number, pods: number): ReadonlyArray<WholeObject> => {
  const namespace = `ns-${number}`
  const to = (apiVersion: string, kind: string, uid: string) => ({
    ownerReferences: [{ apiVersion, kind, name: uid, uid, controller: true, blockOwnerDeletion: true }],
  })
  const object = (
    apiVersion: string,
    kind: string,
    uid: string,
    more: object = {},
    rest: object = {},
  ): WholeObject => ({
    apiVersion,
    kind,
    metadata: { namespace, name: uid, uid, resourceVersion: '1', ...more },
    ...rest,
  })
  const spec = { nodeName: `node-${number % 100}`, containers: [{ name: 'web' }], volumes: [] }
  return [
    {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: namespace, uid: namespace },
      spec: { finalizers: ['kubernetes'] },
    },
    object('apps/v1', 'Deployment', `deploy-${number}`),
    object('apps/v1', 'ReplicaSet', `rs-${number}`, to('apps/v1', 'Deployment', `deploy-${number}`)),
    ...Array.from({ length: pods }, (_, pod) =>
      object('v1', 'Pod', `pod-${number}-${pod}`, to('apps/v1', 'ReplicaSet', `rs-${number}`), {
        spec,
        status: { phase: 'Running' },
      }),
    ),
  ]
}

const nodes: ReadonlyArray<WholeObject> = Array.from({ length: 100 }, (_, number) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: `node-${number}`, uid: `node-${number}` },
}))

/** The cascade of the first app, in the middle of many others. */
const clusterAround = (size: number): { readonly index: CascadeIndex; readonly own: ReadonlyArray<WholeObject> } => {
  const own = app(0, size - 2)
  const objects: WholeObject[] = [...nodes]
  for (let number = 1; objects.length < cluster / 2; number++) objects.push(...app(number, 20))
  objects.push(...own)
  for (let number = 100_000; objects.length < cluster; number++) objects.push(...app(number, 20))
  return { index: cascadeIndex(objects), own }
}

const reviewOf = (object: WholeObject | undefined): unknown => ({
  apiVersion: 'admission.k8s.io/v1',
  kind: 'AdmissionReview',
  request: {
    ...{ uid: 'r', operation: 'DELETE', kind: { group: 'apps', version: 'v1', kind: 'Deployment' } },
    ...{ userInfo: { username: 'ann' }, oldObject: object, options: kubectlOptions('background') },
  },
})

const outcomeOf = (verdict: ReturnType<ReturnType<ReturnType<typeof admissionBy>>>): string =>
  E.isRight(verdict) ? `${verdict.right.outcome} ${verdict.right.touched ?? '-'}` : 'no review'

const prepare = (size: number): Prepared => {
  const { index, own } = clusterAround(size)
  const review = admissionBy(defaultAdmissionPolicy)(() => ({ index, terms }))
  const asked = reviewOf(own[1])
  const plan = planCascade(defaultPolicy)([
    { _tag: 'Delete', target: 'deploy-0', options: kubectlOptions('background') },
  ])
  const objects = [...nodes.slice(0, 1), ...own]
  return {
    items: size,
    work: () => review(asked),
    yardstick: () => plan({ ...terms, objects }),
    disagreement: () => {
      const outcome = outcomeOf(review(asked))
      return outcome === `allowed ${size}` ? null : outcome
    },
  }
}

export const kubernetesAdmission: Bench = {
  name: 'kubernetes-admission',
  about:
    'a review of a deletion in a cluster of 100,000 objects, beside planCascade on the objects of the cascade; items are these',
  sizes: [10, 100, 1000],
  prepare,
}

export const kubernetesAdmissionOverLimit: Bench = {
  name: 'kubernetes-admission-over-limit',
  about: 'a refusal of a cascade over the limit of 1,000, beside planCascade on its objects; items are these',
  sizes: [2000, 20_000],
  prepare: (size) => {
    const { index, own } = clusterAround(size)
    const review = admissionBy(defaultAdmissionPolicy)(() => ({ index, terms }))
    const asked = reviewOf(own[1])
    const plan = planCascade(defaultPolicy)([
      { _tag: 'Delete', target: 'deploy-0', options: kubectlOptions('background') },
    ])
    return {
      items: size,
      work: () => review(asked),
      yardstick: () => plan({ ...terms, objects: own }),
      disagreement: () => {
        const outcome = outcomeOf(review(asked))
        return outcome === 'refused -' ? null : outcome
      },
    }
  },
}

/** The quantiles of single reviews, in milliseconds, and the ratios to the plan alone, which is measured in turns with them. */
export const admissionQuantiles = (size: number, rounds: number): Readonly<Record<string, number>> => {
  const { work, yardstick } = prepare(size)
  const timed = (run: () => unknown): number => {
    // Processor time: others share the machine.
    const before = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  const [reviews, plans]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    reviews.push(timed(work))
    plans.push(timed(yardstick))
  }
  const quantile = (times: ReadonlyArray<number>, share: number): number =>
    times.toSorted((a, b) => a - b)[Math.floor(share * (times.length - 1))] ?? NaN
  const [median, worst, plain] = [quantile(reviews, 0.5), quantile(reviews, 0.99), quantile(plans, 0.5)]
  return {
    median,
    worst,
    plain,
    medianRatio: median / plain,
    worstRatio: worst / plain,
    worstOfBoth: worst / quantile(plans, 0.99),
  }
}
