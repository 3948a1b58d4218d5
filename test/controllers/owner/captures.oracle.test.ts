import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { kubectlOptions, objectAfter, requestDelete } from '../../../src/apiserver/index.js'
import type { DeleteOptions, WholeObject } from '../../../src/apiserver/index.js'
import { planCascade } from '../../../src/simulate/cascade/index.js'
import type { Action, Plan, Snapshot } from '../../../src/controllers/owner/index.js'
import { defaultPolicy } from '../../../src/controllers/owner/index.js'
import { scopes_1_36 } from '../../../src/apiserver/scopes.js'
import { decodeKubectlObjects } from '../../../src/decode/kubectl/objects.js'
import { kubernetesOwnerSnapshot } from '../../../src/decode/snapshot/kubernetes-owners.js'
import type { Logged } from '../../simulate/cascade/captured.js'
import { asLogged, collector, logOf, read } from '../../simulate/cascade/captured.js'
import { planOf } from './build.js'

const before = ((): Snapshot => {
  const listings = ['cluster-before.all.json', 'cluster-before.clusterroles.json'].map((file) => {
    const listing = decodeKubectlObjects(read(file))
    if (E.isLeft(listing)) throw new Error(JSON.stringify(listing.left))
    return listing.right
  })
  const snapshot = kubernetesOwnerSnapshot({
    at: new Date(read('cluster-before.taken-at.txt').trim()),
    listings,
    scopes: scopes_1_36.scopes,
    covers: [{ _tag: 'Everything', because: 'the listings hold all that the cluster had of kinds with owners' }],
  })
  if (E.isLeft(snapshot)) throw new Error(JSON.stringify(snapshot.left))
  return snapshot.right
})()

const log = logOf('cluster-actions.audit.jsonl')
const sent = (of: (logged: Logged) => boolean): ReadonlyArray<unknown> =>
  log
    .filter((logged) => logged.by === collector && of(logged))
    .toSorted((a, b) => (a.uri < b.uri ? -1 : 1))
    .map(({ verb, uri, body }) => ({ verb, uri, body }))

const calls = ({ passes }: Plan): ReadonlyArray<ReturnType<typeof asLogged>> =>
  passes
    .flatMap(({ removals, amendments }) => [...amendments, ...removals].flatMap(({ actions }) => actions.map(callOf)))
    .toSorted((a, b) => (a.uri < b.uri ? -1 : 1))

const callOf = (action: Action): ReturnType<typeof asLogged> => {
  if (action._tag === 'Delete') return asLogged(action)
  return asLogged({
    _tag: 'Patch',
    object: action.object,
    patch: action._tag === 'RemoveFinalizer' ? action.merge : action.strategic,
  })
}

const nameIn = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1)

/** The cluster after requests of others, as they were logged. */
const after = (requests: ReadonlyArray<Logged>): Snapshot => ({
  ...before,
  objects: before.objects.flatMap((object: WholeObject) => {
    const last = requests
      .filter(({ uri }) => nameIn(uri) === object.metadata.name && uri.includes(`/${object.kind.toLowerCase()}s/`))
      .reduce(
        (now: WholeObject | undefined, { body }) =>
          objectAfter(now, requestDelete(before.at)(body as DeleteOptions)(now)),
        object,
      )
    return last === undefined ? [] : [last]
  }),
})

describe('a cluster of real controllers, as the collector found it', () => {
  it('makes the collector delete what it deleted and patch what it patched', () => {
    expect(calls(planOf(before))).toEqual(sent(({ uri }) => uri.includes('/configmaps/')))
    expect(calls(planOf(before)).length).toBe(6)
  })

  it('makes it let go of the Jobs that the clean-up of finished ones had deleted', () => {
    const ttl = log.filter(({ by, verb }) => by.endsWith('ttl-after-finished-controller') && verb === 'delete')
    const pods = log.filter(
      ({ by, verb, uri }) =>
        by.endsWith('pod-garbage-collector') &&
        verb === 'delete' &&
        ttl.some((job) => nameIn(uri).startsWith(`${nameIn(job.uri)}-`)),
    )
    const planned = calls(planOf(after([...ttl, ...pods]))).filter(({ uri }) => uri.includes('/jobs/'))
    const masked = (all: unknown): unknown =>
      JSON.parse(JSON.stringify(all, (key, value: unknown) => (key === 'resourceVersion' ? 'masked' : value)))
    expect(planned.length).toBe(4)
    expect(masked(planned)).toEqual(masked(sent(({ uri }) => uri.includes('/jobs/'))))
  })

  it('names the deletes that came too late as a race with the collector of pods', () => {
    const late = log.filter(({ by, code }) => by === collector && code === 404)
    const jobs = before.objects.filter(
      ({ kind, metadata }) => kind === 'Job' && late.some(({ uri }) => nameIn(uri).startsWith(`${metadata.name}-`)),
    )
    const planned = planCascade(defaultPolicy)(
      jobs.map(({ metadata }) => ({ _tag: 'Delete', target: metadata.uid, options: kubectlOptions() })),
    )(before)
    if (E.isLeft(planned)) throw new Error('no plan')
    const { races, waves } = planned.right
    const raced = races.flatMap((race) => (race._tag === 'EndedPods' ? race.pods.map(({ name }) => name) : []))
    expect(raced.toSorted()).toEqual(late.map(({ uri }) => nameIn(uri)).toSorted())
    const asked = waves
      .filter(({ by }) => by === 'collector')
      .flatMap(({ changes }) => changes.flatMap((change) => change.calls.map(asLogged)))
    expect(asked.toSorted((a, b) => (a.uri < b.uri ? -1 : 1))).toEqual(
      late.map(({ verb, uri, body }) => ({ verb, uri, body })).toSorted((a, b) => (a.uri < b.uri ? -1 : 1)),
    )
  })
})
