import { either as E } from 'fp-ts'
import { describe, expect, it, onTestFinished } from 'vitest'

import { type ApiCall, type WatchOptions, watchCluster } from '../../../src/adapters/kubernetes/index.js'
import { millis } from '../../../src/core/index.js'
import { configMap } from '../../../src/testing/index.js'
import { type ServedCluster, clientOf, servedCluster } from '../../../src/testing/http/index.js'
import { serving } from './faults.js'

const path = '/api/v1/configmaps'
const inDefault = '/api/v1/namespaces/default/configmaps'
const made = (name: string): object => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })
const encode = (event: object): Uint8Array => new TextEncoder().encode(`${JSON.stringify(event)}\n`)
const bookmark = (resourceVersion: string): Uint8Array =>
  encode({ type: 'BOOKMARK', object: { kind: 'ConfigMap', apiVersion: 'v1', metadata: { resourceVersion } } })

/** A watch that says nothing. */
const silent = async function* ({ signal }: ApiCall): AsyncIterable<Uint8Array> {
  yield* []
  await new Promise<void>((resolve) => {
    if (signal?.aborted === true) resolve()
    signal?.addEventListener('abort', () => {
      resolve()
    })
  })
  throw Object.assign(new Error('ended'), { _tag: 'Aborted', message: 'aborted' })
}

/** ConfigMaps under watch; `open` says what each watch does, by the number of those before it. Lists take so many seconds. */
const watching = async (
  open: (call: ApiCall, before: number, cluster: ServedCluster) => AsyncIterable<Uint8Array>,
  options: WatchOptions = {},
  listing = 0,
) => {
  const cluster = servedCluster([configMap('settings')])
  const { clock } = cluster
  const served = serving('configmaps')(clientOf(cluster))
  const opened: ApiCall[] = []
  let lists = 0
  const started = await clock.until(
    watchCluster(
      {
        open: (call) => open(call, opened.push(call) - 1, cluster),
        send: (call) => async () => {
          const answer = await served.send(call)()
          if (call.path !== path) return answer
          lists++
          await clock.sleep(millis(listing * 1000))()
          return answer
        },
      },
      { clock, ...options },
    ),
  )
  if (E.isLeft(started)) throw new Error(started.left.message)
  onTestFinished(started.right.stop)
  return { clock, opened, watched: started.right, lists: () => lists }
}

describe('a kind under watch', () => {
  it('is known as of when it was asked for, not of when the answer was there', async () => {
    const { watched } = await watching(silent, {}, 10)
    expect(watched.ages()).toStrictEqual([{ group: '', kind: 'ConfigMap', age: 10_000 }])
  })

  it('is not listed in full once its watch says what can not be read, until it is listed anew', async () => {
    const { clock, watched, lists } = await watching(async function* (call, before) {
      if (before === 0) yield encode({ type: 'MODIFIED', object: { apiVersion: 'v1', kind: 'ConfigMap' } })
      yield* silent(call)
    })
    await clock.advance({ seconds: 0 })
    expect([watched.coverage(), lists()]).toMatchObject([{ _tag: 'Resources' }, 1])
    await clock.advance({ seconds: 1 })
    expect([watched.coverage(), lists()]).toMatchObject([{ _tag: 'Everything' }, 2])
  })

  it('is not listed anew because its watches are cut off, as long as what is known of it is young', async () => {
    const { clock, lists, opened } = await watching(async function* () {
      yield* await Promise.resolve<ReadonlyArray<Uint8Array>>([])
      throw Object.assign(new Error('cut'), { _tag: 'Cut', message: 'reset' })
    })
    await clock.advance({ seconds: 400 })
    expect([opened.length > 10, lists()]).toStrictEqual([true, 1])
    await clock.advance({ seconds: 100 })
    expect(lists()).toBeGreaterThan(1)
  })

  it('is watched by one request for as long as that says something', async () => {
    const cuts: unknown[] = []
    const { clock, opened } = await watching(
      async function* (call, _before, cluster) {
        for (let version = 100; call.signal?.aborted !== true; version++) {
          await cluster.clock.sleep(millis(60_000))()
          yield bookmark(`${version}`)
        }
        yield* silent(call)
      },
      { onCut: (_kind, error) => void cuts.push(error) },
    )
    await clock.advance({ hours: 1 })
    expect([opened.length, cuts]).toStrictEqual([1, []])
  })

  it('is watched on from the version that a bookmark tells', async () => {
    const { clock, opened, lists } = await watching(async function* (call, before) {
      if (before === 0) yield bookmark('1234')
      else yield* silent(call)
    })
    await clock.advance({ seconds: 1 })
    expect([opened[1]?.query?.['resourceVersion'], lists()]).toStrictEqual(['1234', 1])
  })

  it('is known whole to whoever hears of the first change that a list brings', async () => {
    const { clock, watched } = await watching(async function* (call, before, cluster) {
      if (before === 0) {
        for (const name of ['a', 'b']) cluster.handle({ method: 'POST', path: inDefault, body: made(name) })
        throw Object.assign(new Error('gone'), { _tag: 'Refused', code: 410, reason: 'Expired', message: 'too old' })
      }
      yield* silent(call)
    })
    const known: ReadonlyArray<string>[] = []
    watched.subscribe(() => known.push(watched.objects().map(({ metadata }) => metadata.name)))
    await clock.advance({ seconds: 10 })
    expect(known).toStrictEqual([
      ['settings', 'a', 'b'],
      ['settings', 'a', 'b'],
    ])
  })
})
