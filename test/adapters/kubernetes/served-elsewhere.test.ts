import { either as E } from 'fp-ts'
import { describe, expect, it, onTestFinished } from 'vitest'

import { type Client, watchCluster } from '../../../src/adapters/kubernetes/index.js'
import { clientOf, servedCluster } from '../../../src/testing/http/index.js'
import { type Group, withGroups } from './groups.js'

const web = { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: { namespace: 'default', name: 'web' } }

const versionOf = (version: string) => ({
  version,
  resources: [
    {
      ...{ resource: 'ingresses', responseKind: { kind: 'Ingress' }, scope: 'Namespaced' },
      verbs: ['get', 'list', 'watch', 'delete'],
    },
  ],
})

/** As `extensions/v1beta1` served Ingresses before `networking.k8s.io/v1`. */
const ofAnotherGroup = (groups: ReadonlyArray<Group>): ReadonlyArray<Group> => [
  { metadata: { name: 'extensions' }, versions: [versionOf('v1beta1')] },
  ...groups,
]

const inAnotherVersion = (groups: ReadonlyArray<Group>): ReadonlyArray<Group> =>
  groups.map((group) =>
    group.metadata?.name === 'networking.k8s.io' ? { ...group, versions: [versionOf('v1beta1')] } : group,
  )

describe('an Ingress', () => {
  it.each([
    ['group', ofAnotherGroup],
    ['version', inAnotherVersion],
  ])('stays known when it is served in another %s no longer', async (_what, earlier) => {
    const cluster = servedCluster([web])
    const served = clientOf(cluster)
    const isOver = { now: false }
    const there = (path: string): string => path.replace(/^.apis.[a-z0-9.]+.v1beta1/, '/apis/networking.k8s.io/v1')
    const moved: Client = {
      open: (call) => served.open({ ...call, path: there(call.path) }),
      send: (call) => served.send({ ...call, path: there(call.path) }),
    }
    const client = withGroups((groups) => (isOver.now ? groups : earlier(groups)))(moved)
    const started = await watchCluster(client, { clock: cluster.clock, kinds: ({ kind }) => kind === 'Ingress' })()
    if (E.isLeft(started)) throw new Error(started.left.message)
    const { objects, subscribe, stop, discovered } = started.right
    onTestFinished(stop)
    const told: string[] = []
    subscribe(({ _tag, object }) => told.push(`${_tag} ${object.metadata.name}`))
    const names = (): ReadonlyArray<string> => objects().map(({ metadata }) => metadata.name)
    const versions = (): ReadonlyArray<string> =>
      discovered().kinds.flatMap(({ kind, apiVersion }) => (kind === 'Ingress' ? [apiVersion] : []))
    expect(names()).toStrictEqual(['web'])
    isOver.now = true
    await cluster.clock.advance({ seconds: 31 })
    expect(versions()).toStrictEqual(['networking.k8s.io/v1'])
    expect(names()).toStrictEqual(['web'])
    expect(told).toStrictEqual(['Updated web'])
    cluster.handle({ method: 'DELETE', path: '/apis/networking.k8s.io/v1/namespaces/default/ingresses/web' })
    await cluster.clock.advance({ seconds: 1 })
    expect(names()).toStrictEqual([])
    expect(told).toStrictEqual(['Updated web', 'Deleted web'])
  })
})
