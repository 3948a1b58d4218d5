import { either as E } from 'fp-ts'
import { afterEach, describe, expect, it } from 'vitest'

import type { Client } from '../../src/adapters/kubernetes/index.js'
import { call } from './call.js'
import { type Watching, watching } from './watching.js'

const place = '/api/v1/namespaces/shop'
const object = (kind: string, name: string) => ({ apiVersion: 'v1', kind, metadata: { namespace: 'shop', name } })
const podOf = (name: string) => ({
  ...object('Pod', `of-${name}`),
  spec: { containers: [{ name: 'c', image: 'i', envFrom: [{ configMapRef: { name } }] }] },
})
const objects = [object('ConfigMap', 'old'), object('ConfigMap', 'settings'), podOf('settings')]

/** Said at the start. */
const rules = 'rules of Kubernetes 1.36, as the API server states (v1.36.0+gcplan)'

const started: Watching[] = []
afterEach(async () => {
  for (const one of started.splice(0)) await one.interrupt()
})

const start = async (...args: Parameters<typeof watching>): Promise<Watching> => {
  const one = await watching(...args)
  started.push(one)
  return one
}

/** What a report lists, and the seconds since the first one. */
const reported = ({ printed }: Watching): ReadonlyArray<readonly [number, ReadonlyArray<string>]> => {
  const documents = printed.map(
    (line) => JSON.parse(line) as { readonly at: string; readonly objects: readonly { readonly object: string }[] },
  )
  const [first] = documents
  return documents.map((document) => [
    (Date.parse(document.at) - Date.parse(first?.at ?? '')) / 1000,
    document.objects.map(({ object: named }) => named.replace('ConfigMap shop/', '')),
  ])
}

const forbidden =
  (path: string) =>
  (client: Client): Client => ({
    ...client,
    send: (asked) =>
      asked.path === path
        ? () => Promise.resolve(E.right({ status: 403, body: { reason: 'Forbidden', message: 'no' } }))
        : client.send(asked),
  })

describe('gcplan unused --watch', () => {
  it('prints a report with its time, and the next one when the answer changes', async () => {
    const { printed, create, after } = await start('--kinds cm', { objects })
    create(object('ConfigMap', 'other'))
    await after(10)
    const listed = (...names: string[]) =>
      names.map((name) => `unused     ConfigMap shop/${name}  (no listed object refers to it)\n`)
    expect(printed).toStrictEqual([
      `2026-01-01T12:00:00.000Z\n${listed('old').join('')}in all: 1 unused, 0 undecided`,
      `2026-01-01T12:00:02.000Z\n${listed('old', 'other').join('')}in all: 2 unused, 0 undecided`,
    ])
  })

  it('prints nothing for changes that leave the answer as it is, and never asks for a change', async () => {
    const { printed, create, methods, after } = await start('--kinds cm', { objects })
    create({ ...podOf('settings'), ...object('Pod', 'another') })
    create(object('Secret', 'tls'))
    await after(3600)
    expect(printed.length).toBe(1)
    expect([...methods]).toStrictEqual(['GET'])
  })

  it('prints one line of JSON for each change, and one for many changes that come together', async () => {
    const run = await start('--kinds cm -o json', { objects })
    for (const name of ['a', 'b', 'c']) run.create(object('ConfigMap', name))
    await run.after(5)
    run.create(podOf('a'))
    await run.after(5)
    expect(run.printed.filter((line) => line.includes('\n'))).toStrictEqual([])
    expect(reported(run).map(([, names]) => names)).toStrictEqual([['old'], ['a', 'b', 'c', 'old'], ['b', 'c', 'old']])
    expect(JSON.parse(run.printed[0] ?? '')).toMatchObject({ kind: 'gcplan/unused', version: 1 })
  })

  it('asks only about the namespace that is named', async () => {
    const run = await start('--kinds cm -n shop -o json', { objects })
    run.create({ ...object('ConfigMap', 'far'), metadata: { namespace: 'default', name: 'far' } })
    await run.after(60)
    expect(reported(run)).toStrictEqual([[0, ['old']]])
  })

  it('wakes when something has been unused for long enough, and counts anew after a use', async () => {
    const run = await start('--kinds cm --unused-for 100s -o json', { objects })
    expect(reported(run)).toStrictEqual([[0, []]])
    await run.after(50)
    run.remove(`${place}/pods/of-settings`)
    await run.after(20)
    run.create(podOf('settings'))
    await run.after(20)
    run.remove(`${place}/pods/of-settings`)
    const again = 90
    await run.after(250)
    const due = reported(run)
    expect(due.map(([, names]) => names)).toStrictEqual([[], ['old'], ['old', 'settings']])
    expect(due[1]?.[0]).toBe(100)
    expect(due[2]?.[0]).toBeGreaterThanOrEqual(again + 100)
    expect(due[2]?.[0]).toBeLessThan(again + 105)
  })

  it('says that watches are cut, those of one moment in one note, and goes on', async () => {
    const run = await start('--kinds cm -o json', { objects, faults: { outages: [{ from: 100, lasts: 60 }] } })
    await run.after(99)
    expect(run.noted).toStrictEqual([rules])
    await run.after(20)
    expect(run.noted.slice(1)).toStrictEqual([
      'the watch was cut (reset): configmaps, deployments, namespaces, pods and 1 more; it is opened anew, until then changes are seen late',
    ])
    run.create(object('ConfigMap', 'meanwhile'))
    await run.after(900)
    expect(reported(run).map(([, names]) => names)).toStrictEqual([['old'], ['meanwhile', 'old']])
    expect(run.noted.slice(2)).toStrictEqual(['all watches are heard of again'])
  })

  it('notes once what it can not list, and is undecided about what that may use', async () => {
    const run = await start('--kinds cm', { objects, through: forbidden('/api/v1/pods') })
    await run.after(300)
    expect(run.noted).toStrictEqual([rules, 'not listed, so unknown (403 Forbidden): pods'])
    expect(run.printed).toStrictEqual([expect.stringContaining('in all: 0 unused, 2 undecided')])
  })

  it.each([false, true])('ends without an error when it is interrupted; before it began: %s', async (isInterrupted) => {
    const run = await start('--kinds cm', { objects, isInterrupted })
    const { exitCode, stdout, stderr } = await run.interrupt()
    expect([exitCode, stdout, stderr]).toStrictEqual([0, '', ''])
    expect(run.printed.length).toBe(isInterrupted ? 0 : 1)
  })

  it('fails where the cluster can not be reached', async () => {
    const { result } = await watching('', { faults: { outages: [{ from: 0, lasts: 600 }] } })
    expect(await result).toMatchObject({ exitCode: 1, stderr: 'gcplan: kind-test: refused\n' })
  })

  it.each([
    ['lists.json', 'lists.json'],
    ['-f lists.json', '--file'],
    ['--at now', '--at'],
    ['--whole-cluster --strict', '--whole-cluster, --strict'],
    ['-o yaml', '--output yaml'],
  ])('refuses what belongs to one look: %s', async (flags, named) => {
    const { exitCode, stderr } = await call(`unused --watch ${flags}`, { 'lists.json': '{}' })
    expect([exitCode, stderr]).toStrictEqual([1, expect.stringContaining(`does not go with ${named}\n`)])
  })

  it('refuses to say since when with one look', async () => {
    const { exitCode, stderr } = await call('unused --unused-for 1h', {})
    expect([exitCode, stderr]).toStrictEqual([1, expect.stringContaining('--unused-for: expected --watch with it')])
  })
})
