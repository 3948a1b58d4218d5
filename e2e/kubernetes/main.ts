/**
 * Runs random worlds on a real control plane, once with the real controller manager and once with `collect`, and compares how
 * each object ends with what the cascade and the fake cluster said; then as a user does, with kubectl and the command.
 * `--worlds 60 --seed 1`.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import {
  type Client,
  type Look,
  type Snapshots,
  classify,
  collect,
  look,
  ports,
  sayCallError,
} from '../../src/adapters/kubernetes/index.js'
import type { WholeObject } from '../../src/apiserver/index.js'
import { planCascade } from '../../src/simulate/cascade/index.js'
import * as ControlPlane from '../../src/simulate/control-plane/index.js'
import { exploreOutcomes } from '../../src/simulate/outcomes/index.js'
import { fakeCluster } from '../../src/testing/index.js'

import { built } from './build.mjs'
import { type Ends, differences, endsOf } from './compare.js'
import { startControlPlane } from './control-plane.js'
import { kubectlFor } from './kubectl.js'
import { pytest } from './pytest.js'
import { envtest, node, programs } from './users.js'
import { type World, makeWorld } from './world.js'

const { values } = parseArgs({
  options: {
    worlds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string' },
  },
})
const say = (line: string): void => {
  console.log(line)
}
const sleep = (span: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, span))

const { collectors, cascade: rules } = ControlPlane.releases.kubernetes_1_20

const seen = async (client: Client): Promise<Look<Snapshots['cluster']>> => {
  const found = await look('cluster')(client.send)()
  if (found._tag === 'Left') throw new Error(JSON.stringify(found.left))
  return found.right
}

/** Waits until nothing has changed for a while. */
const settled = async (client: Client, quietFor: number): Promise<Look<Snapshots['cluster']>> => {
  let before = ''
  let since = Date.now()
  for (;;) {
    const now = await seen(client)
    // What the server itself renews, such as its own leases, is nobody's business here.
    const state = now.snapshot.objects
      .filter(({ metadata }) => metadata.namespace?.startsWith('world-') === true || metadata.name.startsWith('world-'))
      .map(({ metadata: { uid, resourceVersion } }) => `${uid} ${resourceVersion ?? ''}`)
      .join('\n')
    if (state !== before) since = Date.now()
    before = state
    if (Date.now() - since > quietFor) return now
    await sleep(1000)
  }
}

const isOf =
  ({ namespace }: World): ((object: WholeObject) => boolean) =>
  ({ metadata }) =>
    metadata.namespace === namespace || (metadata.namespace === undefined && metadata.name === namespace)

interface Said {
  readonly cascade: Ends
  readonly fake: Ends
}

/** What the library says before the request. */
const saidOf = ({ snapshot }: Look<Snapshots['cluster']>, world: World): Said => {
  const before = snapshot.objects.filter(isOf(world))
  const { uid, options } = world.request
  const request =
    uid === undefined
      ? ({ _tag: 'DeleteNamespace', namespace: world.namespace, options } as const)
      : ({ _tag: 'Delete', target: uid, options } as const)
  const planned = planCascade(collectors.owner, { rules })([request])(snapshot)
  if (planned._tag === 'Left') throw new Error(JSON.stringify(planned.left))
  const { stages } = planned.right
  const cluster = fakeCluster(before, { release: '1.20', at: snapshot.at })
  const target = before.find(({ metadata }) => metadata.uid === uid) ?? `Namespace/${world.namespace}`
  cluster.api.delete(target, options)
  cluster.settle()
  cluster.advance({ seconds: 60 })
  return { cascade: endsOf(before, stages.final), fake: endsOf(before, cluster.objects()) }
}

/** Whether an end is one of those that exploring every course tells: as a whole, or object by object. */
const toldAs = ({ snapshot }: Look<Snapshots['cluster']>, world: World, was: Ends): 'whole' | 'each' | 'untold' => {
  const objects = snapshot.objects.filter(isOf(world))
  const namespace = objects.find(({ kind }) => kind === 'Namespace')
  const { uid = namespace?.metadata.uid ?? '', options } = world.request
  const explored = exploreOutcomes(collectors.owner, { rules, budget: 20_000, samples: 400 })([
    { requests: [{ _tag: 'Delete', uid, options }] },
  ])({
    ...snapshot,
    objects,
  })
  if (explored._tag === 'Left') throw new Error(JSON.stringify(explored.left))
  const ends = (explored.right.phases.at(-1) ?? []).map((end) => endsOf(objects, end.objects))
  if (ends.some((end) => differences(end, was).length === 0)) return 'whole'
  return [...was].every(([name, state]) => ends.some((end) => end.get(name) === state)) ? 'each' : 'untold'
}

interface Tally {
  worlds: number
  objects: number
  gone: number
  /** Differences that exploring tells: the whole end, or the end of each object. */
  whole: number
  each: number
  readonly failures: object[]
}

/** Makes worlds, lets somebody collect, asks, and compares. */
const phase = async (
  client: Client,
  name: string,
  seeds: ReadonlyArray<number>,
  startCollector: () => Promise<{ readonly stop: () => unknown }>,
  quietFor: number,
): Promise<Tally> => {
  const tally: Tally = { worlds: 0, objects: 0, gone: 0, whole: 0, each: 0, failures: [] }
  const { objects } = ports(client.send)
  const collector = await startCollector()
  const worlds: World[] = []
  for (const seed of seeds) worlds.push(await makeWorld(objects, seed))
  const before = await settled(client, quietFor)
  const said = worlds.map((world) => saidOf(before, world))
  for (const { request, namespace } of worlds) {
    const object = before.snapshot.objects.find(({ metadata }) => metadata.uid === request.uid)
    const scope =
      object === undefined
        ? undefined
        : before.snapshot.scopes.find(
            ({ apiVersion, kind }) => apiVersion === object.apiVersion && kind === object.kind,
          )
    const address =
      object === undefined || scope === undefined
        ? request.uid === undefined
          ? { apiVersion: 'v1', kind: 'Namespace', resource: 'namespaces', name: namespace }
          : undefined
        : { ...scope, namespace, name: object.metadata.name }
    const answer = address === undefined ? undefined : await objects.delete(address, request.options)()
    if (answer?._tag === 'Left' && classify(answer.left) !== 'gone') say(`${namespace}: ${sayCallError(answer.left)}`)
  }
  const after = await settled(client, quietFor)
  await collector.stop()
  worlds.forEach((world, index) => {
    const { cascade, fake } = said[index] ?? { cascade: new Map<string, string>(), fake: new Map<string, string>() }
    const held = before.snapshot.objects.filter(isOf(world))
    const was = endsOf(held, after.snapshot.objects)
    tally.worlds++
    tally.objects += was.size
    tally.gone += [...was.values()].filter((end) => end === 'gone').length
    const wrong = { cascade: differences(cascade, was), fake: differences(fake, was) }
    if (wrong.cascade.length + wrong.fake.length === 0) return
    const told = toldAs(before, world, was)
    if (told !== 'untold') tally[told]++
    else {
      tally.failures.push({ phase: name, ...world, wrong, objects: held })
      say(
        `${name}, world ${world.seed}:\n  ${[...wrong.cascade.map((line) => `cascade ${line}`), ...wrong.fake.map((line) => `fake ${line}`)].join('\n  ')}`,
      )
    }
  })
  const sums = worlds.reduce<Record<string, number>>((sum, { counts }) => {
    for (const [key, count] of Object.entries(counts)) sum[key] = (sum[key] ?? 0) + count
    return sum
  }, {})
  say(
    `${name}: ${tally.worlds} worlds, ${tally.objects} objects before the requests, ${tally.gone} gone, ${tally.whole} with a told race, ${tally.each} with races told object by object; made ${JSON.stringify(sums)}`,
  )
  return tally
}

const main = async (): Promise<void> => {
  const [first, count] = [Number(values.seed), Number(values.worlds)]
  const half = Math.ceil(count / 2)
  const seeds = Array.from({ length: count }, (_, index) => first + index)
  const plane = await startControlPlane(built(say))
  try {
    const manager = await phase(
      plane.client,
      'controller manager',
      seeds.slice(0, half),
      () => Promise.resolve(plane.startManager(['garbagecollector', 'namespace'])),
      12_000,
    )
    const own = await phase(
      plane.client,
      'collect',
      seeds.slice(half),
      async () => {
        const running = await collect(plane.client, { rules: ControlPlane.releases.kubernetes_1_20 })()
        if (running._tag === 'Left') throw new Error(sayCallError(running.left))
        return running.right
      },
      5000,
    )
    const kubectl = kubectlFor(plane.kubeconfig)
    const checks = [
      ...(await programs(kubectl)),
      ...(await node(kubectl, plane.client)),
      ...(await envtest(kubectl)),
      ...pytest(kubectl),
    ]
    for (const { name, wrong } of checks) say(wrong === '' ? `as a user: ${name}` : `as a user: NOT ${name}: ${wrong}`)
    const wrong = checks.filter((one) => one.wrong !== '')
    const failures = [...manager.failures, ...own.failures, ...wrong]
    if (values.out !== undefined) writeFileSync(values.out, JSON.stringify(failures, null, 2))
    say(`${manager.worlds + own.worlds + checks.length - failures.length} passed, ${failures.length} failed`)
    process.exitCode = failures.length === 0 ? 0 : 1
  } finally {
    await plane.stop()
  }
}

await main()
