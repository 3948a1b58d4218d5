import { describe, expect, it } from 'vitest'

import { call } from './call.js'
import { lifecyclePolicy } from './lifecycle-policy.js'

const lists = 'captures/kubectl/cluster-before.all.json --whole-cluster'
const idle = lifecyclePolicy({
  kinds: [{ of: { group: 'batch', kind: 'Job' }, rules: { enabled: true, afterFinished: true } }],
  namespaces: [{ namespace: 'gone', rules: { ttlSeconds: 5 } }],
})

describe('gcplan lint lifecycle', () => {
  const ends =
    'advice   kinds[0].rules: no TTL is set and no limit counts these objects; unless they set a TTL themselves, they are kept forever\n'

  it('looks at a policy by itself, from a file, a flag, or a pipe', async () => {
    for (const [argv, files] of [
      ['policy', { policy: idle }],
      ['--lifecycle policy', { policy: idle }],
      ['', { '-': idle }],
    ] as const) {
      const { stdout, stderr, exitCode } = await call(`lint lifecycle ${argv}`, files)
      expect([stdout, stderr, exitCode]).toEqual([ends, '', 2])
    }
    expect(await call('lint lifecycle demo/lifecycle.yaml')).toEqual({
      stdout: 'nothing found\n',
      stderr: '',
      exitCode: 0,
    })
  })

  it('looks at it in a cluster, where lists are given', async () => {
    const at = '--at 2026-11-21T03:02:00Z'
    const inCluster = `${ends}advice   namespaces[0]: there is no namespace gone\n`
    for (const files of [`policy ${lists}`, `--lifecycle policy ${lists}`, `policy -f ${lists}`]) {
      const { stdout, stderr, exitCode } = await call(`lint lifecycle ${files} ${at}`, { policy: idle })
      expect([stdout, stderr, exitCode]).toEqual([inCluster, '', 2])
    }
  })

  it('prints documents', async () => {
    const { findings } = JSON.parse((await call('lint lifecycle policy -o json', { policy: idle })).stdout) as {
      readonly findings: ReadonlyArray<object>
    }
    expect(findings).toMatchObject([{ _tag: 'NoTtlNorLimit', level: 'advice', at: 'kinds[0].rules' }])
  })

  it('refuses what is no policy', async () => {
    const refused = await call('lint lifecycle policy', { policy: lifecyclePolicy({ cluster: { ttl: 5 } }) })
    expect([refused.stdout, refused.exitCode]).toEqual(['', 1])
    expect(refused.stderr).toContain('policy: cluster.ttl: expected no such field, got 5')
    expect((await call('lint lifecycle')).stderr).toContain('no files given and no standard input')
  })
})

describe('gcplan observe kubernetes', () => {
  const look = async (second: number, flags = ''): Promise<string> =>
    (await call(`observe kubernetes ${lists} --at 2026-11-21T03:02:${String(second).padStart(2, '0')}Z ${flags}`))
      .stdout

  it('prints a memory that the next look begins with', async () => {
    const memory = await look(0)
    expect(JSON.parse(memory)).toMatchObject({
      kind: 'gcplan/kubernetes-memory',
      pod: { waiting: [{ node: 'node-gone', until: '2026-11-21T03:02:40.000Z' }], ripe: [] },
      lifecycle: { marks: [] },
    })
    const planAt = async (second: number): Promise<string> =>
      (
        await call(`plan kubernetes ${lists} --at 2026-11-21T03:02:${second}Z --memory memory --only remove`, {
          memory,
        })
      ).stdout
    expect(await planAt(39)).not.toContain('on-missing-node')
    expect(await planAt(40)).toContain('on-missing-node')
  })

  it('remembers since when nobody needs an object, as a plan marks it', async () => {
    const { lifecycle } = JSON.parse(await look(0, '--lifecycle demo/lifecycle.yaml')) as {
      readonly lifecycle: { readonly marks: ReadonlyArray<{ readonly since: string; readonly epoch: string }> }
    }
    expect(lifecycle.marks).toContainEqual(
      expect.objectContaining({ since: '2026-11-21T03:02:00.000Z', epoch: '2026-11' }),
    )
  })

  it('says for when it looks if nobody says when the lists were taken', async () => {
    const { stderr, exitCode } = await call(`observe kubernetes ${lists}`)
    expect(exitCode).toBe(0)
    expect(stderr).toContain('no --at given')
  })
})

describe('gcplan when --for', () => {
  const when = (span: string) => call(`when ${lists} --at 2026-11-21T03:02:00Z --for ${span}`)

  it.each([
    ['7d', '2026-11-28T03:02:00Z'],
    ['1d12h', '2026-11-22T15:02:00Z'],
    ['90m', '2026-11-21T04:32:00Z'],
    ['0d', '2026-11-21T03:02:00Z'],
  ])('takes %s', async (span, until) => {
    expect((await when(span)).stdout).toContain(`from 2026-11-21T03:02:00Z until ${until}`)
  })

  it.each(['d', '-1d', '1d-2h', '7days', '1h1d', '1.5d', '9999999d'])('refuses %s', async (span) => {
    const { stderr, exitCode } = await when(span)
    expect(exitCode).toBe(1)
    expect(stderr).toContain('--for: expected a length of time such as 5m30s, 12h or 7d, zero or more')
  })
})

describe('gcplan diff', () => {
  it('says of control planes what their collectors say', async () => {
    const planAt = async (time: string, flags: string): Promise<string> =>
      (await call(`plan kubernetes ${lists} --at ${time} ${flags} -o json`)).stdout
    for (const [flags, sentence] of [
      ['', /is now kept \(ttl: it finished at .*, and its TTL of 30 s/],
      ['--collector ttl', /is now kept \(it finished at .*, and its TTL of 30 s/],
    ] as const) {
      const before = await planAt('2026-11-21T03:02:00Z', flags)
      const after = await planAt('2026-11-21T03:01:10Z', flags)
      expect((await call('diff before after', { before, after })).stdout).toMatch(sentence)
    }
  })
})
