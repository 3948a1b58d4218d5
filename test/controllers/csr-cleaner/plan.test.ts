import { either as E, option as O, taskEither as TE } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Plan, Policy, SigningRequest, Snapshot } from '../../../src/controllers/csr-cleaner/index.js'
import * as CsrCleaner from '../../../src/controllers/csr-cleaner/index.js'
import { execute } from '../../../src/execute/index.js'
import { certificateUntil } from '../../../src/testing/arbitrary/certificate.js'
import { since } from '../../since.js'

const noon = new Date('2026-01-01T12:00:00Z')
const ago = (minutes: number): Date => new Date(noon.getTime() - minutes * 60_000)
const day = 1440

const request = (
  name: string,
  created: Date | undefined,
  status: SigningRequest['status'] = {},
  more: Partial<SigningRequest['metadata']> = {},
): SigningRequest => ({
  apiVersion: 'certificates.k8s.io/v1',
  kind: 'CertificateSigningRequest',
  metadata: { name, uid: `u-${name}`, creationTimestamp: created, ...more },
  status,
})
const planOf = (requests: ReadonlyArray<SigningRequest>, policy: Policy = CsrCleaner.defaultPolicy): Plan => {
  const planned = CsrCleaner.plan(policy)({ at: noon, requests })
  if (E.isLeft(planned)) throw new Error(JSON.stringify(planned.left))
  return planned.right
}
const said = (one: SigningRequest, policy?: Policy): ReadonlyArray<string> => {
  const [{ removals, kept }] = planOf([one], policy).passes
  return [...removals.flatMap(({ reasons }) => reasons), ...kept.flatMap(({ reasons }) => reasons)].map((reason) =>
    CsrCleaner.explain(reason),
  )
}
const approved = (lastUpdateTime?: Date) => ({ type: 'Approved', lastUpdateTime })

describe('the plan of the CSR cleaner', () => {
  it('is in the order of names, then uids', () => {
    const old = ago(2 * day)
    const { passes } = planOf([
      request('b', old),
      request('a', old, {}, { uid: 'z' }),
      request('a', old, {}, { uid: 'y' }),
    ])
    expect(passes[0].removals.map(({ target }) => target.id)).toEqual(['y', 'z', 'u-b'])
    expect(passes[0].removals[2]).toMatchObject({ actions: [{ _tag: 'Delete', name: 'b' }], requires: [], frees: 0 })
  })

  it('has one pass, which goes on where a call fails', () => {
    const { passes, assumptions } = planOf([request('a', ago(2 * day))])
    expect(passes[0]).toMatchObject({
      name: 'requests',
      observesAgain: false,
      goal: { _tag: 'RemoveAll' },
      onFailure: 'continue',
      reserve: [],
      events: [],
      refusal: O.none,
    })
    expect(assumptions).toEqual([])
    expect(passes[0].removals[0]?.target).toEqual({ _tag: 'CertificateSigningRequest', id: 'u-a', name: 'a' })
  })

  it('takes a request without a status for pending, and names an expired certificate once', () => {
    expect(said({ ...request('a', ago(2 * day)), status: undefined })).toHaveLength(1)
    const certificate = certificateUntil(ago(1))
    const conditions = [approved(ago(30)), approved(ago(20))]
    expect(said(request('a', noon, { conditions, certificate }))).toEqual([
      'its certificate expires at 2026-01-01T11:59:00.000Z, which has passed',
    ])
  })

  it('wakes when the first limit has passed', () => {
    const { wakeAt } = planOf([request('a', ago(60)), request('b', ago(120)), request('c', ago(2 * day))])
    expect(O.toUndefined(wakeAt)).toEqual(new Date(noon.getTime() + (day - 120) * 60_000 + 1))
    expect(planOf([request('c', ago(2 * day))]).wakeAt).toEqual(O.none)
    expect(O.isSome(planOf([request('a', ago(day))]).wakeAt)).toBe(true)
  })

  it('says why', () => {
    const certificate = certificateUntil(ago(1))
    const valid = certificateUntil(ago(-day))
    const since = '2026-01-01T10:00:00.000Z'
    expect(said(request('a', ago(2 * day)))).toEqual([
      'nobody has approved or denied it since 2025-12-30T12:00:00.000Z, for more than 24 h',
    ])
    for (const [type, phrase] of [
      ['Denied', 'it was denied at'],
      ['Failed', 'its signer failed at'],
    ] as const)
      expect(said(request('a', noon, { conditions: [{ type, lastUpdateTime: ago(120) }] }))).toEqual([
        `${phrase} ${since}, more than 1 h ago`,
      ])
    expect(said(request('a', noon, { conditions: [approved(ago(120))], certificate }))).toEqual([
      `its certificate was approved and issued at ${since}, more than 1 h ago`,
      'its certificate expires at 2026-01-01T11:59:00.000Z, which has passed',
    ])
    expect(said(request('a', noon, { conditions: [approved(ago(30))], certificate: valid }))).toEqual([
      'its certificate was approved and issued at 2026-01-01T11:30:00.000Z; it goes after 2026-01-01T12:30:00.000Z',
      'its certificate expires at 2026-01-02T12:00:00.000Z; it goes after 2026-01-02T12:00:00.000Z',
    ])
    expect(said(request('a', noon, { conditions: [approved(ago(2 * day))] }))).toEqual([
      'it has no certificate although it was approved at 2025-12-30T12:00:00.000Z, more than 24 h ago',
    ])
  })

  it('says what is missing', () => {
    const bare = (type: string) => said(request('a', noon, { conditions: [{ type }] }))
    expect([bare('Approved'), bare('Denied'), bare('Failed'), said(request('a', undefined))].flat()).toEqual(
      ['approved', 'denied', 'failed', 'pending'].map((word) => `how long it has been ${word} is unknown`),
    )
    expect(said(request('a', noon, { conditions: [approved()], certificate: certificateUntil(ago(-1)) }))).toContain(
      'how long it has been approved is unknown',
    )
    expect(said(request('a', noon, { conditions: [{ type: 'Other' }] }))).toEqual([
      'none of its conditions allows its deletion',
    ])
    expect(said(request('a', noon, { certificate: 'x' }))).toEqual(['its certificate cannot be read'])
    expect(said(request('a', new Date(-62_135_596_800_000)))).toEqual(['how long it has been pending is unknown'])
  })

  it('leaves what is being deleted, or what a release leaves', () => {
    const deletionTimestamp = ago(1)
    const words = 'it is already being deleted (deletionTimestamp 2026-01-01T11:59:00.000Z)'
    expect(said(request('a', ago(2 * day), {}, { deletionTimestamp }))).toEqual([words])
    expect(said(request('a', ago(2 * day), {}, { deletionTimestamp, finalizers: ['x/y', 'z'] }))).toEqual([
      `${words}; held by x/y, z`,
    ])
    const unissued = request('a', noon, { conditions: [approved(ago(2 * day))] })
    expect(said(unissued, CsrCleaner.presets.kubernetes_1_34)).toEqual([
      'it was approved but has no certificate; this release keeps it',
    ])
    expect(said(unissued, { ...CsrCleaner.defaultPolicy, controller: 'off' })).toEqual(['the controller is disabled'])
  })

  it('goes a day after it was approved but not signed, from 1.35 on', () => {
    const { kubernetes_1_34, kubernetes_1_35 } = CsrCleaner.presets
    const going = (hours: number, policy: Policy) =>
      planOf(
        [request('a', ago(60 * hours), { conditions: [approved(ago(60 * hours))] })],
        policy,
      ).passes[0].removals.map(({ actions }) => actions)
    expect([going(25, kubernetes_1_34), going(23, kubernetes_1_34), going(23, kubernetes_1_35)]).toEqual([[], [], []])
    expect(going(25, kubernetes_1_35)).toEqual([[{ _tag: 'Delete', name: 'a' }]])
  })

  it('is carried out by deletes, and applied', async () => {
    const [old, young] = [request('old', ago(2 * day)), request('young', noon)]
    const held = request('held', ago(2 * day), {}, { finalizers: ['x/y'] })
    const snapshot: Snapshot = { at: noon, requests: [young, old, held] }
    const plan = planOf(snapshot.requests)
    const deleted: string[] = []
    const port: CsrCleaner.Port<string> = {
      delete: (name) => {
        deleted.push(name)
        return name === 'old' ? TE.right(undefined) : TE.left('refused')
      },
    }
    const report = await execute(CsrCleaner.perform(port))<CsrCleaner.CsrFamily>(plan)()
    expect(deleted).toEqual(['held', 'old'])
    expect(CsrCleaner.applyReport(report)(snapshot).requests).toEqual([young, held])
    expect(CsrCleaner.conclude(String)(plan)(report)).toEqual({ events: [], error: O.none })
    expect(CsrCleaner.apply(plan)(snapshot).requests).toMatchObject([
      { metadata: { name: 'young' } },
      { metadata: { name: 'held', deletionTimestamp: noon } },
    ])
    expect(CsrCleaner.apply(planOf([young]))(snapshot)).toBe(snapshot)
  })

  it('refuses what it cannot read', () => {
    const problemsOf = (snapshot: unknown) => {
      const planned = CsrCleaner.plan(CsrCleaner.defaultPolicy)(snapshot as Snapshot)
      return E.isLeft(planned) ? [planned.left.source, ...planned.left.problems.map(({ path }) => path)] : []
    }
    const one = request('a', noon)
    expect(problemsOf({ at: noon, requests: [one] })).toEqual([])
    expect(problemsOf({ at: noon, requests: [{ ...one, kind: 'Secret' }] })).toEqual([
      'signing-request snapshot',
      'requests[0].kind',
    ])
    expect(problemsOf({ at: noon, requests: [one, one] }).slice(1)).toEqual(['requests[1].metadata.uid'])
    expect(problemsOf({ at: noon, requests: [{ ...one, status: { conditions: [{ type: 1 }] } }] }).slice(1)).toEqual([
      'requests[0].status.conditions[0].type',
    ])
    expect(problemsOf({ at: noon, requests: [{ ...one, status: { certificate: 1 } }] }).slice(1)).toEqual([
      'requests[0].status.certificate',
    ])
    expect(E.isLeft(CsrCleaner.plan({} as Policy)({ at: noon, requests: [] }))).toBe(true)
  })

  it('has a policy for each release', () => {
    expect(since(CsrCleaner.presets)).toEqual({
      controller: { '1.20': 'on' },
      approvedNotIssued: { '1.20': 'keep', '1.35': 'delete' },
    })
    expect(CsrCleaner.makePolicy({ controller: 'off' })).toEqual(
      E.right({ controller: 'off', approvedNotIssued: 'delete' }),
    )
    expect(E.isLeft(CsrCleaner.makePolicy(JSON.parse('{ "controller": "maybe" }')))).toBe(true)
    expect(E.isLeft(CsrCleaner.makePolicy(JSON.parse('{ "approvedNotIssued": "maybe" }')))).toBe(true)
  })
})
