/** Arbitrary clusters with histories: small, with few names, so that histories often exceed their limits. */
import * as fc from 'fast-check'

import type { Coverage } from '../../apiserver/scope.js'
import { type Policy, type Snapshot, presets } from '../../controllers/history/index.js'
import type { KubeObject, ObjectMeta } from '../../apiserver/object.js'
import {
  clusterOf,
  cronJob,
  daemonSet,
  deployment,
  job,
  minute,
  noon,
  of,
  pod,
  replicaSet,
  revision,
  statefulSet,
  template,
} from './history-objects.js'

const images = fc.constantFrom('new', 'a', 'b', undefined)
const limits = fc.constantFrom(0, 1, 2, 3, -1, undefined, 2 ** 31 - 1)

/** The same object under another name. */
const named = <O extends KubeObject>(name: string, object: O): O => ({
  ...object,
  metadata: { ...object.metadata, name, uid: name },
})

const deployments = fc.record({
  limit: limits,
  paused: fc.boolean(),
  updated: fc.constantFrom(3, 3, 3, 2),
  image: images,
})
const keepers = fc.record({ limit: limits, image: images, selects: fc.constantFrom('none', 'all', 'web', 'not') })

const selectors = {
  none: undefined,
  all: {},
  web: { matchLabels: { app: 'web' } },
  not: { matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['web'] }] },
} as const

const metadata = (finalizers: boolean): fc.Arbitrary<Partial<ObjectMeta>> =>
  fc
    .record({ created: fc.option(fc.integer({ min: 0, max: 3 })), deleting: fc.constantFrom(false, false, finalizers) })
    .map(({ created, deleting }) => ({
      ...(created === null ? {} : { creationTimestamp: minute(created) }),
      ...(deleting ? { deletionTimestamp: noon, finalizers: ['example.com/x'] } : {}),
    }))

const set = fc.record({
  revision: fc.option(fc.constantFrom('1', '2', '3', '10', 'x', '-1')),
  replicas: fc.constantFrom(0, 0, 0, 1, undefined),
  image: images,
  owner: fc.constantFrom('d0', 'd1', 'nobody'),
  more: metadata(true),
})

const oneRevision = (finalizers: boolean) =>
  fc.record({
    number: fc.integer({ min: 0, max: 5 }),
    image: images,
    owner: fc.constantFrom('s0', 's1', 'n0', 'n1', 'nobody'),
    app: fc.boolean(),
    more: metadata(finalizers),
  })

const oneJob = (finalizers: boolean) =>
  fc.record({
    start: fc.option(fc.integer({ min: 0, max: 5 })),
    condition: fc.constantFrom('Complete', 'Complete', 'Failed', null),
    owner: fc.constantFrom('c0', 'c1', 'nobody'),
    more: metadata(finalizers),
  })

const onePod = fc.record({
  owner: fc.constantFrom('s0', 's1', 'n0', 'n1', null),
  hash: fc.constantFrom('r0', 'r1', 'r2', 'r3', ''),
  bound: fc.boolean(),
})

const templateOf = (image: string | undefined) => (image === undefined ? undefined : template(image))

const owners: ReadonlyMap<string | null, KubeObject> = new Map<string, KubeObject>([
  ['d0', named('d0', deployment())],
  ['d1', named('d1', deployment())],
  ['s0', named('s0', statefulSet())],
  ['s1', named('s1', statefulSet())],
  ['n0', named('n0', daemonSet())],
  ['n1', named('n1', daemonSet())],
  ['c0', named('c0', cronJob())],
  ['c1', named('c1', cronJob())],
  ['nobody', named('nobody', deployment())],
])

const ownerOf = (name: string | null): KubeObject => owners.get(name) ?? deployment()

const coverage: fc.Arbitrary<Coverage> = fc.constantFrom<Coverage>(
  { _tag: 'Everything' },
  { _tag: 'Resources', resources: [] },
  { _tag: 'Resources', resources: [{ group: '', kind: 'Pod', namespaces: ['shop'] }] },
)

/** Clusters with Deployments, StatefulSets, DaemonSets and CronJobs. */
export const arbitrarySnapshot = (finalizers = true): fc.Arbitrary<Snapshot> =>
  fc
    .record({
      deployments: fc.array(deployments, { maxLength: 2 }),
      sets: fc.array(set, { maxLength: 8 }),
      statefulSets: fc.array(keepers, { maxLength: 2 }),
      daemonSets: fc.array(keepers, { maxLength: 2 }),
      revisions: fc.array(oneRevision(finalizers), { maxLength: 8 }),
      cronJobs: fc.array(fc.record({ successful: limits, failed: limits }), { maxLength: 2 }),
      jobs: fc.array(oneJob(finalizers), { maxLength: 8 }),
      pods: fc.array(onePod, { maxLength: 4 }),
      coverage,
    })
    .map((all) => ({
      ...clusterOf({
        deployments: all.deployments.map(({ limit, paused, updated, image }, index) =>
          named(
            `d${index}`,
            deployment(
              { revisionHistoryLimit: limit, paused, template: templateOf(image) },
              {},
              { updatedReplicas: updated },
            ),
          ),
        ),
        replicaSets: all.sets.map(({ revision: number, replicas, image, owner, more }, index) =>
          replicaSet(
            `r${index}`,
            number,
            { replicas, template: templateOf(image) },
            { ...of(ownerOf(owner)), ...more },
          ),
        ),
        statefulSets: all.statefulSets.map(({ limit, image, selects }, index) =>
          named(
            `s${index}`,
            statefulSet(
              { revisionHistoryLimit: limit, template: templateOf(image), selector: selectors[selects] },
              { currentRevision: 'r1', updateRevision: index === 0 ? 'r2' : undefined },
            ),
          ),
        ),
        daemonSets: all.daemonSets.map(({ limit, image, selects }, index) =>
          named(
            `n${index}`,
            daemonSet({ revisionHistoryLimit: limit, template: templateOf(image), selector: selectors[selects] }),
          ),
        ),
        controllerRevisions: all.revisions.map(({ number, image, owner, app, more }, index) => {
          const name = `r${index}`
          const labels = { 'controller-revision-hash': name, ...(app ? { app: 'web' } : {}) }
          const held = revision(ownerOf(owner), name, number, { labels, ...more }, image ?? 'a')
          return image === undefined ? { ...held, data: undefined } : held
        }),
        cronJobs: all.cronJobs.map(({ successful, failed }, index) =>
          named(
            `c${index}`,
            cronJob({ successfulJobsHistoryLimit: successful, failedJobsHistoryLimit: failed }, ['j0', 'j1']),
          ),
        ),
        jobs: all.jobs.map(({ start, condition, owner, more }, index) =>
          job(`j${index}`, start, condition, { ...of(ownerOf(owner)), ...more }),
        ),
        pods: all.pods.map(({ owner, hash, bound }, index) =>
          pod(owner === null ? null : ownerOf(owner), `p${index}`, hash, bound ? { nodeName: 'n' } : {}),
        ),
      }),
      coverage: all.coverage,
    }))

/** Policies of every release, with limits that count. */
export const arbitraryPolicy: fc.Arbitrary<Policy> = fc
  .tuple(
    fc.constantFrom(...Object.values(presets)),
    fc.constantFrom('keep' as const, 'absent' as const),
    fc.constantFrom('controller-name' as const, 'controller-uid' as const),
  )
  .map(([preset, uncovered, jobsOfCronJob]) => ({ ...preset, uncovered, jobsOfCronJob }))

/** The same snapshot with every list in another order. */
export const permuted = (snapshot: Snapshot): fc.Arbitrary<Snapshot> => {
  const shuffled = <A>(all: ReadonlyArray<A>): fc.Arbitrary<ReadonlyArray<A>> =>
    fc.shuffledSubarray([...all], { minLength: all.length })
  return fc
    .record({
      deployments: shuffled(snapshot.deployments),
      replicaSets: shuffled(snapshot.replicaSets),
      statefulSets: shuffled(snapshot.statefulSets),
      daemonSets: shuffled(snapshot.daemonSets),
      controllerRevisions: shuffled(snapshot.controllerRevisions),
      cronJobs: shuffled(snapshot.cronJobs),
      jobs: shuffled(snapshot.jobs),
      pods: shuffled(snapshot.pods),
    })
    .map((lists) => ({ ...snapshot, ...lists }))
}
