import { either as E, option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { HistoryFamily, Plan, Port } from '../../../src/controllers/history/index.js'
import { conclude, perform } from '../../../src/controllers/history/index.js'
import { deleteJob, deleteReplicaSet, deleteRevision, relabelPod } from '../../../src/controllers/history/action.js'
import { execute } from '../../../src/execute/index.js'
import { clusterOf, daemonSet, deployment, planOf, pod, replicaSet, revision, statefulSet } from './build.js'

const portOf = (
  errors: ReadonlyMap<string, string>,
): { readonly port: Port<string>; readonly calls: ReadonlyArray<string> } => {
  const calls: string[] = []
  const call = (verb: string) => (object: { readonly name: string }, body: unknown) => () => {
    calls.push(`${verb} ${object.name} ${JSON.stringify(body)}`)
    const error = errors.get(object.name)
    return Promise.resolve(error === undefined ? E.right(undefined) : E.left(error))
  }
  return { calls, port: { delete: call('delete'), patch: call('patch'), isNotFound: (error) => error === 'not found' } }
}

const run = async (plan: Plan, errors: ReadonlyArray<readonly [string, string]>) => {
  const { port, calls } = portOf(new Map(errors))
  const report = await execute(perform(port))<HistoryFamily>(plan)()
  const { error } = conclude((text: string) => text)(plan)(report)
  return { calls, error: O.toNullable(error) }
}

const sets = ['a', 'b', 'c'].map((name, index) => replicaSet(name, `${index}`))
const ofDeployment = planOf(clusterOf({ deployments: [deployment()], replicaSets: sets }))
const revisions = ['a', 'b', 'c'].map((name, index) => revision(statefulSet(), name, index))
const ofStatefulSet = planOf(clusterOf({ statefulSets: [statefulSet()], controllerRevisions: revisions }))

describe('a clean-up that is carried out', () => {
  it('goes on when a ReplicaSet is gone already', async () => {
    expect(await run(ofDeployment, [['a', 'not found']])).toEqual({
      calls: ['delete a {}', 'delete b {}'],
      error: null,
    })
  })

  it('ends at a ReplicaSet that cannot be deleted', async () => {
    expect(await run(ofDeployment, [['a', 'forbidden']])).toEqual({ calls: ['delete a {}'], error: 'forbidden' })
  })

  it('ends at a revision that is gone already', async () => {
    expect(await run(ofStatefulSet, [['a', 'not found']])).toEqual({ calls: ['delete a {}'], error: 'not found' })
  })

  it('goes on with other controllers, and returns what each of them returned', async () => {
    const other = { ...statefulSet(), metadata: { namespace: 'shop', name: 'zz', uid: 'zz' } }
    const theirs = ['x', 'y'].map((name, index) => revision(other, name, index))
    const both = planOf(
      clusterOf({ statefulSets: [statefulSet(), other], controllerRevisions: [...revisions, ...theirs] }),
    )
    const errors = ['a', 'x'].map((name) => [name, `no ${name}`] as const)
    expect(await run(both, errors)).toEqual({ calls: ['delete a {}', 'delete x {}'], error: 'no a; no x' })
  })

  it('labels pods before a duplicate of the current revision goes, and ends where that fails', async () => {
    const duplicates = ['new-1', 'new-2'].map((name, index) => revision(daemonSet(), name, index, {}, 'new'))
    const snapshot = clusterOf({
      daemonSets: [daemonSet()],
      controllerRevisions: duplicates,
      pods: [pod(daemonSet(), 'agent-0', 'new-1')],
    })
    const labelling = 'patch agent-0 {"metadata":{"labels":{"controller-revision-hash":"new-2"}}}'
    expect(await run(planOf(snapshot), [])).toEqual({ calls: [labelling, 'delete new-1 {}'], error: null })
    expect(await run(planOf(snapshot), [['agent-0', 'forbidden']])).toEqual({ calls: [labelling], error: 'forbidden' })
  })
})

describe('a call on the API server', () => {
  const named = (kind: string, resource: string, apiVersion = 'apps/v1') => ({
    apiVersion,
    kind,
    resource,
    namespace: 'shop',
    name: 'a',
  })
  const at = { apiVersion: 'x', kind: 'X', metadata: { namespace: 'shop', name: 'a', uid: 'a' } }

  it('names the object by its path, and tells what it means that it is not found', () => {
    expect(deleteReplicaSet(at)).toEqual({
      _tag: 'Delete',
      object: named('ReplicaSet', 'replicasets'),
      options: {},
      notFound: 'gone',
    })
    expect(deleteRevision(at)).toEqual({
      _tag: 'Delete',
      object: named('ControllerRevision', 'controllerrevisions'),
      options: {},
      notFound: 'failure',
    })
    expect(deleteJob(at)).toEqual({
      _tag: 'Delete',
      object: named('Job', 'jobs', 'batch/v1'),
      options: { propagationPolicy: 'Background' },
      notFound: 'failure',
    })
    expect(relabelPod('x')(at)).toEqual({
      _tag: 'RelabelPod',
      object: named('Pod', 'pods', 'v1'),
      patch: { metadata: { labels: { 'controller-revision-hash': 'x' } } },
    })
  })
})
