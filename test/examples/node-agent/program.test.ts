import { readFileSync } from 'node:fs'

import { either as E, option as O, taskEither as TE } from 'fp-ts'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'

import { configOf } from '../../../examples/node-agent/config.js'
import { metricsOf, serveAgent } from '../../../examples/node-agent/faces.js'
import { type Parts, nodeAgent } from '../../../examples/node-agent/program.js'
import { systemClock } from '../../../src/adapters/clock.js'
import { known } from '../../../src/core/index.js'
import {
  decodeCrictlContainers,
  decodeCrictlImages,
  decodePressurePods,
  decodePressureStats,
  decodeStatsSummary,
  imageFsOf,
} from '../../../src/decode/index.js'
import { decodeMeasuredGrowth } from '../../../src/document/index.js'
import { type KubeletLook, type RuntimeLook, printOutlook } from '../../../src/outlook/index.js'
import { right } from '../../decode/reading.js'
import { emptyWorld, noKubelet, nodeWith, recordsIn, settingsOf } from './node.js'

const folder = 'captures/kubelet-1.36.2'
const text = (name: string): string => readFileSync(`${folder}/${name}`, 'utf8')
const looks = ['1-running', '2-before-image-gc', '3-after-image-gc', '4-before-container-gc', '5-after-container-gc']
const takenAt = (look: string): Date => new Date(text(`${look}.taken-at.txt`).trim())

/** The recorded node, as it was at a look. */
const recorded = (look: string): RuntimeLook => ({
  at: takenAt(look),
  runtime: 'containerd 2.1.9',
  images: right(decodeCrictlImages(text(`${look}.crictl-images.json`))),
  containers: right(decodeCrictlContainers(text(`${look}.crictl-ps-a.json`))),
  imageVolumes: { _tag: 'NoneMounted', because: 'no pod of the recording mounts an image' },
  imageFs: known({ capacityBytes: O.some(270_553_174_016), availableBytes: O.some(65_286_774_784) }),
})

const statistics = text('1-running.stats-summary.json')
const recordedKubelet: KubeletLook = {
  settings: E.right(settingsOf(load(text('config-2.yaml')) as object)),
  pressure: E.right(right(decodePressureStats(statistics))),
  pods: E.right(right(decodePressurePods(text('1-running.pods.json')))),
  imageFs: imageFsOf(right(decodeStatsSummary(statistics))),
  beganAt: { _tag: 'Unknown' },
}

/** The looks that were recorded, and one more of what the second saw, at the instant at which the kubelet collected. */
const course: ReadonlyArray<readonly [look: string, at: Date]> = [
  ...looks.slice(0, 2).map((look) => [look, takenAt(look)] as const),
  ['2-before-image-gc', new Date('2026-11-21T03:07:36Z')],
  ...looks.slice(2).map((look) => [look, takenAt(look)] as const),
]

/** An agent that sees one look of the course a minute, and what it had after each. */
const replayed = async () => {
  const clock = nodeWith().clock
  let turn = 0
  let file: string | undefined
  const ending = new AbortController()
  const config = right(configOf({ INTERVAL_SECONDS: '60' }))
  const parts: Parts = {
    node: {
      runtime: TE.left({ _tag: 'Unsupported', call: 'not asked', message: '' }),
      observe: () => {
        const [look, at] = course[turn++] ?? ['', new Date(NaN)]
        const layers = E.left('not recorded')
        return Promise.resolve(E.right({ ...recorded(look), at, layers, kubelet: recordedKubelet }))
      },
      removeImage: () => TE.right(undefined),
    },
    state: {
      read: TE.right(O.none),
      write: (written) => {
        file = written
        return TE.right(undefined)
      },
    },
    growth: { read: TE.right(O.none), write: () => TE.right(undefined) },
    ...{ clock, signal: ending.signal, log: () => undefined, config },
  }
  const agent = right(await nodeAgent(parts)())
  void agent.run()
  const after: { readonly records: ReturnType<typeof recordsIn>; readonly removed: ReadonlyArray<string> }[] = []
  for (const [place] of course.entries()) {
    await clock.advance(place === 0 ? { seconds: 1 } : { minutes: 1 })
    const turns = agent.ahead()?.collection.turns ?? []
    after.push({
      records: recordsIn(file),
      removed: turns.filter(({ outcome }) => outcome === 'removed').map(({ imageId }) => imageId),
    })
  }
  ending.abort()
  return after
}

/** What a kubelet has in memory after a look, told from the lists alone: an image is in use if a container names it. */
const recordedMemory = (until: number) => {
  const seen = course.slice(0, until + 1).map(([look, at]) => ({ at: at.toISOString(), ...listed(look) }))
  return [...(seen.at(-1)?.images ?? [])].sort().map((id) => ({
    id,
    firstDetected: seen[0]?.at,
    lastUsed: seen.findLast(({ used }) => used.has(id))?.at ?? null,
  }))
}

interface Lists {
  readonly images: ReadonlyArray<{ readonly id: string }>
  readonly containers: ReadonlyArray<{ readonly imageRef: string }>
}

const listed = (look: string) => {
  const read = (name: string): Lists => JSON.parse(text(`${look}.${name}.json`)) as Lists
  return {
    images: read('crictl-images').images.map(({ id }) => id),
    used: new Set(read('crictl-ps-a').containers.map(({ imageRef }) => imageRef)),
  }
}

describe('the agent on the recorded node', () => {
  it('has after each look the memory of the recorded kubelet', async () => {
    const after = await replayed()
    after.forEach(({ records }, place) => {
      const told = records.map(({ id, firstDetected, lastUsed }) => ({
        id,
        firstDetected,
        lastUsed: valueOf(lastUsed),
      }))
      expect(told).toStrictEqual(recordedMemory(place))
    })
    expect(after.length).toBe(6)
  })

  it('tells, at the instant of its collection, the images that the recorded kubelet then removed', async () => {
    const [, , atCollection] = await replayed()
    const log = [...text('kubelet-gc.log.txt').matchAll(/"Removing image to free bytes" imageID="(\S+)"/g)]
    expect(log.length).toBeGreaterThan(0)
    expect(atCollection?.removed.toSorted()).toStrictEqual(log.map(([, id]) => id).toSorted())
  })
})

/** Of images that no container names, it is assumed that none was mounted. */
const valueOf = (moment: unknown): unknown =>
  typeof moment === 'object' && moment !== null && 'assumed' in moment ? moment.assumed : moment

/** A node that the kubelet would collect from, with two images on one base, and one in use. */
const full = () => {
  const world = { ...emptyWorld(), others: 780 }
  world.sizes.set('base', 60)
  world.images.set('sha256:a', { id: 'sha256:a', layers: ['base', 'a'] })
  world.images.set('sha256:b', { id: 'sha256:b', layers: ['base', 'b'] })
  world.images.set('sha256:c', { id: 'sha256:c', layers: ['c'] })
  world.containers.set('c1', 'sha256:b')
  return world
}

describe('the agent', () => {
  it('tells what the kubelet would remove, and what that really frees', async () => {
    const node = nodeWith(full())
    const { agent, stop } = await node.start()
    await node.clock.advance({ minutes: 11 })
    stop()
    const ahead = agent.ahead()
    if (ahead === undefined) throw new Error(agent.notReady())
    const { collection } = ahead
    expect(
      collection.turns.map(({ imageId, countedBytes, freedBytes }) => [imageId, countedBytes, freedBytes]),
    ).toStrictEqual([
      ['sha256:a', 70, 10],
      ['sha256:c', 10, 10],
    ])
    expect(collection.turns.map(({ outcome }) => outcome)).toStrictEqual(['removed', 'spared'])
    expect(printOutlook('')(ahead)).toContain('counts 70 B, frees 10 B')
  })

  it('comes to an end with its node, and is not ready before it saw it', async () => {
    const node = nodeWith()
    node.world.failing = true
    const { agent, stop } = await node.start()
    expect(agent.notReady()).toBe('the node was not looked at yet')
    await node.clock.advance({ seconds: 1 })
    expect(agent.notReady()).toBe('CRI lists: no answer within 1 ms')
    node.world.failing = false
    await node.clock.advance({ minutes: 5 })
    expect(agent.notReady()).toBeUndefined()
    stop()
    const looked = agent.totals().looks
    await node.clock.advance({ hours: 1 })
    expect(agent.totals()).toMatchObject({ looks: looked, failures: 1 })
  })

  it('can tell nothing by a memory that it can not write', async () => {
    const node = nodeWith()
    const { agent, stop } = await node.start()
    node.writing = E.left('the disk is full')
    await node.clock.advance({ seconds: 1 })
    expect([agent.notReady(), agent.ahead()]).toStrictEqual(['the disk is full', undefined])
    node.writing = E.right(undefined)
    await node.clock.advance({ minutes: 5 })
    expect(agent.notReady()).toBeUndefined()
    expect(agent.totals()).toMatchObject({ looks: 2, failures: 1 })
    stop()
  })

  it('begins with a memory that a file holds, and not over one that is none', async () => {
    const node = nodeWith(full())
    const first = await node.start()
    await node.clock.advance({ seconds: 1 })
    first.stop()
    const before = node.file
    node.file = '{"kind": "gcplan/kubelet-image-memory"}'
    await expect(node.start()).rejects.toThrow('the memory: version: expected')
    expect(node.file).toBe('{"kind": "gcplan/kubelet-image-memory"}')
    node.file = before
    await node.clock.advance({ hours: 1 })
    const second = await node.start()
    await node.clock.advance({ seconds: 1 })
    second.stop()
    expect(recordsIn(node.file).map(({ firstDetected }) => firstDetected)).toStrictEqual(
      recordsIn(before).map(({ firstDetected }) => firstDetected),
    )
  })

  it('goes on after a restart with the growth that it measured before', async () => {
    const world = full()
    const node = nodeWith(world)
    const running = await node.start()
    await node.clock.advance({ minutes: 1 })
    world.others += 30
    await node.clock.advance({ minutes: 5 })
    running.stop()
    const before = right(decodeMeasuredGrowth(node.growth))
    await node.clock.advance({ minutes: 10 })
    const second = await node.start()
    await node.clock.advance({ seconds: 1 })
    second.stop()
    expect(before).toMatchObject({ bytes: 30, millis: 300_000 })
    const then = right(decodeMeasuredGrowth(node.growth))
    expect(then.bytes).toBeCloseTo(30 * 0.5 ** ((then.millis - before.millis) / 86_400_000), 0)
    expect(then.millis).toBeGreaterThan(800_000)
  })

  it('does not start with a growth that is none', async () => {
    const node = nodeWith(full())
    node.growth = '{"kind": "gcplan/measured-growth", "version": 1, "bytes": "x", "millis": 0}'
    await expect(node.start()).rejects.toThrow('the growth: bytes: expected a finite number, got "x"')
  })

  it('knows that a restarted kubelet forgot, for which its own memory is longer', async () => {
    const world = full()
    const node = nodeWith(world)
    world.beganAt = (now) => new Date(now.getTime() - 60_000)
    const running = await node.start({ RECLAIM: 'true', RECLAIM_HIGH_PERCENT: '50', RECLAIM_LOW_PERCENT: '40' })
    await node.clock.advance({ minutes: 30 })
    running.stop()
    expect(running.agent.ahead()?.collection.turns).toStrictEqual([])
    // Nor does it reclaim what the kubelet would protect.
    expect(node.removals).toStrictEqual([])
  })
})

describe('reclaiming', () => {
  const on = { RECLAIM: 'true', RECLAIM_HIGH_PERCENT: '80', RECLAIM_LOW_PERCENT: '80' }

  it('removes nothing without the switch', async () => {
    const node = nodeWith(full())
    const { stop } = await node.start({ ...on, RECLAIM: 'false' })
    await node.clock.advance({ hours: 1 })
    stop()
    expect(node.removals).toStrictEqual([])
  })

  it('removes the cheapest images that really free enough', async () => {
    const world = { ...full(), others: 720 }
    world.sizes.set('c', 30)
    const node = nodeWith(world)
    const { agent, stop } = await node.start(on)
    await node.clock.advance({ minutes: 11 })
    stop()
    // Twenty bytes are wanted: the base stays in use, so that the other one would free ten.
    expect(node.removals).toStrictEqual(['sha256:c'])
    expect(agent.totals()).toMatchObject({ removed: 1, failedRemovals: 0 })
  })

  it('removes nothing where it does not know the settings of the kubelet', async () => {
    const node = nodeWith({ ...full(), kubelet: noKubelet })
    const { agent, stop } = await node.start(on)
    await node.clock.advance({ minutes: 11 })
    stop()
    expect(node.removals).toStrictEqual([])
    expect(agent.ahead()?.refusals).toStrictEqual(["the kubelet's settings are unknown"])
  })

  it('spares an image that somebody starts while it works, and says so', async () => {
    const world = { ...full(), others: 790 }
    const node = nodeWith(world)
    const { agent, stop } = await node.start(on)
    let looks = 0
    world.beforeLook = () => {
      // The second look, just before the removal.
      if (looks++ === 2) world.containers.set('c2', 'sha256:c')
    }
    await node.clock.advance({ minutes: 6 })
    stop()
    expect(node.removals).not.toContain('sha256:c')
    expect(agent.totals().failedRemovals).toBe(1)
    expect(node.lines.filter(({ level }) => level === 'warn')).toMatchObject([
      { message: 'image failed', because: { _tag: 'MayNotGo' } },
    ])
  })

  it('tells of no removal that it has not begun when its end comes', async () => {
    const world = { ...full(), others: 790 }
    const node = nodeWith(world)
    const { agent, stop } = await node.start(on)
    let looks = 0
    world.afterObserving = () => {
      if (++looks === 2) stop()
    }
    await node.clock.advance({ minutes: 6 })
    expect(agent.ahead()?.reclaim.passes.flatMap(({ removals }) => removals)).not.toStrictEqual([])
    expect(node.removals).toStrictEqual([])
    expect(agent.totals()).toMatchObject({ looks: 2, removed: 0, failedRemovals: 0 })
    expect(node.lines.filter(({ level }) => level === 'warn')).toStrictEqual([])
  })
})

describe('a day', () => {
  it('leaves no more behind than the images that are there', async () => {
    const node = nodeWith()
    const { world } = node
    const { agent, stop } = await node.start()
    const sizes: number[] = []
    for (let hour = 0; hour < 24; hour++) {
      for (const id of [...world.images.keys()].slice(0, 10)) world.images.delete(id)
      for (let image = 0; image < 10; image++) {
        const id = `sha256:${hour}-${image}`
        world.images.set(id, { id, layers: [id] })
      }
      world.others = 100 + hour
      await node.clock.advance({ hours: 1 })
      sizes.push(node.file?.length ?? 0)
    }
    stop()
    expect(agent.totals().looks).toBe(289)
    expect(recordsIn(node.file).length).toBe(10)
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(100)
  })
})

describe('what the agent serves', () => {
  it('is a picture, the plan as JSON and as text, metrics and probes', async () => {
    const node = nodeWith({ ...full(), failing: true })
    const ending = new AbortController()
    const { agent, stop } = await node.start()
    const served = right(
      await serveAgent({
        ...{ agent, clock: systemClock, signal: ending.signal, log: () => undefined, host: '127.0.0.1' },
        config: { port: 0, reclaiming: right(configOf({})).reclaiming },
        limits: { notReadyMillis: 0, graceMillis: 500 },
      })(),
    )
    const get = async (path: string, accept = '*/*') => {
      const response = await fetch(`http://127.0.0.1:${served.port}${path}`, { headers: { accept } })
      return { status: response.status, type: response.headers.get('content-type'), body: await response.text() }
    }
    expect((await get('/plan')).status).toBe(503)
    expect((await get('/readyz')).status).toBe(503)
    node.world.failing = false
    await node.clock.advance({ minutes: 11 })
    expect((await get('/readyz')).status).toBe(200)
    expect((await get('/healthz')).status).toBe(200)
    expect(await get('/')).toMatchObject({
      status: 200,
      type: 'image/svg+xml',
      body: expect.stringMatching(/^<svg/) as string,
    })
    expect(JSON.parse((await get('/plan')).body)).toMatchObject({
      ...{
        kind: 'gcplan/node-agent',
        collection: {},
        forecast: {},
        advice: { settings: { kind: 'KubeletConfiguration' } },
        reclaims: false,
        reclaim: { refusals: [] },
      },
    })
    expect((await get('/plan', 'text/plain')).body).toContain('The kubelet would now remove')
    expect((await get('/plan.txt')).body).toContain('Would reclaim, if RECLAIM were true')
    const metrics = (await get('/metrics')).body
    expect(metrics).toBe(metricsOf(agent))
    expect(metrics).toMatch(/^gcplan_node_looks_total 3$/m)
    expect(metrics).toMatch(/^gcplan_node_freed_bytes 10$/m)
    stop()
    ending.abort()
    await served.closed()
  })
})
