import { describe, expect, it } from 'vitest'

import { conditionsOf } from '../../../src/apiserver/definition.js'
import type { Findings } from '../../../src/controllers/namespace/conditions.js'
import { conditionsAfter, withFindings } from '../../../src/controllers/namespace/conditions.js'
import { object } from '../owner/build.js'
import { namespace, pod } from '../../simulate/cascade/cluster.js'

const nothing: Findings = { discovery: [], failures: [], remaining: [] }
const after = (more: Partial<Findings>, type: string) =>
  conditionsAfter({ ...nothing, ...more }).find((condition) => condition.type === type)
const configMap = (uid: string, ...finalizers: ReadonlyArray<string>) => ({
  object: object(uid, [], { finalizers }),
  resource: 'configmaps',
})

// Word for word as section 2.6 of the specification has them, and the recordings.
describe('the conditions of a terminating namespace', () => {
  it('are five, in one order, all False where a sweep found nothing', () => {
    expect(conditionsAfter(nothing)).toEqual([
      {
        type: 'NamespaceDeletionDiscoveryFailure',
        status: 'False',
        reason: 'ResourcesDiscovered',
        message: 'All resources successfully discovered',
      },
      {
        type: 'NamespaceDeletionGroupVersionParsingFailure',
        status: 'False',
        reason: 'ParsedGroupVersions',
        message: 'All legacy kube types successfully parsed',
      },
      {
        type: 'NamespaceDeletionContentFailure',
        status: 'False',
        reason: 'ContentDeleted',
        message: 'All content successfully deleted, may be waiting on finalization',
      },
      {
        type: 'NamespaceContentRemaining',
        status: 'False',
        reason: 'ContentRemoved',
        message: 'All content successfully removed',
      },
      {
        type: 'NamespaceFinalizersRemaining',
        status: 'False',
        reason: 'ContentHasNoFinalizers',
        message: 'All content-preserving finalizers finished',
      },
    ])
  })

  it('tell which groups could not be discovered', () => {
    const discovery = ['a.example/v1: broken', 'b.example/v1: broken too']
    expect(after({ discovery }, 'NamespaceDeletionDiscoveryFailure')).toEqual({
      type: 'NamespaceDeletionDiscoveryFailure',
      status: 'True',
      reason: 'DiscoveryFailed',
      message:
        'Discovery failed for some groups, 2 failing: unable to retrieve the complete list of server APIs: a.example/v1: broken, b.example/v1: broken too',
    })
  })

  it('tell which deletes failed, sorted', () => {
    expect(after({ failures: ['z failed', 'a failed'] }, 'NamespaceDeletionContentFailure')).toEqual({
      type: 'NamespaceDeletionContentFailure',
      status: 'True',
      reason: 'ContentDeletionFailed',
      message: 'Failed to delete all resource types, 2 remaining: a failed, z failed',
    })
  })

  it('count what is left by resource and group, sorted', () => {
    const deployment = { object: object('d', [], {}, 'Deployment', 'apps/v1'), resource: 'deployments' }
    const remaining = [deployment, configMap('a'), configMap('b'), { object: pod('p', []), resource: 'pods' }]
    expect(after({ remaining }, 'NamespaceContentRemaining')).toEqual({
      type: 'NamespaceContentRemaining',
      status: 'True',
      reason: 'SomeResourcesRemain',
      message:
        'Some resources are remaining: configmaps. has 2 resource instances, deployments.apps has 1 resource instances, pods. has 1 resource instances',
    })
  })

  it('count objects by finalizer, sorted; an object with two counts for both', () => {
    const remaining = [configMap('a', 'x/y', 'a/b'), configMap('b', 'x/y'), configMap('c')]
    expect(after({ remaining }, 'NamespaceFinalizersRemaining')).toEqual({
      type: 'NamespaceFinalizersRemaining',
      status: 'True',
      reason: 'SomeFinalizersRemain',
      message:
        'Some content in the namespace has finalizers remaining: a/b in 1 resource instances, x/y in 2 resource instances',
    })
    expect(after({ remaining: [configMap('c')] }, 'NamespaceFinalizersRemaining')).toMatchObject({ status: 'False' })
  })

  it('are written into the status in their order, and not again where they say the same', () => {
    const first = withFindings(namespace('ns'), nothing)
    expect(conditionsOf(first)).toEqual(conditionsAfter(nothing))
    expect(withFindings(first, nothing)).toBe(first)
    const left = { ...nothing, remaining: [configMap('a')] }
    expect(conditionsOf(withFindings(first, left))).toEqual(conditionsAfter(left))
  })
})
