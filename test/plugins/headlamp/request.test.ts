import { describe, expect, it } from 'vitest'

import { optionsOf, propagationChoices } from '../../../plugins/headlamp/src/model/propagation.js'
import { deleteCall, sayFailure } from '../../../plugins/headlamp/src/model/request.js'

const deployments = { apiVersion: 'apps/v1', resource: 'deployments', namespaced: true }
const web = { metadata: { namespace: 'shop', name: 'web', uid: 'u-1', resourceVersion: '42' } }

describe('the request', () => {
  it.each([
    ['background', { propagationPolicy: 'Background' }],
    ['foreground', { propagationPolicy: 'Foreground' }],
    ['orphan', { propagationPolicy: 'Orphan' }],
    ['api-default', {}],
  ] as const)(
    'has exactly the policy that was chosen, for %s, and names the object that was seen',
    (propagation, policy) => {
      expect(deleteCall(web, deployments, { propagation })).toEqual({
        method: 'DELETE',
        path: '/apis/apps/v1/namespaces/shop/deployments/web',
        body: {
          apiVersion: 'v1',
          kind: 'DeleteOptions',
          ...policy,
          preconditions: { uid: 'u-1', resourceVersion: '42' },
        },
      })
    },
  )

  it('has a grace period only where one was chosen', () => {
    const pods = { apiVersion: 'v1', resource: 'pods', namespaced: true }
    const { path, body } = deleteCall(web, pods, { propagation: 'background', gracePeriodSeconds: 0 })
    expect(path).toBe('/api/v1/namespaces/shop/pods/web')
    expect(body).toMatchObject({ gracePeriodSeconds: 0 })
  })

  it('asks the budgets of a pod that is evicted, with the same options', () => {
    const pods = { apiVersion: 'v1', resource: 'pods', namespaced: true }
    expect(deleteCall(web, pods, { propagation: 'background', evicts: true })).toEqual({
      method: 'POST',
      path: '/api/v1/namespaces/shop/pods/web/eviction',
      body: {
        apiVersion: 'policy/v1',
        kind: 'Eviction',
        metadata: { namespace: 'shop', name: 'web' },
        deleteOptions: deleteCall(web, pods, { propagation: 'background' }).body,
      },
    })
  })

  it('is for an object of the cluster without a namespace, and writes names as paths have them', () => {
    const roles = { apiVersion: 'rbac.authorization.k8s.io/v1', resource: 'clusterroles', namespaced: false }
    const { path, body } = deleteCall({ metadata: { name: 'a:b/c', uid: 'u' } }, roles, { propagation: 'orphan' })
    expect(path).toBe('/apis/rbac.authorization.k8s.io/v1/clusterroles/a%3Ab%2Fc')
    expect(body).toMatchObject({ preconditions: { uid: 'u' } })
  })
})

describe('the choices', () => {
  it('begin with what kubectl sends', () => {
    const [first] = propagationChoices({ apiVersion: 'apps/v1', kind: 'Deployment' })
    expect(first?.title).toBe('Background, as kubectl delete does')
    expect(optionsOf({ propagation: first?.propagation ?? 'orphan' })).toEqual({ propagationPolicy: 'Background' })
  })

  it.each([
    ['batch/v1', 'Job', 'No policy is sent. What a Job owns then stays, unless one of its finalizers says otherwise.'],
    [
      'apps/v1',
      'Deployment',
      'No policy is sent. What a Deployment owns then goes after it, unless one of its finalizers says otherwise.',
    ],
    ['v1', 'Event', 'No policy is sent. The garbage collector leaves objects of kind Event alone.'],
  ])('say what the default of %s %s is', (apiVersion, kind, said) => {
    expect(propagationChoices({ apiVersion, kind }).at(-1)?.said).toBe(said)
  })
})

describe('a failure', () => {
  it.each([
    [403, 'x', 'Pod a was not deleted: you may not delete it. The server says: x'],
    [404, 'x', 'Pod a was not deleted: it is gone already.'],
    [408, '', 'No answer in time: Pod a may be deleted all the same. Look again.'],
    [
      409,
      '',
      'Pod a was not deleted: it changed after you looked, or another object has its name. Look again, and decide anew.',
    ],
    [429, '', 'Pod a was not deleted: a disruption budget does not allow it now, or the server is busy.'],
    [undefined, 'broken pipe', 'Pod a was not deleted. The server says: broken pipe'],
  ])('with status %s says what became of the object', (status, message, said) => {
    expect(sayFailure('Pod a', { status, message })).toBe(said)
  })
})
