import { describe, expect, it } from 'vitest'

import type { Acting } from '../../src/cli/world.js'
import { configMap } from '../../src/testing/index.js'
import { askCluster, configMaps, merge, namesAt } from '../testing/http/ask.js'
import { call } from './call.js'
import { clusterOf, reaching } from './reaching.js'

const owner = configMap('owner')
const children = ['a', 'b', 'c'].map((name) => configMap(name, { ownedBy: owner }))

/** A cluster whose owner is gone, and the plan for it as a file. */
const planned = async () => {
  const cluster = clusterOf([owner, ...children, ...['x', 'y', 'z'].map((name) => configMap(name))])
  askCluster(cluster, `DELETE ${configMaps}/owner`)
  const acting = reaching(cluster)
  const { stdout } = await call('plan kubernetes-owners -o json', {}, acting)
  const files = { 'plan.json': stdout }
  const digest = (await call('digest plan.json', files)).stdout.trim()
  return { cluster, acting, files, digest }
}

describe('gcplan apply', () => {
  it('changes nothing without a digest, and prints it', async () => {
    const { cluster, acting, files, digest } = await planned()
    const { stdout, exitCode } = await call('apply plan.json', files, acting)
    expect(stdout).toContain(`gcplan apply plan.json --approve ${digest}`)
    expect(stdout).toContain('planned again, 3 calls; 3 of them are in this plan')
    expect([exitCode, namesAt(cluster)]).toStrictEqual([0, ['a', 'b', 'c', 'x', 'y', 'z']])
  })

  it('carries out what is approved', async () => {
    const { cluster, acting, files, digest } = await planned()
    const { stdout, exitCode } = await call(`apply plan.json --approve ${digest}`, files, acting)
    expect(stdout).toContain('done ConfigMap default/a')
    expect(stdout).toContain('3 done, 0 failed, 0 skipped, 0 not approved')
    expect([exitCode, namesAt(cluster)]).toStrictEqual([0, ['x', 'y', 'z']])
    const again = await call(`apply plan.json --approve ${digest}`, files, acting)
    expect([again.exitCode, again.stdout]).toStrictEqual([0, '0 done, 0 failed, 0 skipped, 0 not approved\n'])
  })

  it('refuses another digest', async () => {
    const { cluster, acting, files } = await planned()
    const { stderr, exitCode } = await call('apply plan.json --approve 0000', files, acting)
    expect([exitCode, stderr]).toStrictEqual([
      1,
      expect.stringContaining('--approve: not the digest of plan.json, which is '),
    ])
    expect(namesAt(cluster)).toHaveLength(6)
  })

  it('leaves what changed since, and what came to it', async () => {
    const { cluster, acting, files, digest } = await planned()
    const touched = { metadata: { labels: { touched: 'yes' } } }
    askCluster(cluster, `PATCH ${configMaps}/b`, { contentType: merge, body: touched })
    const { ownerReferences } = askCluster(cluster, `GET ${configMaps}/a`).body.metadata
    const created = askCluster(cluster, `POST ${configMaps}`, { body: { metadata: { name: 'd', ownerReferences } } })
    expect(created.status).toBe(201)
    const { stdout } = await call(`apply plan.json --approve ${digest}`, files, acting)
    expect(stdout).toContain('2 done, 0 failed, 0 skipped, 2 not approved')
    expect(namesAt(cluster)).toStrictEqual(['b', 'd', 'x', 'y', 'z'])
  })

  it.each(['--max 2', '--max-percent 20'])('refuses more than it may: %s', async (cap) => {
    const { cluster, acting, files, digest } = await planned()
    const { stderr, exitCode } = await call(`apply plan.json --approve ${digest} ${cap}`, files, acting)
    expect([exitCode, stderr]).toStrictEqual([3, expect.stringContaining('refused: 3 removals')])
    expect(namesAt(cluster)).toHaveLength(6)
  })

  it('is interrupted after the call that is under way, and does the rest when it comes again', async () => {
    const { cluster, acting, files, digest } = await planned()
    const end = new AbortController()
    const ending: Acting = {
      ...acting,
      signal: end.signal,
      say: (line) => (line.startsWith('1 of') ? end.abort() : undefined),
    }
    const { stdout, exitCode } = await call(`apply plan.json --approve ${digest}`, files, ending)
    expect(stdout).toContain('1 done, 0 failed, 2 skipped')
    expect(stdout).toContain('interrupted: the same command does the rest')
    expect([exitCode, namesAt(cluster)]).toStrictEqual([1, ['b', 'c', 'x', 'y', 'z']])
    await call(`apply plan.json --approve ${digest}`, files, acting)
    expect(namesAt(cluster)).toStrictEqual(['x', 'y', 'z'])
  })

  it('tells a call that an interrupt cut off from one that failed', async () => {
    const { cluster, acting, files, digest } = await planned()
    const end = new AbortController()
    const cut: Acting = {
      ...acting,
      signal: end.signal,
      withCluster: (ask) => (use) =>
        acting.withCluster(ask)((opened) =>
          use({
            ...opened,
            send: (call) => {
              const answer = opened.send(call)
              if (call.method !== 'DELETE') return answer
              return async () => {
                await answer()
                end.abort()
                return new Promise(() => undefined)
              }
            },
          }),
        ),
    }
    const { stdout, exitCode } = await call(`apply plan.json --approve ${digest}`, files, cut)
    expect(stdout).toContain('cut off ConfigMap default/a: the interrupt came before the response')
    expect(stdout).toContain('0 done, 0 failed, 1 cut off, 2 skipped')
    expect([exitCode, namesAt(cluster)]).toStrictEqual([1, ['b', 'c', 'x', 'y', 'z']])
  })

  it('says the same as JSON', async () => {
    const { acting, files, digest } = await planned()
    const { stdout } = await call(`apply plan.json --approve ${digest} -o json`, files, acting)
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'gcplan/applied',
      isDryRun: false,
      outcomes: ['a', 'b', 'c'].map((name) => ({
        target: `ConfigMap default/${name}`,
        outcome: 'done',
        what: 'remove',
      })),
    })
  })
})
