import { either as E } from 'fp-ts'
import { describe, expect, it, onTestFinished } from 'vitest'

import { type TurnPlace, takeLifecycleTurn } from '../../../../src/adapters/kubernetes/lifecycle/turn.js'
import { watchCluster } from '../../../../src/adapters/kubernetes/index.js'
import { decodeLifecycleSpec } from '../../../../src/decode/index.js'
import { configMap, namespace } from '../../../../src/testing/index.js'
import { clientOf, servedCluster } from '../../../../src/testing/http/index.js'
import { right } from '../../../decode/reading.js'
import { namesAt } from '../../../testing/http/ask.js'

const path = '/api/v1/namespaces/shop/configmaps'

/** A ConfigMap that nobody uses; with the time since when, if that was noted. */
const unused = (name: string, since?: string) =>
  configMap(name, {
    namespace: 'shop',
    metadata: since === undefined ? {} : { annotations: { 'lifecycle.gcplan.io/candidate-since': `${since} first` } },
  })

const rules = { enabled: true, afterUnused: true, ttlSeconds: 3600 }
const basis = right(
  decodeLifecycleSpec({
    policy: { period: { _tag: 'Enabled', epoch: 'first' }, kinds: [{ of: { group: '', kind: 'ConfigMap' }, rules }] },
  }),
)

/** What is left after a turn over three ConfigMaps, two of which are due, and what the turn says it did. */
const turn = async (place: (there: TurnPlace) => Partial<TurnPlace>) => {
  const shop = namespace('shop', { metadata: { labels: { 'lifecycle.gcplan.io/mode': 'enforce' } } })
  const due = ['a', 'b'].map((name) => unused(name, '2026-01-01T10:00:00.000Z'))
  const cluster = servedCluster([shop, unused('new'), ...due])
  const { clock } = cluster
  const client = clientOf(cluster)
  const watched = await clock.until(watchCluster(client, { clock }))
  if (E.isLeft(watched)) throw new Error(watched.left.message)
  onTestFinished(watched.right.stop)
  const leadership = { signal: new AbortController().signal, leads: () => true }
  const there: TurnPlace = { client, cluster: watched.right, clock, leadership }
  const { report } = right(await clock.until(takeLifecycleTurn({ ...there, ...place(there) })(basis)))
  return { names: namesAt(cluster, path), passes: report.passes }
}

describe('a turn', () => {
  it('removes what is due', async () => {
    const { names } = await turn(() => ({}))
    expect(names).toStrictEqual(['new'])
  })

  it('changes nothing once it does not lead any more, though nobody has told it to end', async () => {
    const { names, passes } = await turn(({ leadership }) => ({ leadership: { ...leadership, leads: () => false } }))
    expect(names).toStrictEqual(['a', 'b', 'new'])
    const refused = { _tag: 'Refused', refusal: { _tag: 'NotLeading' } }
    expect(passes.flatMap(({ amended = [], outcomes }) => [...amended, ...outcomes])).toMatchObject([
      ...[refused, refused, refused],
    ])
  })

  it('removes only what is due by the watches as well', async () => {
    const { names } = await turn(({ cluster }) => ({
      cluster: {
        ...cluster,
        snapshot: () => {
          const seen = cluster.snapshot()
          return { ...seen, objects: seen.objects.filter(({ metadata }) => metadata.name !== 'b') }
        },
      },
    }))
    expect(names).toStrictEqual(['b', 'new'])
  })
})
