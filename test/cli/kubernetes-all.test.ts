import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { auditedCalls } from './audit-log.js'
import { call } from './call.js'
import { lifecyclePolicy } from './lifecycle-policy.js'

const folder = 'captures/kubectl'
const lists = `${folder}/cluster-before.all.json ${folder}/cluster-before.clusterroles.json`
/** The cluster at the first look of the controllers, which were started with a threshold of 3. */
const cluster = `${lists} -A --at 2026-11-21T03:01:11Z`
const before = `${cluster} --terminated-pod-gc-threshold 3`

interface PlanDocument {
  readonly collector: string
  readonly passes: ReadonlyArray<{
    readonly name: string
    readonly removals: ReadonlyArray<{ readonly target: { readonly name: string } }>
  }>
}

const planOf = async (argv: string, files: Readonly<Record<string, string>> = {}): Promise<PlanDocument> =>
  JSON.parse((await call(`plan kubernetes ${argv} -o json`, files)).stdout) as PlanDocument

const going = ({ passes }: PlanDocument): ReadonlyArray<string> =>
  passes.flatMap(({ removals }) => removals.map(({ target }) => target.name))

const jobsOfBatch = lifecyclePolicy({
  namespaces: [
    {
      namespace: 'batch',
      of: { group: 'batch', kind: 'Job' },
      rules: { enabled: true, afterFinished: true, ttlSeconds: 60 },
    },
  ],
})

/** What controllers of the captured cluster deleted, by the audit log of its server. */
const recorded = (user: string): ReadonlyArray<string> => [
  ...new Set(auditedCalls('delete', user).map(({ namespace, name }) => `${namespace ?? ''}/${name}`)),
]

describe('gcplan plan kubernetes', () => {
  it('plans all collectors together, and names who says what', async () => {
    const { stdout, stderr, exitCode } = await call(`plan kubernetes ${before}`)
    expect([stderr, exitCode]).toEqual(['', 2])
    expect(stdout).toContain('cluster: 40 to remove, 1 to change, 117 kept')
    expect(stdout).toMatch(/remove .* Job batch\/done-ttl-0 +ttl: it finished/)
    expect(stdout).toMatch(/remove .* ConfigMap shop\/dangling +owners: its owner Deployment gone does not exist/)
    expect(stdout).toContain('  event  OwnerRefInvalidNamespace: ownerRef [v1/ConfigMap, namespace: shop')
    // What a collector waits for is said before what it says first.
    expect(stdout).toMatch(/keep .* Pod shop\/on-missing-node +pod: its node node-gone is missing and in quarantine/)
    expect((await call(`plan kubernetes ${before} -o wide`)).stdout).toContain(
      'it has not terminated: its phase is Pending',
    )
  })

  it.each([
    ['pod', 22],
    ['ttl', 3],
    ['history', 10],
    ['lifecycle', 0],
    ['owners', 5],
  ])('plans the collector %s by itself', async (name, count) => {
    const plan = await planOf(`${before} --collector ${name}`)
    expect([plan.collector, going(plan).length]).toEqual([`kubernetes-${name}`, count])
    expect((await call(`plan kubernetes ${before} --collector ${name}`)).exitCode).toBe(count === 0 ? 0 : 2)
  })

  it('plans together what each plans by itself', async () => {
    const together = going(await planOf(before))
    const own = await Promise.all(
      ['pod', 'ttl', 'history', 'lifecycle', 'owners'].map(async (name) =>
        going(await planOf(`${before} --collector ${name}`)),
      ),
    )
    expect(own.flat().toSorted()).toEqual(together.toSorted())
  })

  it('holds what not all agree on, where all have to', async () => {
    const { stdout } = await call(`plan kubernetes ${before} --all-agree`)
    expect(stdout).toContain('cluster: 22 to remove')
    expect(stdout).toMatch(
      /keep .* Pod batch\/done-no-ttl-rb98d +pod GC would delete it, but the garbage collector objects; also: owners: its owner Job done-no-ttl exists/,
    )
  })

  it('keeps what rests on lists of which nothing is stated, and says what to state', async () => {
    const { stdout, stderr } = await call(`plan kubernetes ${lists} --at 2026-11-21T03:01:11Z --only remove`)
    expect(stdout).not.toContain('ConfigMap shop/dangling')
    expect(stderr).toBe(
      [
        'unlisted owners of kind ConfigMap, Deployment: state with -A, --listed-in or --covers what was listed in full',
        'unlisted nodes: list them, and state -A, --covers or --whole-cluster',
        'revisions that unlisted pods use: list them, and state -A, --covers or --whole-cluster',
      ]
        .map((line) => `gcplan: unknown, so what depends on it is kept: ${line}\n`)
        .join(''),
    )
  })

  it('says for when it plans if nobody says when the lists were taken', async () => {
    const { stderr } = await call(`plan kubernetes ${lists} -A`)
    expect(stderr).toBe('gcplan: no --at given; planning for now, 2026-12-24T18:00:00.000Z\n')
  })

  it('takes rules from the command line of kube-controller-manager, and single flags after them', async () => {
    const line = 'kube-controller-manager --v=2 --terminated-pod-gc-threshold=20 --controllers=*,-ttl-after-finished\n'
    const manifest = `apiVersion: v1
kind: Pod
spec:
  containers:
  - command: [kube-controller-manager]
    args: ["--terminated-pod-gc-threshold=20", "--controllers=*,-ttl-after-finished"]
`
    for (const flags of [
      line,
      manifest,
      JSON.stringify({ kind: 'Pod', spec: { containers: [{ command: [line.trim().split(' ')].flat() }] } }),
    ]) {
      const from = `${cluster} --controller-manager flags`
      expect(going(await planOf(`${from} --collector pod`, { flags }))).toHaveLength(5)
      expect(going(await planOf(`${from} --collector ttl`, { flags }))).toHaveLength(0)
      expect(going(await planOf(`${from} --collector pod --terminated-pod-gc-threshold 3`, { flags }))).toHaveLength(22)
    }
  })

  it('leaves out controllers that do not run', async () => {
    const off = `${before} --controllers=*,-garbagecollector,-cronjob-controller,-podgc`
    expect(going(await planOf(off)).toSorted()).toEqual(
      [
        ...going(await planOf(`${before} --collector ttl`)),
        'agent-8678785b7',
        'agent-8696857cbd',
        'cart-5dc6c77b6',
        'cart-8547dd4bc7',
      ].toSorted(),
    )
    expect((await call(`plan kubernetes ${off} --collector owners`)).stderr).toBe(
      'gcplan: the garbage-collector controller is turned off; the plan is what it would do\n',
    )
    expect((await call(`explain kubernetes cm/dangling ${off}`)).stdout).toMatch(
      /^ConfigMap shop\/dangling stays\n[^]*├─ owners: not applicable\n/,
    )
  })

  it('shares the threshold among namespaces, or goes by the time at which pods ended, where asked to', async () => {
    const first = going(await planOf(`${before} --collector pod`))[0]
    const byFinish = going(await planOf(`${before} --collector pod --terminated-order finish-time`))[0]
    expect([first, byFinish === first]).toEqual(['evicted-0', false])
    const { stdout } = await call(`plan kubernetes ${before} --collector pod --terminated-shares namespace`)
    expect(stdout).toContain('in namespace batch')
  })

  it('follows the policy of a lifecycle, as JSON or as YAML', async () => {
    const from = `${lists} -A --at 2026-11-21T03:05:00Z --lifecycle policy --collector lifecycle`
    const expected = ['deadline', 'done-ttl-0', 'failed-no-ttl']
    expect(going(await planOf(from, { policy: jobsOfBatch }))).toEqual(expect.arrayContaining(expected))
    const yaml = `kind: gcplan/lifecycle-policy
version: 1
period: { _tag: Enabled, epoch: first }
namespaces:
  - namespace: batch
    of: { group: batch, kind: Job }
    rules: { enabled: true, afterFinished: true, ttlSeconds: 60 }
`
    expect(await planOf(from, { policy: yaml })).toEqual(await planOf(from, { policy: jobsOfBatch }))
  })

  it('remembers what a file says was remembered', async () => {
    const memory = (until: string): string =>
      JSON.stringify({
        kind: 'gcplan/kubernetes-memory',
        version: 1,
        pod: { waiting: [{ node: 'node-gone', until }], ripe: [] },
        lifecycle: { marks: [] },
      })
    const plan = `${before} --collector pod --memory memory`
    expect(going(await planOf(plan, { memory: memory('2026-11-21T03:01:11Z') }))).toContain('on-missing-node')
    expect(going(await planOf(plan, { memory: memory('2026-11-21T03:01:12Z') }))).not.toContain('on-missing-node')
  })

  it.each([
    ['--collector pods', '--collector: expected pod, ttl, history, lifecycle, owners, got "pods"'],
    ['--terminated-pod-gc-threshold many', '--terminated-pod-gc-threshold: expected a decimal integer of 32 bits'],
    ['--terminated-order newest-first', '--terminated-order: expected evicted-first, oldest-first, finish-time'],
    ['--terminated-shares fair', '--terminated-shares: expected cluster, namespace, got "fair"'],
    ['--only next', '--only: expected remove, amend, keep, got "next"'],
    [
      '--preset kubernetes_1_37',
      '--preset: expected kubernetes_1_20, kubernetes_1_26, kubernetes_1_31, kubernetes_1_32, ',
    ],
    ['--lifecycle absent.yaml', 'absent.yaml: no such file'],
    ['--lifecycle text', 'text: expected JSON or YAML, got other text'],
    [
      '--lifecycle memory',
      'memory: this is a Kubernetes memory, not lifecycle policy; give a file of kind gcplan/lifecycle-policy',
    ],
    ['--lifecycle typo', 'typo: cluster.ttl: expected no such field, got 60'],
    [
      '--memory typo',
      'typo: this is a lifecycle policy, not Kubernetes memory; give a file of kind gcplan/kubernetes-memory',
    ],
    ['--controller-manager bad', 'bad: --terminated-pod-gc-threshold: expected a decimal integer of 32 bits, got "x"'],
    ['--controller-manager memory', 'memory: expected a command line, or a Pod whose first container has a command'],
  ])('refuses %s', async (flags, message) => {
    const { stdout, stderr, exitCode } = await call(`plan kubernetes ${cluster} ${flags}`, {
      text: 'hello',
      memory: '{"kind": "gcplan/kubernetes-memory", "version": 1}',
      typo: lifecyclePolicy({ cluster: { ttl: 60 } }),
      bad: '--terminated-pod-gc-threshold=x',
    })
    expect([stdout, exitCode]).toEqual(['', 1])
    expect(stderr).toContain(message)
  })

  it('refuses objects whose fields are not what the API has there, with their place', async () => {
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p', namespace: 'n', uid: 'u' },
      spec: { nodeName: 7 },
    }
    const { stderr } = await call('plan kubernetes pod.json', { 'pod.json': JSON.stringify(pod) })
    expect(stderr).toBe('gcplan: pod.json: objects[0].spec.nodeName: expected a string, got 7\n')
  })
})

describe('gcplan explain kubernetes', () => {
  it('tells what every collector says of an object, and when that changes', async () => {
    const { stdout, stderr, exitCode } = await call(`explain kubernetes job/done-ttl-30 ${before}`)
    expect([stderr, exitCode]).toEqual(['', 0])
    expect(stdout).toBe(
      [
        'Job batch/done-ttl-30 stays',
        '├─ pod: not applicable',
        '├─ ttl: keep (it finished at 2026-11-21T03:00:49.000Z, and its TTL of 30 s expires at 2026-11-21T03:01:19.000Z)',
        '├─ history: not applicable (it has no controller)',
        '├─ lifecycle: not applicable (the collector is disabled)',
        '├─ owners: not applicable (it has no owners)',
        '└─ changes by itself at 2026-11-21T03:01:19Z, in 8 s',
        '',
      ].join('\n'),
    )
  })

  it('tells of an object that goes what collectors say that would keep it', async () => {
    const own = await call(`explain kubernetes pod/done-no-ttl-rb98d ${before}`)
    expect([own.exitCode, own.stdout.split('\n')[0]]).toEqual([2, 'Pod batch/done-no-ttl-rb98d is deleted'])
    expect(own.stdout).toContain('├─ pod: delete (24 terminated pods, threshold 3')
    expect(own.stdout).toContain('├─ owners: keep (its owner Job done-no-ttl exists)')
    const agreed = await call(`explain kubernetes pod/done-no-ttl-rb98d ${before} --all-agree`)
    expect([agreed.exitCode, agreed.stdout.split('\n')[0]]).toEqual([
      0,
      'Pod batch/done-no-ttl-rb98d stays: not every collector agrees',
    ])
    expect(agreed.stdout).toContain('├─ owners: objects (its owner Job done-no-ttl exists)')
  })

  it('tells how an object is changed that stays', async () => {
    const { stdout } = await call(`explain kubernetes cm/half-dangling ${before}`)
    expect(stdout).toContain('├─ kept, but changed (another owner keeps it, but its owner ConfigMap gone')
    expect(stdout).toContain('└─ does not change by itself')
  })

  it('tells of an Event when the API server drops it', async () => {
    const events = `${folder}/events-before.json`
    const { items } = JSON.parse(readFileSync(events, 'utf8')) as { items: { metadata: { name: string } }[] }
    const named = `explain kubernetes event/${items[0]?.metadata.name ?? ''} ${before} ${events}`
    expect((await call(named)).stdout).toMatch(
      /├─ the API server drops it between 2026-11-21T04:0\S+ and 2026-11-21T04:0/,
    )
    expect((await call(`${named} --event-ttl 10s`)).stdout).toMatch(/├─ the API server drops it at 2026-11-21T03:0/)
    expect((await call(`${named} --event-ttl 0s`)).stdout).not.toContain('drops it')
    const server = { flags: 'kube-apiserver --event-ttl=24h0m0s' }
    expect((await call(`${named} --api-server flags`, server)).stdout).toContain('drops it between 2026-11-22T')
    expect((await call(`${named} --api-server flags --event-ttl 1h`, server)).stdout).toContain('between 2026-11-21T04')
  })

  it('prints documents and tables', async () => {
    const { stdout } = await call(`explain kubernetes pod/on-missing-node ${before} -o json`)
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'gcplan/explanation',
      version: 1,
      agreement: 'each-on-its-own',
      objects: [
        {
          target: { kind: 'Pod', name: 'on-missing-node' },
          becomes: 'Kept',
          nextChange: '2026-11-21T03:01:51.000Z',
          answers: [
            { collector: 'pod', vote: 'Abstain' },
            { collector: 'ttl', vote: 'Abstain', reasons: [], explained: [] },
            { collector: 'history' },
            { collector: 'lifecycle', reasons: [{ _tag: 'Lifecycle', reason: { _tag: 'Disabled' } }] },
            { collector: 'owners', explained: ['it has no owners'] },
          ],
        },
      ],
    })
    expect((await call(`explain kubernetes pod/pending ${before} -o yaml`)).stdout).toMatch(
      /^kind: gcplan\/explanation$/m,
    )
    const table = (await call(`explain kubernetes pod/pending ${before} -o table`)).stdout.split('\n')
    expect(table[0]).toMatch(/^OBJECT +COLLECTOR +ANSWER +REASON$/)
    expect(table).toHaveLength(7)
  })

  it.each([
    ['', 'expected an object: KIND/NAME'],
    ['job/nowhere', 'the lists hold no Job nowhere'],
    ['web', 'expected KIND/NAME, such as job/backup'],
  ])('refuses the object %j', async (object, message) => {
    const { stdout, stderr, exitCode } = await call(`explain kubernetes ${object} ${before}`)
    expect([stdout, exitCode]).toEqual(['', 1])
    expect(stderr).toContain(message)
  })
})

interface TimelineDocument {
  readonly moments: ReadonlyArray<{
    readonly at: string
    readonly removals: ReadonlyArray<{
      readonly target: { readonly namespace?: string; readonly name: string }
      readonly actions: ReadonlyArray<{ readonly _tag: string }>
    }>
  }>
  readonly ended: string
  readonly next: string | null
}

const timelineOf = async (argv: string): Promise<TimelineDocument> =>
  JSON.parse((await call(`when ${argv} -o json`)).stdout) as TimelineDocument

describe('gcplan when', () => {
  it('tells what the recorded controllers then did, and when', async () => {
    const { moments } = await timelineOf(`${before} --for 75s`)
    const byVoter = (collector: string): ReadonlyArray<string> =>
      moments.flatMap(({ removals }) =>
        removals
          .filter(({ actions }) => actions.some(({ _tag }) => _tag === collector))
          .map(({ target }) => `${target.namespace ?? ''}/${target.name}`),
      )
    expect(byVoter('Ttl').toSorted()).toEqual(recorded('ttl-after-finished-controller').toSorted())
    // The script that played a kubelet deleted the pod of the first one during the recording.
    expect(recorded('pod-garbage-collector')).toEqual(expect.arrayContaining([...new Set(byVoter('Pod'))]))
    expect(moments.map(({ at }) => at.slice(17, 19))).toEqual(['11', '19', '31', '51'])
  })

  it('reads from top to bottom', async () => {
    const { stdout, stderr, exitCode } = await call(`when ${before} --for 1h`)
    expect([stderr, exitCode]).toEqual(['', 2])
    const lines = stdout.split('\n')
    expect(lines.filter((line) => /^\S/.test(line))).toEqual([
      'from 2026-11-21T03:01:11Z until 2026-11-21T04:01:11Z',
      '2026-11-21T03:01:11Z, at once',
      '2026-11-21T03:01:19Z, in 8 s',
      '2026-11-21T03:01:31Z, in 20 s',
      '2026-11-21T03:01:51Z, in 40 s',
      'next change at 2026-11-22T03:00:49Z, in 23 h 59 min',
      'in all: 43 objects removed and 1 changed at 4 instants',
    ])
    expect(lines.filter((line) => line.includes('on-missing-node'))).toEqual([
      '  remove  pod      Pod shop/on-missing-node                  its node node-gone was missing for the whole quarantine and does not exist',
    ])
  })

  it('lists what is removed alone, or what is changed alone', async () => {
    const removed = (await call(`when ${before} --for 1h --only remove`)).stdout
    expect([removed.includes('  amend'), removed.includes('43 objects removed and 1 changed')]).toEqual([false, true])
    const changed = (await call(`when ${before} --for 1h --only amend`)).stdout.split('\n')
    expect(changed.filter((line) => line.startsWith('2026'))).toEqual(['2026-11-21T03:01:11Z, at once'])
    expect(changed.filter((line) => line.startsWith('  '))).toHaveLength(1)
    expect((await call(`when ${before} --only amend -o table`)).stdout.split('\n')).toHaveLength(3)
  })

  it('lets pod garbage collection come when it comes', async () => {
    const { moments } = await timelineOf(`${before} --for 60s --pod-gc-at 2026-11-21T03:00:05Z`)
    expect(moments.map(({ at }) => at.slice(17, 19))).toContain('25')
  })

  it('tells when the API server drops Events', async () => {
    const all = `${before} ${folder}/events-before.json`
    const { stdout } = await call(`when ${all}`)
    expect(stdout).toContain('the API server drops 107 Events between 2026-11-21T04:00:40Z and 2026-11-21T04:02:02Z')
    expect((await call(`when ${all} --for 1m`)).stdout).not.toContain('forgets')
    const later = `when ${lists} ${folder}/events-before.json -A --at 2026-11-21T06:00:00Z`
    expect((await call(later)).stdout).not.toContain('forgets')
    expect((await call(`when ${all} -o table`)).stdout).toMatch(
      /2026-11-21T04:00:40Z +expire +api-server +Event default\//,
    )
  })

  it('may be told what it is about, as the other commands', async () => {
    const file = `${folder}/empty-list.json -A --at 2026-11-21T03:01:11Z`
    expect(await call(`when kubernetes ${file}`)).toEqual(await call(`when ${file}`))
  })

  it('ends when nothing changes any more', async () => {
    const { ended, next } = await timelineOf(`${before} --for 48h`)
    expect([ended, next]).toEqual(['Quiet', null])
    const nothing = await call(`when ${folder}/empty-list.json -A --at 2026-11-21T03:01:11Z`)
    expect([nothing.exitCode, nothing.stdout]).toEqual([
      0,
      'from 2026-11-21T03:01:11Z until 2026-11-22T03:01:11Z\n\nthen nothing changes by itself any more\nin all: 0 objects removed and 0 changed at 0 instants\n',
    ])
  })

  it.each([
    ['--for tomorrow', '--for: expected a length of time such as 5m30s, 12h or 7d, zero or more, got "tomorrow"'],
    ['--for -1h', '--for: expected a length of time such as 5m30s, 12h or 7d, zero or more, got "-1h"'],
    ['--event-ttl long', '--event-ttl: expected a Go duration such as "1h0m0s", zero or more, got "long"'],
    ['--only keep', '--only: expected remove, amend, got "keep"'],
    ['--pod-gc-at noon', '--pod-gc-at: expected a time such as 2026-01-01T12:00:00Z, got "noon"'],
  ])('refuses %s', async (flags, message) => {
    const { stdout, stderr, exitCode } = await call(`when ${before} ${flags}`)
    expect([stdout, exitCode]).toEqual(['', 1])
    expect(stderr).toContain(message)
  })
})
