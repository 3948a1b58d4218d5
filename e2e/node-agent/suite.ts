/**
 * The node agent on a live runtime: after each look of an agent that was started again, with a clock that was stepped, its file holds
 * what a kubelet would have noted; with the switch, what it removes is what nobody uses.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { either as E } from 'fp-ts'

import { configOf } from '../../examples/node-agent/config.js'
import { nodeAgent } from '../../examples/node-agent/program.js'
import { stateIn } from '../../examples/node-agent/state.js'
import { connect } from '../../src/adapters/node/index.js'
import { servicesOf } from '../../src/adapters/cri/daemon.js'
import { systemClock } from '../../src/adapters/clock.js'
import { decodeKubeletImageMemory } from '../../src/decode/index.js'
import type { Clock } from '../../src/execute/index.js'
import type { Memory } from '../../src/kubelet/image/index.js'
import { buildPods, importImages, removePods, sandboxImage } from '../cri/build.js'
import { runtimeOf } from '../cri/runtime.js'
import { type Live, releases } from '../containerd/daemon.js'
import type { ImagePlan } from '../images/archive.js'
import { randomFrom } from '../random.js'
import type { Run, Suite, Tally } from '../suites.js'

const hour = 3_600_000

/** What the runtime lists, asked without the agent. */
const listed = async ({ daemon }: Live) => {
  const { images, runtime } = servicesOf(daemon)
  const [{ images: all }, { containers }] = await Promise.all([images.listImages({}), runtime.listContainers({})])
  return {
    images: all.map(({ id }) => id),
    pinned: new Set(all.flatMap(({ id, pinned }) => (pinned ? [id] : []))),
    used: new Set(containers.map(({ imageRef }) => imageRef)),
  }
}

/** Starts an agent on the file of those before, lets it look once by a clock that is off, and ends it. */
const lookOnce = async (
  { socket, place }: Live,
  skew: number,
  more: Readonly<Record<string, string>> = {},
): Promise<Memory> => {
  const stateFile = join(place, 'memory.json')
  const ending = new AbortController()
  const clock: Clock = {
    now: () => new Date(Date.now() + skew),
    // It waits for so long only once it has done all that follows from a look.
    sleep: (span, cancelled) => {
      if (span === hour) ending.abort()
      return systemClock.sleep(span, cancelled)
    },
  }
  const config = configOf({ CRI_SOCKET: socket, STATE_FILE: stateFile, INTERVAL_SECONDS: '3600', ...more })
  if (E.isLeft(config)) throw new Error(config.left)
  const node = connect({ ...config.right, clock })
  const files = stateIn(stateFile)
  try {
    const agent = await nodeAgent({
      ...{ node, ...files, clock, signal: ending.signal, config: config.right },
      log: () => undefined,
    })()
    if (E.isLeft(agent)) throw new Error(agent.left)
    await agent.right.run()
    const problem = agent.right.notReady()
    if (problem !== undefined) throw new Error(problem)
    const text = await files.state.read()
    const memory =
      E.isRight(text) && text.right._tag === 'Some' ? decodeKubeletImageMemory(text.right.value) : undefined
    if (memory === undefined || E.isLeft(memory)) throw new Error('the memory can not be read')
    return memory.right
  } finally {
    node.close()
  }
}

const timeOf = (moment: Memory['records'][number]['lastUsed']): number | undefined =>
  moment._tag === 'Unknown' || moment.value._tag === 'None' ? undefined : moment.value.value.getTime()

/** What is wrong with a memory, by what was noted before and what the runtime lists between two instants of the clock. */
const faultsIn = async (
  live: Live,
  before: Memory,
  now: Memory,
  from: number,
  to: number,
): Promise<ReadonlyArray<string>> => {
  const { images, used } = await listed(live)
  const earlier = new Map(before.records.map((record) => [record.id, record]))
  const isNow = (time: number | undefined): boolean => time !== undefined && time >= from && time <= to
  const ids = now.records.map(({ id }) => id)
  return [
    ...(ids.toSorted().join() === [...new Set(images)].toSorted().join()
      ? []
      : [`images: ${ids.join()} for ${images.join()}`]),
    ...now.records.flatMap(({ id, firstDetected, lastUsed }) => {
      const known = earlier.get(id)
      const first = timeOf(firstDetected)
      const last = timeOf(lastUsed)
      return [
        ...((known === undefined ? isNow(first) : first === timeOf(known.firstDetected))
          ? []
          : [`${id}: detected at ${first}`]),
        ...((used.has(id) ? isNow(last) : last === (known === undefined ? undefined : timeOf(known.lastUsed)))
          ? []
          : [`${id}: used at ${last}`]),
      ]
    }),
  ]
}

/** A kubelet that tells the age at which it lets images go, in its own process of asking. */
const kubelet = async (live: Live) => {
  const server = createServer(({ url }, response) => {
    if (url === '/configz') response.end(JSON.stringify({ kubeletconfig: { imageMinimumGCAge: '1s' } }))
    else response.writeHead(403).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const token = join(live.place, 'token')
  writeFileSync(token, 'none')
  return {
    environment: { KUBELET_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, TOKEN_FILE: token },
    stop: () => server.close(),
  }
}

const runWorld = async (live: Live, folder: string, seed: number): Promise<ReadonlyArray<string>> => {
  const random = randomFrom(seed)
  const imageOf = (name: string): ImagePlan => ({ layers: ['base', name], names: [`localhost/${name}:${seed}`] })
  const faults: string[] = []
  let memory: Memory = { records: [] }
  const look = async (what: string, skew: number, more: Readonly<Record<string, string>> = {}): Promise<void> => {
    const from = Date.now() + skew
    const now = await lookOnce(live, skew, more)
    const found = await faultsIn(live, memory, now, from, Date.now() + skew)
    faults.push(...found.map((fault) => `${what}: ${fault}`))
    memory = now
  }
  rmSync(join(live.place, 'memory.json'), { force: true })
  await importImages(live, folder, [sandboxImage, imageOf('a'), imageOf('b')])
  await look('first', 0)
  await buildPods(live, seed, random, [imageOf('a')])
  await look('with pods', 0)
  await importImages(live, folder, [imageOf('c')])
  await look('two hours ahead', 2 * hour)
  await look('set back', -hour)
  await removePods(live)
  const { images } = servicesOf(live.daemon)
  await images.removeImage({ image: { image: `localhost/b:${seed}` } })
  await look('without pods', -hour)
  await buildPods(live, seed + 1000, random, [imageOf('a')])
  // By now the clock has passed everything that was noted when it was ahead.
  const { environment, stop } = await kubelet(live)
  const { images: before, used, pinned } = await listed(live)
  await lookOnce(live, 3 * hour, {
    ...{ ...environment, RECLAIM: 'true', RECLAIM_HIGH_PERCENT: '0', RECLAIM_LOW_PERCENT: '0', MAX_REMOVALS: '100' },
  })
  stop()
  const { images: after } = await listed(live)
  const left = before.filter((id) => used.has(id) || pinned.has(id))
  if (after.toSorted().join() !== left.toSorted().join()) faults.push(`left ${after.join()} for ${left.join()}`)
  if (after.length === before.length) faults.push('nothing was reclaimed')
  return faults
}

const runAll = async (release: (typeof releases)[number], { worlds, seed }: Run): Promise<Tally> => {
  const runtime = runtimeOf(release)
  if ('absent' in runtime) return runtime.absent
  const { folder, version, start } = runtime
  const live = await start()
  const faults: ReadonlyArray<string>[] = []
  try {
    for (let world = 0; world < worlds; world++) {
      faults.push(await runWorld(live, folder, seed + world))
      await removePods(live)
    }
  } finally {
    await removePods(live)
    await live.stop()
  }
  const failed = faults.filter((found) => found.length > 0).length
  const said = `${version}, ${worlds} worlds of an agent that starts seven times each; ${faults.flat().join('; ')}`
  return { passed: worlds - failed, failed, skipped: 0, said }
}

/** The agent on each containerd release. */
export const nodeAgentSuites: ReadonlyArray<Suite> = releases.map((release) => ({
  name: `node-agent-${release.line}`,
  worlds: 1,
  run: (run) => runAll(release, run),
}))
