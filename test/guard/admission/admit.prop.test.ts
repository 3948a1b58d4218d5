import fc from 'fast-check'
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/object.js'
import {
  type AdmissionVerdict,
  admissionReview,
  controlPlaneAccounts,
  defaultAdmissionPolicy,
} from '../../../src/guard/admission/index.js'
import { mixedWorlds } from '../../simulate/cascade/mixed-worlds.js'
import { runs } from '../../runs.js'
import { annotated, reviewOf, snapshotOf, verdictOn } from './cluster.js'

/** A gate that lets nothing go without an approval. */
const strict = { caps: [{ count: 0 }], protectedLabels: [], whenUnknown: 'refuse' as const }
const annotation = defaultAdmissionPolicy.approvalAnnotation

const targets = mixedWorlds
  .filter(({ objects }) => objects.length > 0)
  .map(({ objects, which }) => ({ objects, target: objects[which % objects.length] as WholeObject }))
const options = fc
  .constantFrom(undefined, 'Background', 'Foreground', 'Orphan')
  .map((propagationPolicy) => (propagationPolicy === undefined ? {} : { propagationPolicy }))

describe('a gate', () => {
  it('refuses nothing to an account of the control plane', () => {
    fc.assert(
      fc.property(targets, fc.constantFrom(...controlPlaneAccounts), ({ objects, target }, account) => {
        const userInfo = { username: account.replace('*', 'worker') }
        expect(verdictOn(reviewOf(target, { userInfo }), strict, snapshotOf(objects)).outcome).toBe('passed')
      }),
      { numRuns: runs(200) },
    )
  })

  it('says the same of a dry run, and of the same review again', () => {
    fc.assert(
      fc.property(targets, options, ({ objects, target }, asked) => {
        const review = admissionReview({ ...defaultAdmissionPolicy, ...strict })(snapshotOf(objects))
        const once = review(reviewOf(target, { options: asked, dryRun: true }))
        expect(review(reviewOf(target, { options: asked }))).toEqual(once)
        expect(review(reviewOf(target, { options: asked, dryRun: true }))).toEqual(once)
      }),
      { numRuns: runs(200) },
    )
  })

  it('lets through what its digest approves, and nothing of it once the cascade takes one object more', () => {
    fc.assert(
      fc.property(targets, options, ({ objects, target }, asked) => {
        const first = verdictOn(reviewOf(target, { options: asked }), strict, snapshotOf(objects))
        fc.pre(first.outcome === 'refused' && first.digest !== undefined)
        const approved = annotated(target, { [annotation]: first.digest ?? '' })
        const given = (all: ReadonlyArray<WholeObject>): AdmissionVerdict =>
          verdictOn(reviewOf(approved, { options: asked }), strict, snapshotOf(all))
        expect(given(objects).outcome).toBe('approved')
        const { apiVersion, kind, metadata } = target
        const more: WholeObject = {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: {
            ...(metadata.namespace === undefined ? { namespace: 'one' } : { namespace: metadata.namespace }),
            name: 'one-more',
            uid: 'one-more',
            ownerReferences: [{ apiVersion, kind, name: metadata.name, uid: metadata.uid }],
          },
        }
        const grown = given([...objects, more])
        // One that is held goes later, and nothing is taken along as long as it is.
        if (grown.touched !== first.touched) expect(grown.outcome).toBe('refused')
        else expect(grown.digest).toBe(first.digest)
      }),
      { numRuns: runs(300) },
    )
  })

  it('does not take the digest of another request', () => {
    fc.assert(
      fc.property(targets, ({ objects, target }) => {
        const digestOf = (propagationPolicy: string): string | undefined =>
          verdictOn(reviewOf(target, { options: { propagationPolicy } }), strict, snapshotOf(objects)).digest
        const [background, orphan] = [digestOf('Background'), digestOf('Orphan')]
        expect(background === undefined || background !== orphan).toBe(true)
      }),
      { numRuns: runs(100) },
    )
  })

  it('never throws, whatever it is sent', () => {
    const review = admissionReview(defaultAdmissionPolicy)(snapshotOf([]))
    const spoilt = fc
      .tuple(
        fc.constantFrom('uid', 'operation', 'kind', 'userInfo', 'oldObject', 'options', 'name', 'dryRun'),
        fc.anything(),
      )
      .map(([field, value]) =>
        reviewOf({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x', uid: 'x' } }, { [field]: value }),
      )
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.jsonValue(), spoilt), (sent) => {
        const verdict = review(sent)
        if (E.isLeft(verdict)) expect(verdict.left.problems.length).toBeGreaterThan(0)
        else expect(verdict.right.answer.response.allowed).toBe(verdict.right.outcome !== 'refused')
      }),
      { numRuns: runs(2000) },
    )
  })
})
