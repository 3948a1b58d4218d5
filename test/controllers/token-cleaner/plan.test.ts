import { either as E, option as O, taskEither as TE } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { millis } from '../../../src/core/index.js'
import type { Plan, Policy, Secret, Snapshot } from '../../../src/controllers/token-cleaner/index.js'
import * as TokenCleaner from '../../../src/controllers/token-cleaner/index.js'
import { execute } from '../../../src/execute/index.js'
import { since } from '../../since.js'

const noon = new Date('2026-06-30T12:00:00Z')
const day = 86_400_000
const tenDays: Policy = { controller: 'on', cleanUpPeriod: millis(10 * day) }
const ago = (days: number): Date => new Date(noon.getTime() - days * day)

const token = (
  name: string,
  labels: Readonly<Record<string, string>> = {},
  more: Partial<Secret['metadata']> = {},
): Secret => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {
    namespace: 'shop',
    name,
    uid: `u-${name}`,
    creationTimestamp: ago(100),
    labels: Object.fromEntries(
      Object.entries(labels).map(([key, value]) => [`kubernetes.io/legacy-token-${key}`, value]),
    ),
    annotations: { 'kubernetes.io/service-account.name': 'web' },
    ...more,
  },
  type: 'kubernetes.io/service-account-token',
})
const snapshotOf = (secrets: ReadonlyArray<Secret>, more: Partial<Snapshot> = {}): Snapshot => ({
  at: noon,
  secrets,
  accounts: [
    {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { namespace: 'shop', name: 'web', uid: 'u-web' },
      secrets: secrets.map(({ metadata }) => ({ name: metadata.name })),
    },
  ],
  pods: [],
  trackedSince: '2025-01-01',
  coverage: { _tag: 'Everything' },
  ...more,
})
const pod = (name: string, spec?: unknown, namespace = 'shop'): WholeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { namespace, name, uid: `${namespace}-${name}` },
  ...(spec === undefined ? {} : { spec }),
})
const planOf = (snapshot: Snapshot, policy: Policy = tenDays): Plan => {
  const planned = TokenCleaner.plan(policy)(snapshot)
  if (E.isLeft(planned)) throw new Error(JSON.stringify(planned.left))
  return planned.right
}
const said = (one: Secret, more: Partial<Snapshot> = {}, policy?: Policy): ReadonlyArray<string> => {
  const [{ amendments, removals, kept }] = planOf(snapshotOf([one], more), policy).passes
  return [...amendments, ...removals, ...kept]
    .flatMap<TokenCleaner.Reason | TokenCleaner.AmendReason | TokenCleaner.KeepReason>(({ reasons }) => reasons)
    .map((reason) => TokenCleaner.explain(reason))
}
const gone = { 'invalid-since': '2026-06-01' }

describe('the plan of the legacy token cleaner', () => {
  it('is in the order of namespaces, names and uids', () => {
    const secrets = [
      token('b', gone),
      token('a', gone, { uid: 'z' }),
      token('a', gone, { uid: 'y' }),
      token('c', gone, { namespace: 'bar' }),
    ]
    const { accounts } = snapshotOf(secrets)
    const elsewhere = accounts.map((one) => ({ ...one, metadata: { ...one.metadata, namespace: 'bar', uid: 'u-bar' } }))
    const { passes } = planOf(snapshotOf(secrets, { accounts: [...accounts, ...elsewhere] }))
    expect(passes[0].removals.map(({ target }) => target.id)).toEqual(['u-c', 'y', 'z', 'u-b'])
    expect(passes[0].removals[3]).toMatchObject({ requires: [], frees: 0 })
  })

  it('has one pass, which goes on where a call fails', () => {
    const { passes, wakeAt, assumptions } = planOf(snapshotOf([token('a', gone), token('b')]))
    expect(passes[0]).toMatchObject({
      name: 'tokens',
      observesAgain: false,
      goal: { _tag: 'RemoveAll' },
      onFailure: 'continue',
      reserve: [],
      events: [],
      refusal: O.none,
    })
    expect([wakeAt, assumptions]).toEqual([O.none, []])
    expect(passes[0].removals[0]?.target).toEqual({ _tag: 'Secret', id: 'u-a', namespace: 'shop', name: 'a' })
    expect(passes[0].removals[0]?.reasons).toStrictEqual([{ _tag: 'InvalidForPeriod', invalidSince: '2026-06-01' }])
    expect(passes[0].amendments[0]?.reasons).toStrictEqual([{ _tag: 'UnusedForPeriod' }])
    expect(passes[0].kept.map(({ reasons }) => reasons)).toStrictEqual([[{ _tag: 'NotYetInvalid' }]])
  })

  it('counts a token as old once the period has passed since it was made', () => {
    const made = (more: number) => said(token('t', gone, { creationTimestamp: new Date(ago(10).getTime() - more) }))
    expect(made(0)).toEqual([
      'it was created at 2026-06-20T12:00:00.000Z; nothing is done before 2026-06-30T12:00:00.001Z',
    ])
    expect(made(1)).toEqual(['it has not been used since tracking began, and it has been invalid since 2026-06-01'])
  })

  it('reads a day only where nothing stands around it', () => {
    for (const day of ['x2026-05-01', '2026-05-01x', '2026-05-1', '2026-13-01'])
      expect(said(token('t', { 'last-used': day }))).toEqual([
        `its label for the last use is not a date: ${JSON.stringify(day)}`,
      ])
  })

  it('keeps a token of an account that lists nothing, and one that names none', () => {
    const { accounts } = snapshotOf([])
    const bare = accounts.map((one) => ({ ...one, secrets: undefined }))
    expect(said(token('t', gone), { accounts: bare })).toEqual([
      'no ServiceAccount web lists it among its Secrets, so it may be hand-made',
    ])
    const annotations = { 'kubernetes.io/service-account.name': '' }
    expect(said(token('t', gone, { annotations }))).toEqual(['it names no ServiceAccount'])
    const [{ kept }] = planOf(snapshotOf([token('t', gone, { annotations: {} })])).passes
    expect(kept[0]?.reasons).toStrictEqual([{ _tag: 'NotListedByAccount' }])
  })

  it('says why', () => {
    expect(said(token('t', { ...gone, 'last-used': '2026-05-01' }))).toEqual([
      'it was last used on 2026-05-01, and it has been invalid since 2026-06-01',
    ])
    expect(said(token('t', { 'last-used': '2026-05-01' }))).toEqual([
      'it was last used on 2026-05-01, which is longer than the period',
      'it becomes invalid now, and is deleted after another period',
    ])
    expect(said(token('t', { 'invalid-since': '2026-06-25' }))).toEqual([
      'it has been invalid since 2026-06-25, and goes at 2026-07-06T00:00:00.000Z',
    ])
    expect(said(token('t', { 'last-used': '2026-06-25' }))).toEqual([
      'it was last used on 2026-06-25; it counts as unused from 2026-07-06T00:00:00.000Z on',
    ])
    expect(said(token('t', { 'last-used': 'now' }))).toEqual(['its label for the last use is not a date: "now"'])
    expect(said(token('t', gone, { creationTimestamp: ago(5) }))).toEqual([
      'it was created at 2026-06-25T12:00:00.000Z; nothing is done before 2026-07-05T12:00:00.001Z',
    ])
    expect(said(token('t', gone, { creationTimestamp: undefined }))).toEqual(['its creation time is unknown'])
    expect(said(token('t', gone, { annotations: {} }))).toEqual(['it names no ServiceAccount'])
    expect(said(token('t', gone), { accounts: [] })).toEqual([
      'no ServiceAccount web lists it among its Secrets, so it may be hand-made',
    ])
    expect(said(token('t', gone), { trackedSince: '2026-06-25' })).toEqual([
      'token use has been tracked only since 2026-06-25; nothing is done before 2026-07-06T00:00:00.000Z',
    ])
    expect(said(token('t', gone), { trackedSince: undefined })).toEqual([
      'it is unknown since when token use is tracked',
    ])
    expect(said(token('t', gone), {}, { ...tenDays, controller: 'off' })).toEqual(['the controller is disabled'])
    const deletionTimestamp = ago(1)
    const words = 'it is already being deleted (deletionTimestamp 2026-06-29T12:00:00.000Z)'
    expect(said(token('t', gone, { deletionTimestamp }))).toEqual([words])
    expect(said(token('t', gone, { deletionTimestamp, finalizers: ['x/y', 'z'] }))).toEqual([
      `${words}; held by x/y, z`,
    ])
  })

  it('names the first pod by name that may use it', () => {
    const naming = { volumes: [{ secret: { secretName: 't' } }] }
    const pods = [pod('c', naming), pod('b', naming), pod('a'), pod('0'), pod('0', naming, 'other')]
    expect(said(token('t', gone), { pods })).toEqual(['the pod b names it'])
    expect(said(token('t', gone), { pods: pods.slice(2) })).toEqual([
      'the pod 0 is listed without its specification and may name it',
    ])
    expect(said(token('t', gone), { pods: [pod('x', undefined, 'other'), pod('y', {})] })).toHaveLength(1)
  })

  it.each<[unknown]>([
    [null],
    ['text'],
    [[]],
    [{ volumes: 't' }],
    [{ imagePullSecrets: { name: 't' } }],
    [{ containers: [{ env: 't' }] }],
    [{ initContainers: [{ envFrom: 7 }] }],
    [{ volumes: [{ projected: { sources: 't' } }] }],
  ])('keeps a token where the specification of a pod is %j, which cannot be read', (spec) => {
    expect(said(token('t', gone), { pods: [pod('p', spec)] })).toEqual([
      'the pod p is listed without its specification and may name it',
    ])
  })

  it('takes a list that is null in the specification of a pod for an empty one', () => {
    expect(said(token('t', gone), { pods: [pod('p', { volumes: null, containers: [null] })] })).not.toEqual([
      'the pod p is listed without its specification and may name it',
    ])
  })

  it('names the same pod whatever their order', () => {
    const naming = { volumes: [{ secret: { secretName: 't' } }] }
    expect(said(token('t', gone), { pods: [pod('b', naming), pod('c', naming)] })).toEqual(['the pod b names it'])
    expect(said(token('t', gone), { pods: [pod('b', naming), pod('c', naming), pod('a', naming)] })).toEqual([
      'the pod a names it',
    ])
  })

  it('keeps what any container of a pod may name, and nothing for a pod that shows all its places', () => {
    const unread = { containers: [{ env: [] }, { env: 'all' }] }
    expect(said(token('t', gone), { pods: [pod('p', unread)] })).toEqual([
      'the pod p is listed without its specification and may name it',
    ])
    const plain = { containers: [{ env: [] }], volumes: [{ emptyDir: {} }, { projected: { sources: [] } }] }
    expect(said(token('t', gone), { pods: [pod('p', plain)] })).toEqual([
      'it has not been used since tracking began, and it has been invalid since 2026-06-01',
    ])
  })

  it('keeps what pods that are not listed may use', () => {
    const covered = (...namespaces: ReadonlyArray<string>): Snapshot['coverage'] => ({
      _tag: 'Resources',
      resources: [{ group: '', kind: 'Pod', namespaces }],
    })
    expect(said(token('t', gone), { coverage: covered('other') })).toEqual(['a pod that is not listed may name it'])
    expect(said(token('t', gone), { coverage: covered('shop') })).not.toContain('a pod that is not listed may name it')
  })

  it('wakes when the first token is due', () => {
    const wake = (...secrets: ReadonlyArray<Secret>) => O.toUndefined(planOf(snapshotOf(secrets)).wakeAt)?.toISOString()
    expect(wake(token('a', { 'last-used': '2026-06-25' }), token('b', { 'last-used': '2026-06-24' }))).toBe(
      '2026-07-05T00:00:00.000Z',
    )
    expect(wake(token('a', gone), token('b'))).toBeUndefined()
  })

  it('deletes the version that it judged, as far as it is shown', () => {
    const options = (more: Partial<Secret['metadata']>) =>
      planOf(snapshotOf([token('t', gone, more)])).passes[0].removals[0]?.actions[0]
    const secret = { namespace: 'shop', name: 't' }
    expect(options({})).toStrictEqual({ _tag: 'Delete', secret, options: { preconditions: {} } })
    expect(options({ resourceVersion: '9' })).toEqual({
      _tag: 'Delete',
      secret,
      options: { preconditions: { resourceVersion: '9' } },
    })
  })

  it('is carried out by patches and deletes, and applied', async () => {
    const snapshot = snapshotOf([token('new'), token('old', gone), token('held', gone, { finalizers: ['x/y'] })])
    const plan = planOf(snapshot)
    const calls: unknown[] = []
    const port = (refused: string): TokenCleaner.Port<string> => {
      const answer = (name: string) => (name === refused ? TE.left('refused') : TE.right(undefined))
      return {
        markInvalid: ({ name }, uid, since) => {
          calls.push([name, uid, since])
          return answer(name)
        },
        delete: ({ name }, options) => {
          calls.push([name, options])
          return answer(name)
        },
      }
    }
    const report = await execute(TokenCleaner.perform(port('held')))<TokenCleaner.TokenFamily>(plan)()
    expect(calls).toEqual([
      ['new', 'u-new', '2026-06-30'],
      ['held', { preconditions: {} }],
      ['old', { preconditions: {} }],
    ])
    const marked = token('new', { 'invalid-since': '2026-06-30' })
    expect(TokenCleaner.applyReport(report)(snapshot).secrets).toEqual([marked, snapshot.secrets[2]])
    expect(TokenCleaner.apply(plan)(snapshot).secrets).toMatchObject([
      marked,
      { metadata: { name: 'held', deletionTimestamp: noon } },
    ])
    expect(TokenCleaner.conclude(String)(plan)(report)).toEqual({ events: [], error: O.none })
    const failed = await execute(TokenCleaner.perform(port('new')))<TokenCleaner.TokenFamily>(
      planOf(snapshotOf([token('new')])),
    )()
    const alone = snapshotOf([token('new')])
    expect(TokenCleaner.applyReport(failed)(alone)).toBe(alone)
  })

  it('marks a token beside the labels that it has', () => {
    const used = token('t', { 'last-used': '2026-01-01' })
    const own = { ...used, metadata: { ...used.metadata, labels: { ...used.metadata.labels, app: 'web' } } }
    const snapshot = snapshotOf([own])
    expect(TokenCleaner.apply(planOf(snapshot))(snapshot).secrets[0]?.metadata.labels).toEqual({
      'kubernetes.io/legacy-token-last-used': '2026-01-01',
      app: 'web',
      'kubernetes.io/legacy-token-invalid-since': '2026-06-30',
    })
  })

  it('refuses what it cannot read', () => {
    const paths = (snapshot: unknown) => {
      const planned = TokenCleaner.plan(tenDays)(snapshot as Snapshot)
      return E.isLeft(planned) ? [planned.left.source, ...planned.left.problems.map(({ path }) => path)] : []
    }
    const whole = snapshotOf([token('t')], { pods: [pod('p')] })
    expect(paths(whole)).toEqual([])
    expect(paths({ ...whole, secrets: [{ ...token('t'), kind: 'Pod' }] })).toEqual([
      'legacy-token snapshot',
      'secrets[0].kind',
    ])
    expect(paths({ ...whole, secrets: [token('t'), token('t')] }).slice(1)).toEqual(['secrets[1].metadata.uid'])
    expect(paths({ ...whole, pods: [{ ...pod('p'), kind: 'Node' }] }).slice(1)).toEqual(['pods[0].kind'])
    expect(paths({ ...whole, accounts: [{ ...pod('p') }] }).slice(1)).toEqual(['accounts[0].kind'])
    expect(
      paths({ ...whole, accounts: whole.accounts.map((one) => ({ ...one, secrets: [{ name: 1 }] })) }).slice(1),
    ).toEqual(['accounts[0].secrets[0].name'])
    expect(paths({ ...whole, trackedSince: 1 }).slice(1)).toEqual(['trackedSince'])
    expect(E.isLeft(TokenCleaner.plan({} as Policy)(whole))).toBe(true)
  })

  it('has a policy for each release', () => {
    expect(since(TokenCleaner.presets)).toEqual({
      controller: { '1.20': 'off', '1.31': 'on' },
      cleanUpPeriod: { '1.20': 365 * day },
    })
    expect(TokenCleaner.defaultPolicy.cleanUpPeriod).toBe(365 * day)
    expect(TokenCleaner.makePolicy({ cleanUpPeriod: { days: 10 } })).toEqual(E.right(tenDays))
    expect(E.isLeft(TokenCleaner.makePolicy({ cleanUpPeriod: millis(0) }))).toBe(true)
    expect(E.isLeft(TokenCleaner.makePolicy({ cleanUpPeriod: millis(0.5) }))).toBe(true)
    expect(E.isLeft(TokenCleaner.makePolicy(JSON.parse('{ "controller": "maybe" }')))).toBe(true)
  })
})
