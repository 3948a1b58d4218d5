import { either as E } from 'fp-ts'
import { afterEach, describe, expect, it } from 'vitest'

import { type Client, type WatchedCluster, watchCluster } from '../../../src/adapters/kubernetes/index.js'
import { millis } from '../../../src/core/index.js'
import { configMap, deployment } from '../../../src/testing/index.js'
import { clientOf, servedCluster } from '../../../src/testing/http/index.js'
import { type Group, withGroups, withStale } from './groups.js'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A cluster under watch; its server says of a group that it could not be asked, as long as a test wants, serves more, and takes so many seconds to say so. */
const watching = async (
  away: () => string | undefined,
  more: ReadonlyArray<Group> = [],
  seconds: () => number = () => 0,
) => {
  const cluster = servedCluster([configMap('settings'), deployment('web')])
  const { send, open } = withGroups((groups) => [...withStale(away(), groups), ...more])(clientOf(cluster))
  const client: Client = {
    open,
    send: (call) => async () => {
      const answer = await send(call)()
      if (call.path === '/apis') await cluster.clock.sleep(millis(seconds() * 1000))()
      return answer
    },
  }
  const started = await watchCluster(client, { clock: cluster.clock })()
  if (E.isLeft(started)) throw new Error(started.left.message)
  closing.push(started.right.stop)
  return { cluster, watched: started.right }
}

const servesDeployments = ({ scopes, objects }: WatchedCluster): ReadonlyArray<boolean> => [
  scopes.find('apps/v1', 'Deployment') !== undefined,
  objects().some(({ kind }) => kind === 'Deployment'),
]

describe('a group that can not be asked what it serves', () => {
  it('is remembered as it was, and for how long it can not be asked', async () => {
    let away: string | undefined
    const { cluster, watched } = await watching(() => away)
    expect(watched.undiscovered()).toStrictEqual([])
    expect(watched.coverage()._tag).toBe('Everything')
    away = 'apps'
    await cluster.clock.advance({ seconds: 100 })
    const [group] = watched.undiscovered()
    expect(group?.group).toBe('apps')
    // It answered at the last of the questions before, which come every 30 s.
    expect(group?.age).toBe(100_000)
    expect(servesDeployments(watched)).toStrictEqual([true, true])
    expect(watched.coverage()._tag).toBe('Resources')
    away = undefined
    await cluster.clock.advance({ seconds: 30 })
    expect(watched.undiscovered()).toStrictEqual([])
    expect(watched.coverage()._tag).toBe('Everything')
  })

  it('is known as of when the server was asked, not of when it answered', async () => {
    let [away, seconds]: [string | undefined, number] = [undefined, 0]
    const { cluster, watched } = await watching(
      () => away,
      [],
      () => seconds,
    )
    seconds = 10
    // Asked after 30 s, answered after 40, and asked again after 70.
    await cluster.clock.advance({ seconds: 50 })
    away = 'apps'
    await cluster.clock.advance({ seconds: 40 })
    expect(watched.undiscovered()).toStrictEqual([{ group: 'apps', age: 60_000 }])
  })

  it('never was known if it could not be asked at the start', async () => {
    const { watched } = await watching(() => 'apps')
    expect(watched.undiscovered()).toStrictEqual([{ group: 'apps', age: Infinity }])
    expect(servesDeployments(watched)).toStrictEqual([false, false])
  })

  it('leaves kinds covered that nobody can watch, as no object of theirs is stored', async () => {
    const { watched } = await watching(() => 'apps')
    const coverage = watched.coverage()
    const covered = new Set(coverage._tag === 'Resources' ? coverage.resources.map(({ kind }) => kind) : [])
    const missing = watched.scopes.scopes.filter(({ kind }) => !covered.has(kind))
    expect(missing).toStrictEqual([])
  })

  it('covers no kind that can be deleted, nor one that is watched in another version, unless it is listed', async () => {
    const version = (name: string, kinds: Readonly<Record<string, ReadonlyArray<string>>>) => ({
      version: name,
      resources: Object.entries(kinds).map(([kind, verbs]) => ({
        ...{ resource: kind.toLowerCase(), responseKind: { kind }, scope: 'Namespaced', verbs },
      })),
    })
    const whole = ['get', 'list', 'watch', 'delete']
    const { watched } = await watching(
      () => 'apps',
      [
        {
          metadata: { name: 'example.com' },
          versions: [
            version('v1', { Tag: ['get', 'list', 'delete'], Use: ['get', 'list'], Widget: whole }),
            version('v1beta1', { Widget: ['get'] }),
          ],
        },
      ],
    )
    const coverage = watched.coverage()
    const covered =
      coverage._tag === 'Resources' ? coverage.resources.filter(({ group }) => group === 'example.com') : []
    expect(watched.unlisted().map(({ kind }) => kind.kind)).toStrictEqual(['Widget'])
    expect(covered.map(({ kind }) => kind)).toStrictEqual(['Use'])
  })
})
