import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

import { outcomeRows, outcomesOf, sayOutcomes } from '../../src/cli/kubernetes/outcomes-text.js'
import { outcomeOf } from '../../src/simulate/outcomes/object-outcome.js'
import { call, noCluster } from './call.js'

const configMap = (name: string, owners: ReadonlyArray<string> = [], finalizers: ReadonlyArray<string> = []) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    namespace: 'shop',
    name,
    uid: name,
    finalizers,
    ownerReferences: owners.map((uid) => ({ apiVersion: 'v1', kind: 'ConfigMap', name: uid, uid })),
  },
})
const list = JSON.stringify({
  apiVersion: 'v1',
  kind: 'List',
  items: [
    configMap('root'),
    configMap('stem', ['root'], ['orphan']),
    configMap('twig', ['root', 'stem']),
    configMap('other'),
  ],
})
const asked = (words: string) =>
  call(`cascade ${words} shop.json --whole-cluster --at 2026-01-01T12:00:00Z`, { 'shop.json': list })

describe('gcplan cascade --outcomes', () => {
  it('says after the plan what goes, what may go, and one course to each end', async () => {
    const { stdout, exitCode } = await asked('delete cm/root --outcomes')
    const lines = stdout.split('\n')
    expect([lines.slice(lines.findIndex((line) => line.startsWith('in all:')) + 2).slice(0, 12), exitCode]).toEqual([
      [
        'every outcome, unless outside parties remove a finalizer:',
        '  proven: every course was followed (36 states with several possible next steps)',
        '  2 ends',
        'goes in every course:',
        '  ConfigMap shop/root',
        '  ConfigMap shop/stem',
        'may go:',
        '  ConfigMap shop/twig may go: kept as in end 1, gone as in end 2; where it stays, it has no owners left',
        'everything else stays as it is in every course',
        '',
        'one course to end 1:',
        '  1. you delete ConfigMap shop/root with policy Background (it is gone)',
      ],
      2,
    ])
    expect(lines).toContain('one course to end 2:')
  })
  it('says that courses were taken by lot where the budget ends', async () => {
    const { stdout } = await asked('delete cm/root --outcomes --budget 2')
    expect(stdout).toMatch(
      /^ {2}sampled: .*; 200 random courses were followed to their end, and others may end differently/m,
    )
    expect(stdout).toMatch(/^goes in every course that was followed to its end:$/m)
  })
  it('explores what vanishes, and a namespace that is not listed', async () => {
    expect((await asked('vanish cm/stem --outcomes')).stdout).toMatch(/^ {2}1. ConfigMap shop\/stem vanishes/m)
    const one = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [configMap('settings')] })
    const { stdout } = await call('cascade delete ns/shop one.json --whole-cluster --outcomes', { 'one.json': one })
    expect(stdout).toMatch(/^goes in every course:\n {2}ConfigMap shop\/settings\n {2}Namespace shop$/m)
  })
  it('marks what goes without any request too', async () => {
    const lost = JSON.stringify({ ...JSON.parse(list), items: [configMap('root'), configMap('leaf', ['gone'])] })
    const { stdout } = await call('cascade delete cm/root -n shop x.json --whole-cluster --outcomes', {
      'x.json': lost,
    })
    expect(stdout).toContain('  ConfigMap shop/root\n  ConfigMap shop/leaf (also without any request)\n')
  })
  it('says how far it is, where somebody looks', async () => {
    const said: string[] = []
    const acting = { ...noCluster, say: (line: string) => void said.push(line) }
    await call('cascade delete cm/root x.json --whole-cluster --outcomes --budget 9', { 'x.json': list }, acting)
    expect(said.at(-1)).toMatch(/^following every course: \d+ states met, 9 at most$/)
  })
  it('gives rows of a table', async () => {
    const { stdout } = await asked('delete cm/root --outcomes -o table')
    expect(stdout).toMatch(/ may go +ConfigMap shop\/twig +ConfigMap shop\/twig may go: /)
  })
  it('is part of the document', async () => {
    const { stdout } = await asked('delete cm/root --outcomes -o json')
    const document = JSON.parse(stdout) as unknown
    expect(document).toMatchObject({
      outcomes: {
        certainty: 'Proven',
        states: 36,
        objects: [{ verdict: 'Goes' }, { verdict: 'Goes' }, { verdict: 'MayGo' }, { verdict: 'Stays' }],
        ends: [
          { codes: [200], left: ['twig', 'other'] },
          { codes: [200], left: ['other'] },
        ],
      },
    })
    expect(parse((await asked('delete cm/root --outcomes -o yaml')).stdout)).toEqual(document)
    expect(JSON.parse((await asked('delete cm/root -o json')).stdout)).not.toHaveProperty('outcomes')
  })
  it.each([
    ['--budget 5', '--budget: it bounds --outcomes, which is not given'],
    ['--outcomes --budget many', '--budget: expected a whole number, zero or more, got "many"'],
    ['--outcomes --budget NaN', '--budget: expected a whole number, zero or more, got "NaN"'],
    ['--outcomes --budget=-1', '--budget: expected a whole number, zero or more, got "-1"'],
    ['--outcomes --budget 10000001', '--budget: expected a whole number from 0 to 10000000, got "10000001"'],
    ['--outcomes -o dot', '--outcomes: pictures show no outcomes; choose another --output'],
  ])('refuses %s', async (flags, message) => {
    expect((await asked(`delete cm/root ${flags}`)).stderr.split('\n')[0]).toBe(`gcplan cascade delete: ${message}`)
  })
})

it('where no course came to an end, nothing is said to go or to stay', () => {
  const object = configMap('a')
  const none = {
    outcomes: { certainty: 'Sampled', states: 7, drawn: 0, phases: [[]], objects: [outcomeOf([], [])(object)] },
    before: new Map([['a', object]]),
  } as const
  expect(sayOutcomes(none).slice(2)).toEqual([
    '  sampled: there are too many courses to follow them all; 0 random courses were followed to their end, but none came to an end (7 states with several possible next steps)',
    '  0 ends',
    'unknown, since no course was followed to its end:',
    '  ConfigMap shop/a',
  ])
  const explained = 'what happens to ConfigMap shop/a is unknown: no course was followed to its end'
  expect(outcomeRows(none)).toEqual([['unknown', 'ConfigMap shop/a', explained]])
  expect(outcomesOf(none)).toMatchObject({
    certainty: 'Sampled',
    objects: [{ verdict: 'Unknown', explained }],
    ends: [],
  })
})
