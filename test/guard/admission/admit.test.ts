import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import {
  admissionBy,
  admissionReview,
  controlPlaneAccounts,
  defaultAdmissionPolicy,
} from '../../../src/guard/admission/index.js'
import type { Target, WholeObject } from '../../../src/apiserver/object.js'
import { type Listing, maxCount, protectLabel } from '../../../src/guard/index.js'
import { cascadeIndex } from '../../../src/simulate/cascade/index.js'
import * as world from './cluster.js'
import { messageOf, objects, reviewOf, snapshotOf, verdictOn } from './cluster.js'

const because = (...all: Parameters<typeof verdictOn>): string => {
  const { outcome, because: tag } = verdictOn(...all)
  return `${outcome} ${tag}`
}

describe('a deletion', () => {
  it('within the rules is allowed', () => {
    const verdict = verdictOn(reviewOf(world.deployment))
    expect(verdict).toMatchObject({ outcome: 'allowed', because: 'WithinRules', touched: 4 })
    expect(verdict.answer).toEqual({
      apiVersion: 'admission.k8s.io/v1',
      kind: 'AdmissionReview',
      response: { uid: 'r-1', allowed: true },
    })
  })

  it('that may touch more than the limit is refused, no approval helps, and it says what to do', () => {
    const verdict = verdictOn(reviewOf(world.deployment), { limit: 3 })
    expect(messageOf(verdict)).toBe(
      'gcplan refuses to delete Deployment shop/web: more than 3 objects may be touched, which is the limit. No digest approves that: delete it in parts, or raise the limit',
    )
    expect(verdict.digest).toBeUndefined()
    expect(because(reviewOf(world.deployment), { limit: 4 })).toBe('allowed WithinRules')
  })

  it('that takes more of a kind than its cap is refused', () => {
    const caps = [{ kind: 'Pod', count: 1 }]
    expect(messageOf(verdictOn(reviewOf(world.deployment), { caps }))).toContain(
      'gcplan refuses to delete Deployment shop/web, which touches 4 objects: 2 of 2 Pod go, more than 1. To approve exactly this: kubectl annotate deployment.v1.apps -n shop web gcplan.dev/approved-cascade=',
    )
    expect(because(reviewOf(world.deployment), { caps: [{ kind: 'Pod', count: 2 }] })).toBe('allowed WithinRules')
  })

  it('that takes a larger share of a namespace than its cap is refused, but for the floor', () => {
    const share = { namespace: 'shop', percent: 50 }
    expect(because(reviewOf(world.deployment), { caps: [share] })).toBe('refused OverCap')
    expect(because(reviewOf(world.deployment), { caps: [{ ...share, percent: 70 }] })).toBe('allowed WithinRules')
    expect(because(reviewOf(world.deployment), { caps: [{ ...share, floor: 4 }] })).toBe('allowed WithinRules')
    expect(because(reviewOf(world.deployment), { caps: [{ ...share, namespace: 'other' }] })).toBe(
      'allowed WithinRules',
    )
  })

  it('that takes along a protected kind is refused, and no approval helps', () => {
    const verdict = verdictOn(reviewOf(world.deployment), { protectedKinds: ['Pod'] })
    expect(messageOf(verdict)).toBe(
      'gcplan refuses to delete Deployment shop/web, which touches 4 objects: Pod shop/web-1-a goes: protected by the rule "protected kinds", and so are 1 others. No approval is an exception to that',
    )
    const approved = world.annotated(world.deployment, { 'gcplan.dev/approved-cascade': verdict.digest ?? '' })
    expect(because(reviewOf(approved), { protectedKinds: ['Pod'] })).toBe('refused Protected')
    expect(because(reviewOf(world.deployment), { protectedKinds: ['Deployment.other'] })).toBe('allowed WithinRules')
    expect(because(reviewOf(world.deployment), { protectedKinds: ['Deployment.apps'] })).toBe('refused Protected')
  })

  it('of an object with a protected label is refused, also where the snapshot does not show the label yet', () => {
    const labels = { 'gcplan.dev/protected': 'true' }
    const labelled = { ...world.settings, metadata: { ...world.settings.metadata, labels } }
    expect(because(reviewOf(labelled))).toBe('refused Protected')
    const pods = objects.map((object) =>
      object.kind === 'Pod' ? { ...object, metadata: { ...object.metadata, labels } } : object,
    )
    expect(because(reviewOf(world.deployment), {}, snapshotOf(pods))).toBe('refused Protected')
  })

  it('that destroys data is refused', () => {
    const verdict = verdictOn(reviewOf(world.claim))
    expect(verdict.refusals.map(({ _tag }) => _tag)).toEqual(['DataLost'])
    expect(messageOf(verdict)).toContain('the data of PersistentVolumeClaim shop/data is lost')
    const refuses = { ...defaultAdmissionPolicy.refuses, dataLoss: false }
    expect(because(reviewOf(world.claim), { refuses })).toBe('allowed WithinRules')
  })

  it('that may destroy data is refused, as the volume is not shown', () => {
    const unseen = objects.filter(({ kind }) => kind !== 'PersistentVolume')
    expect(messageOf(verdictOn(reviewOf(world.claim), {}, snapshotOf(unseen)))).toContain('may be lost')
  })

  it('of a namespace with pods is refused, with every reason', () => {
    const verdict = verdictOn(reviewOf(world.namespace))
    expect(verdict.refusals.map(({ _tag }) => _tag)).toEqual(['DataLost', 'NamespaceWithPods'])
    expect(messageOf(verdict)).toContain('namespace shop goes with 2 pods')
  })

  it('takes along what an outside party deletes before it lets the object go', () => {
    const listing = (...resources: ReadonlyArray<object>): WholeObject => ({
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      metadata: {
        ...{ namespace: 'argocd', name: 'shop', uid: 'application' },
        finalizers: ['resources-finalizer.argocd.argoproj.io'],
      },
      status: { resources },
    })
    const served = { ...world.gadgets, apiVersion: 'argoproj.io/v1alpha1', kind: 'Application' }
    const saidOf = (application: WholeObject, policy: object = {}): string => {
      const scopes = [...snapshotOf(objects).scopes, { ...served, resource: 'applications' }]
      return because(reviewOf(application), policy, snapshotOf([...objects, application], { scopes }))
    }
    const settings = listing({ kind: 'ConfigMap', namespace: 'shop', name: 'settings' })
    expect(saidOf(settings)).toBe('allowed WithinRules')
    expect(saidOf(settings, { protectedKinds: ['ConfigMap'] })).toBe('refused Protected')
    const refuses = { ...defaultAdmissionPolicy.refuses, dataLoss: false }
    expect(saidOf(listing({ kind: 'Namespace', name: 'shop' }), { refuses })).toBe('refused NamespaceWithPods')
  })

  it('of a definition with instances is refused', () => {
    expect(messageOf(verdictOn(reviewOf(world.definition)))).toContain(
      'CustomResourceDefinition gadgets.example.com goes with 1 instance',
    )
    expect(because(reviewOf(world.definition), {}, snapshotOf(objects.filter(({ kind }) => kind !== 'Gadget')))).toBe(
      'allowed WithinRules',
    )
  })

  it('that a guard of your own refuses is refused', () => {
    const verdict = verdictOn(reviewOf(world.deployment), { guard: () => maxCount(3) })
    expect(messageOf(verdict)).toContain('4 removals, more than 3')
    expect(verdict.because).toBe('Guarded')
  })

  it('that a guard of your own keeps by an annotation is refused, also where the snapshot does not show it yet', () => {
    const guard = ({ annotationsOf }: Listing) => protectLabel('shop/keep')<Target>(annotationsOf)
    const kept = { guard }
    expect(because(reviewOf(world.settings), kept)).toBe('allowed WithinRules')
    expect(because(reviewOf(world.annotated(world.settings, { 'shop/keep': '' })), kept)).toBe('refused Protected')
  })

  it('that gives pods another time to end is another one to approve', () => {
    const digestOf = (gracePeriodSeconds?: number): string | undefined =>
      verdictOn(reviewOf(world.deployment, { options: { propagationPolicy: 'Background', gracePeriodSeconds } })).digest
    expect(digestOf(0)).toBe(digestOf(0))
    expect(new Set([digestOf(), digestOf(0), digestOf(30)]).size).toBe(3)
  })

  it('is decided by its propagation: orphaned dependents stay', () => {
    const options = { propagationPolicy: 'Orphan' }
    const caps = [{ kind: 'Pod', count: 0 }]
    expect(because(reviewOf(world.deployment, { options }), { caps })).toBe('allowed WithinRules')
    expect(because(reviewOf(world.deployment), { caps })).toBe('refused OverCap')
  })
})

describe('what is not known', () => {
  const coverage = { _tag: 'Resources', resources: [] } as const

  it('refuses, or lets through with a warning, as the policy says', () => {
    const partly = snapshotOf(objects, { coverage })
    expect(because(reviewOf(world.settings), {}, partly)).toBe('refused NotShown')
    const allowed = verdictOn(reviewOf(world.settings), { whenUnknown: 'allow' }, partly)
    expect(allowed).toMatchObject({ outcome: 'unknown', because: 'NotShown' })
    expect(allowed.answer.response.warnings).toHaveLength(1)
  })

  it('is an object that the snapshot does not hold', () => {
    const unseen = { ...world.settings, metadata: { ...world.settings.metadata, uid: 'new' } }
    expect(because(reviewOf(unseen))).toBe('refused NotSeen')
    expect(because(reviewOf(unseen), { whenUnknown: 'allow' })).toBe('unknown NotSeen')
  })

  const { objects: _all, ...known } = snapshotOf(objects)
  const reviewed = (review: unknown, more: object, policy: object = {}) => {
    const verdict = admissionBy(
      { ...defaultAdmissionPolicy, ...policy },
      { decode: (body) => E.right(decoded(body)) },
    )(() => ({ index: cascadeIndex(objects), terms: known, ...more }))(review)
    if (E.isLeft(verdict)) throw new Error(JSON.stringify(verdict.left))
    return verdict.right
  }
  /** The object of a review, with instants. */
  const decoded = (body: unknown): WholeObject => {
    const object = body as WholeObject
    const { creationTimestamp } = object.metadata
    return creationTimestamp === undefined
      ? object
      : { ...object, metadata: { ...object.metadata, creationTimestamp: new Date(creationTimestamp) } }
  }
  const behind = (group: string, kind: string) => ({ ages: [{ group, kind, age: 60_001 }] })

  it('is what a kind has to do with of which nothing was heard for too long', () => {
    const said = reviewed(reviewOf(world.settings), behind('', 'Secret'))
    expect(messageOf(said)).toBe(
      'gcplan refuses to delete ConfigMap shop/settings, which touches 1 object: nothing was heard of Secret for 1 min, at most 1 min is allowed. Try again in a moment',
    )
    expect(said.because).toBe('Stale')
    expect(reviewed(reviewOf(world.claim), behind('', 'PersistentVolume')).refusals.map(({ _tag }) => _tag)).toEqual([
      'DataLost',
      'Unknown',
    ])
    expect(reviewed(reviewOf(world.settings), { ages: [{ group: '', kind: 'Secret', age: 60_000 }] }).outcome).toBe(
      'allowed',
    )
  })

  it('is no reason for a client to ask again by itself, unless all that is in the way passes', () => {
    const codeOf = (object: WholeObject, kind: string): number | undefined =>
      reviewed(reviewOf(object), behind('', kind)).answer.response.status?.code
    expect(codeOf(world.settings, 'Secret')).toBe(503)
    expect(codeOf(world.claim, 'PersistentVolume')).toBe(403)
  })

  it('is whatever a group may own that could not be asked for too long, but for one of which nothing can be deleted', () => {
    const away = (group: string, age: number, policy = {}) =>
      reviewed(reviewOf(world.settings), { undiscovered: [{ group, age }] }, policy)
    expect(away('example.com', 60_000).outcome).toBe('allowed')
    const refused = away('example.com', 60_001)
    expect(refused).toMatchObject({ outcome: 'refused', because: 'NotShown' })
    expect(messageOf(refused)).toContain('example.com')
    expect(messageOf(refused)).toContain('To approve exactly this')
    expect(away('example.com', Infinity, { whenUnknown: 'allow' }).outcome).toBe('unknown')
    expect(away('metrics.k8s.io', Infinity).outcome).toBe('allowed')
    expect(away('example.com', Infinity, { readOnlyGroups: ['example.com'] }).outcome).toBe('allowed')
    const stated = { undiscoveredGroups: ['metrics.k8s.io', 'example.com'] }
    expect(because(reviewOf(world.settings), {}, snapshotOf(objects, stated))).toBe('refused NotShown')
    expect(
      because(reviewOf(world.settings), { readOnlyGroups: stated.undiscoveredGroups }, snapshotOf(objects, stated)),
    ).toBe('allowed WithinRules')
  })

  it('keeps no rule from refusing what is known, where it lets through', () => {
    const [free, lost] = [world.settings, world.claim].map((object) =>
      reviewed(reviewOf(object), behind('', 'Secret'), { whenUnknown: 'allow' }),
    )
    expect(free).toMatchObject({ outcome: 'unknown', because: 'Stale' })
    expect(free?.answer.response.warnings?.at(-1)).toContain('nothing was heard of Secret for 1 min')
    expect(lost).toMatchObject({ outcome: 'refused', because: 'DataLost' })
  })

  it('is approved by nobody as long as a watch is behind', () => {
    const how = behind('', 'PersistentVolume')
    const { digest = '' } = reviewed(reviewOf(world.claim), how)
    const approved = world.annotated(world.claim, { 'gcplan.dev/approved-cascade': digest })
    expect(reviewed(reviewOf(approved), how).outcome).toBe('refused')
    expect(messageOf(reviewed(reviewOf(approved), how))).toContain('Try again in a moment')
  })

  it('is not a young object, which is judged as the review shows it', () => {
    const seconds = (age: number): WholeObject => ({
      ...world.settings,
      metadata: {
        ...world.settings.metadata,
        uid: 'new',
        creationTimestamp: new Date(known.at.getTime() - age * 1000),
      },
    })
    expect(reviewed(reviewOf(seconds(60)), {}).outcome).toBe('allowed')
    expect(reviewed(reviewOf(seconds(-30)), {}).outcome).toBe('allowed')
    const old = reviewed(reviewOf(seconds(61)), {})
    expect(messageOf(old)).toBe(
      'gcplan refuses to delete ConfigMap shop/settings: the object is 1 min 1 s old and not in the snapshot yet, so that others may be missing, too. Try again in a moment',
    )
    expect(old.answer.response.status).toMatchObject({ code: 503, details: { retryAfterSeconds: 2 } })
  })

  it('is not what the review shows of an object in a later version than the snapshot', () => {
    const { metadata } = world.claim
    const unbound = { ...world.claim, metadata: { ...metadata, resourceVersion: '8' }, spec: {}, status: {} }
    const bound = { ...world.claim, metadata: { ...metadata, resourceVersion: '9' } }
    const index = cascadeIndex(objects.map((object) => (object.kind === unbound.kind ? unbound : object)))
    expect(reviewed(reviewOf(unbound), { index }).because).toBe('WithinRules')
    expect(reviewed(reviewOf(bound), { index }).because).toBe('DataLost')
  })

  it('leaves the index as it was, whatever the review shows', () => {
    const index = cascadeIndex(objects)
    const before = index.objects()
    const { metadata } = world.settings
    const newer = { ...world.settings, metadata: { ...metadata, resourceVersion: '9', labels: { a: 'b' } } }
    const fresh = { ...world.settings, metadata: { ...metadata, uid: 'new', creationTimestamp: known.at } }
    for (const object of [newer, fresh])
      admissionBy(defaultAdmissionPolicy, { decode: (body) => E.right(decoded(body)) })(() => ({
        index,
        terms: known,
      }))(reviewOf(object))
    expect(index.objects()).toEqual(before)
  })

  it('is everything once the snapshot is stale', () => {
    const { objects: _, ...terms } = snapshotOf(objects)
    const index = cascadeIndex(objects)
    const aged = (age: number) =>
      admissionBy(defaultAdmissionPolicy)(() => ({ index, terms, age }))(reviewOf(world.settings))
    const said = [60_000, 60_001].map((age) => {
      const verdict = aged(age)
      return E.isRight(verdict) ? verdict.right.because : verdict.left
    })
    expect(said).toEqual(['WithinRules', 'Stale'])
  })
})

describe('what passes', () => {
  it('is whatever is no deletion of an object', () => {
    for (const operation of ['CREATE', 'UPDATE', 'CONNECT'])
      expect(because(reviewOf(world.namespace, { operation, oldObject: null }))).toBe('passed NoDeletion')
    expect(because(reviewOf(world.namespace, { subResource: 'status' }))).toBe('passed NoDeletion')
  })

  it('is what the control plane deletes', () => {
    for (const username of controlPlaneAccounts)
      expect(because(reviewOf(world.namespace, { userInfo: { username: username.replace('*', 'node-a') } }))).toBe(
        'passed ControlPlane',
      )
    for (const username of [
      'ann',
      '',
      'system:serviceaccount:shop:generic-garbage-collector',
      'system:nodes',
      'xsystem:node:a',
    ])
      expect(because(reviewOf(world.namespace, { userInfo: { username } }))).toBe('refused DataLost')
  })

  it('is what is in the namespace of the gate, and that namespace', () => {
    expect(because(reviewOf(world.claim), { ownNamespace: 'shop' })).toBe('passed OwnNamespace')
    expect(because(reviewOf(world.namespace), { ownNamespace: 'shop' })).toBe('passed OwnNamespace')
    expect(because(reviewOf(world.claim), { ownNamespace: 'other' })).toBe('refused DataLost')
  })
})

describe('an object of a collection', () => {
  it('comes without a name, and is decided like one that is named', () => {
    const [one, whole] = [verdictOn(reviewOf(world.claim, { name: '' })), verdictOn(reviewOf(world.claim))]
    expect(one).toEqual(whole)
    expect(messageOf(one)).toContain('PersistentVolumeClaim shop/data')
  })
})

describe('an invalid input', () => {
  const problemOf = (review: unknown): string => {
    const verdict = admissionReview(defaultAdmissionPolicy)(snapshotOf(objects))(review)
    return E.isLeft(verdict) ? verdict.left.problems[0].path : 'none'
  }

  it('has its path', () => {
    expect(problemOf(null)).toBe('')
    expect(problemOf({ ...reviewOf(world.claim), apiVersion: 'admission.k8s.io/v1beta1' })).toBe('apiVersion')
    expect(problemOf(reviewOf(world.claim, { userInfo: {} }))).toBe('none')
    expect(problemOf(reviewOf(world.claim, { userInfo: 1 }))).toBe('request.userInfo')
    expect(problemOf(reviewOf(world.claim, { oldObject: null }))).toBe('request.oldObject')
    expect(problemOf(reviewOf(world.claim, { oldObject: { metadata: { name: 'x' } } }))).toBe(
      'request.oldObject.metadata.uid',
    )
    expect(problemOf(reviewOf(world.claim, { options: { gracePeriodSeconds: 'x' } }))).toBe(
      'request.options.gracePeriodSeconds',
    )
  })

  it('is a policy that means nothing', () => {
    const policyProblem = (policy: object): string => {
      const verdict = admissionReview({ ...defaultAdmissionPolicy, ...policy })(snapshotOf(objects))(
        reviewOf(world.claim),
      )
      return E.isLeft(verdict) ? verdict.left.problems[0].path : 'none'
    }
    expect(policyProblem({ limit: -1 })).toBe('limit')
    expect(policyProblem({ caps: [{ percent: 10 }] })).toBe('caps[0]')
    expect(policyProblem({ accounts: ['*'] })).toBe('accounts[0]')
    expect(policyProblem({})).toBe('none')
  })
})
