import { taskEither as TE } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Policies, Port, Snapshot } from '../../../src/simulate/control-plane/index.js'
import {
  apply,
  applyReport,
  conclude,
  defaultPolicies,
  emptyMemory,
  explain,
  lookAgain,
  observe,
  perform,
  planKubernetes,
} from '../../../src/simulate/control-plane/index.js'
import type * as Ttl from '../../../src/controllers/ttl/index.js'
import { execute } from '../../../src/execute/index.js'
import { right } from '../../decode/reading.js'
import { after, cluster, complete, job, metadata, ownedBy, pod } from './building.js'

const policies: Policies = { ...defaultPolicies, pod: { ...defaultPolicies.pod, terminatedPodGcThreshold: 1 } }

const nightly = {
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  metadata: metadata('nightly'),
  spec: { successfulJobsHistoryLimit: 0 },
}

/** A pod over the limit without an owner that exists, a Job that has expired, and one of a CronJob that keeps none. */
const snapshot = cluster(
  pod('first', { ownerReferences: ownedBy('Job', 'none') }),
  pod('second'),
  job('old', {}, { ttlSecondsAfterFinished: 0 }, complete),
  nightly,
  job('ran', { ownerReferences: ownedBy('CronJob', 'nightly') }, {}, complete),
)

/** Writes down who calls what; calls that the text names fail. */
const writing = (log: string[], fails = ''): Port<string> => {
  const call = (text: string): TE.TaskEither<string, undefined> => {
    log.push(text)
    return text === fails ? TE.left(`${text} failed`) : TE.right(undefined)
  }
  const named = (by: string, verb: string) => (object: { readonly name: string }) =>
    call(`${by} ${verb} ${object.name}`)
  const found = ({ name }: { readonly name: string }): Ttl.Job | undefined =>
    snapshot.objects.find(({ metadata: { name: other } }) => other === name) as Ttl.Job | undefined
  return {
    pod: { patchStatus: named('pod', 'patch'), delete: named('pod', 'delete') },
    ttl: {
      get: (of) => TE.map(() => found(of))(named('ttl', 'get')(of)),
      delete: named('ttl', 'delete'),
      now: () => snapshot.at,
      stays: (why) => why._tag,
    },
    history: { delete: named('history', 'delete'), patch: named('history', 'patch'), isNotFound: () => false },
    lifecycle: {
      delete: named('lifecycle', 'delete'),
      setMark: named('lifecycle', 'mark'),
      clearMark: named('lifecycle', 'unmark'),
    },
    owner: {
      delete: named('owner', 'delete'),
      patch: named('owner', 'patch'),
      isUnsupportedMediaType: () => false,
    },
  }
}

const carriedOut = async (fails?: string) => {
  const log: string[] = []
  const plan = right(planKubernetes(policies)(snapshot))
  const report = await execute(perform(writing(log, fails)))(plan)()
  return { log, plan, report }
}

const namesIn = ({ objects }: Snapshot): ReadonlyArray<string> => objects.map(({ metadata: { name } }) => name)

describe('carrying out a plan of all collectors', () => {
  it('makes each call on the port of its collector', async () => {
    const { log } = await carriedOut()
    expect(log).toEqual([
      'pod delete first',
      'owner delete first',
      'ttl get old',
      'ttl delete old',
      'history delete ran',
    ])
  })

  it('leaves what the plan foretells, where nothing failed', async () => {
    const { plan, report } = await carriedOut()
    const then = applyReport(report)(snapshot)
    expect(then).toEqual(apply(plan)(snapshot))
    expect(namesIn(then)).toEqual(['second', 'old', 'nightly'])
    expect(then.objects[1]?.metadata.finalizers).toEqual(['foregroundDeletion'])
  })

  it('leaves what the calls before a failure made of it', async () => {
    const second = await carriedOut('owner delete first')
    expect(namesIn(applyReport(second.report)(snapshot))).not.toContain('first')
    const first = await carriedOut('pod delete first')
    expect(first.log).not.toContain('owner delete first')
    expect(applyReport(first.report)(snapshot).objects[0]).toBe(snapshot.objects[0])
    const looked = await carriedOut('ttl delete old')
    expect(applyReport(looked.report)(snapshot).objects).toContain(snapshot.objects[2])
  })
})

describe('the conclusion of all collectors', () => {
  const concluded = async (fails?: string) => {
    const { plan, report } = await carriedOut(fails)
    return conclude((error: string) => error)(plan)(report)
  }

  it('has the event of a CronJob that deleted a Job', async () => {
    const { events, error } = await concluded()
    expect(events.map(({ _tag, event }) => `${_tag} ${event._tag}`)).toEqual(['History SuccessfulDelete'])
    expect(error._tag).toBe('None')
  })

  it('has the event of a CronJob that could not, with the error of the port', async () => {
    const { events } = await concluded('history delete ran')
    expect(events.map(({ event }) => event.message)).toEqual(['Deleted job: history delete ran failed'])
  })

  it('has nothing of a Job that another collector failed to delete first', async () => {
    const both = cluster(
      nightly,
      job('ran', { ownerReferences: ownedBy('CronJob', 'nightly') }, { ttlSecondsAfterFinished: 0 }, complete),
    )
    const plan = right(planKubernetes(policies)(both))
    expect(plan.passes[0].removals.map(({ actions }) => actions.map(({ _tag }) => _tag))).toEqual([
      ['Ttl', 'Ttl', 'History'],
    ])
    const failing = await execute(perform(writing([], 'ttl delete ran')))(plan)()
    expect(conclude((error: string) => error)(plan)(failing).events).toEqual([])
  })

  it('has the error of a Deployment whose ReplicaSet did not go', async () => {
    const template = (app: string) => ({ metadata: { labels: { app } } })
    const web = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: metadata('web'),
      spec: { revisionHistoryLimit: 0, paused: true, template: template('new') },
    }
    const set = {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: metadata('web-1', {
        ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'u-web', controller: true }],
      }),
      spec: { replicas: 0, template: template('old') },
      status: { replicas: 0 },
    }
    const plan = right(planKubernetes(policies)(cluster(web, set)))
    const report = await execute(perform(writing([], 'history delete web-1')))(plan)()
    expect(conclude((error: string) => error)(plan)(report)).toEqual({
      events: [],
      error: { _tag: 'Some', value: 'history delete web-1 failed' },
    })
  })
})

describe('a cluster after calls', () => {
  const held = cluster(pod('orphan', { finalizers: ['x/y'] }, { nodeName: 'gone' }, 'Running'))
  const ripe = { ...held, memory: { ...held.memory, pod: { waiting: [], ripe: ['gone'] } } }

  it('shows every call about an object, the mark before the delete', () => {
    const plan = right(planKubernetes(policies)(ripe))
    expect(plan.passes[0].removals.map(({ actions }) => actions.length)).toEqual([2])
    const [left] = apply(plan)(ripe).objects
    expect(left?.status).toMatchObject({ phase: 'Failed', conditions: [{ lastTransitionTime: ripe.at }] })
    expect(left?.metadata.deletionTimestamp).toEqual(ripe.at)
  })

  it('names a Job that went in the status of no CronJob any more, the rest of which stays', () => {
    const cronJob = (name: string) => ({
      ...nightly,
      metadata: metadata(name),
      status: { active: [{ uid: 'u-ran' }, { uid: 'u-runs' }], lastScheduleTime: after(-60) },
    })
    const ran = job('ran', { ownerReferences: ownedBy('CronJob', 'nightly') }, {}, complete)
    const named = cluster(cronJob('nightly'), cronJob('copy'), ran)
    const left = apply(right(planKubernetes(policies)(named)))(named).objects
    const status = { active: [{ uid: 'u-runs' }], lastScheduleTime: after(-60) }
    expect(left).toMatchObject([{ status }, { status }])
  })

  it('has an object as it was whose calls were skipped, the mark before the delete too', () => {
    const [removal] = right(planKubernetes(policies)(ripe)).passes[0].removals
    if (removal === undefined) throw new Error('nothing goes')
    const outcome = { _tag: 'Skipped', removal, because: 'aborted' } as const
    const pass = { name: 'cluster', state: { _tag: 'Ran' }, outcomes: [outcome], freed: 0 } as const
    expect(applyReport({ passes: [pass] })(ripe).objects).toEqual(ripe.objects)
  })

  it('lacks an object that a call found gone, whatever holds it in the snapshot', () => {
    const plan = right(planKubernetes(policies)(ripe))
    const [removal] = plan.passes[0].removals
    if (removal === undefined) throw new Error('nothing goes')
    const outcome = { _tag: 'Removed', removal, found: 'gone' } as const
    const pass = { name: 'cluster', state: { _tag: 'Ran' }, outcomes: [outcome], freed: 0 } as const
    expect(applyReport({ passes: [pass] })(ripe).objects).toEqual([])
  })
})

describe('what is remembered from look to look', () => {
  const lost = cluster(pod('lost', {}, { nodeName: 'gone' }, 'Running'))

  it('has nodes that pods name and nobody knows, until their quarantine is over', () => {
    const first = observe(policies)(lost)(emptyMemory)
    expect(first.pod).toEqual({ waiting: [{ node: 'gone', until: after(40) }], ripe: [] })
    const later = lookAgain(policies)(after(40))({ ...lost, memory: first })
    expect(later.memory.pod.ripe).toEqual(['gone'])
    const [removal] = right(planKubernetes(policies)(later)).passes[0].removals
    expect(removal?.reasons.map(explain)).toEqual([
      'its node gone was missing for the whole quarantine and does not exist',
    ])
  })

  it('loses marks of objects that are gone, and of another period', () => {
    const enabled: Policies = {
      ...policies,
      lifecycle: { ...policies.lifecycle, period: { _tag: 'Enabled', epoch: 'second' } },
    }
    const mark = (uid: string, epoch: string) => ({ uid, since: after(-5), epoch })
    const marks = [mark('u-lost', 'first'), mark('u-gone', 'second'), mark('u-lost', 'second')]
    const memory = observe(enabled)(lost)({ ...emptyMemory, lifecycle: { marks } })
    expect(memory.lifecycle.marks).toEqual([mark('u-lost', 'second')])
  })

  it('is given to what a lifecycle writes down of a candidate', () => {
    const enabled: Policies = {
      ...policies,
      lifecycle: {
        ...policies.lifecycle,
        period: { _tag: 'Enabled', epoch: 'first' },
        cluster: { enabled: true, afterFinished: true, ttlSeconds: 60 },
      },
    }
    const done = cluster(job('bill', {}, {}, complete))
    const plan = right(planKubernetes(enabled)(done))
    expect(plan.passes[0].amendments.map(({ actions }) => actions[0]._tag)).toEqual(['Lifecycle'])
    const then = apply(plan)(done)
    expect(then.memory.lifecycle.marks.map(({ uid }) => uid)).toEqual(['u-bill'])
    const later = lookAgain(enabled)(after(60))(then)
    expect(right(planKubernetes(enabled)(later)).passes[0].removals.map(({ target }) => target.name)).toEqual(['bill'])
  })
})
