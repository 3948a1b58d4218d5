import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { sayCallError, watchCluster } from '../../../src/adapters/kubernetes/index.js'
import { configMap } from '../../../src/testing/index.js'
import { servedCluster } from '../../../src/testing/http/index.js'
import { type Faults, serving, wireTo } from './faults.js'

const none: Faults = { outages: [], cuts: [], fates: ['answered'], watches: ['open'], skews: [] }

/** What is told of a watch of ConfigMaps alone, with the seconds from the start. */
const toldOf = async (faults: Partial<Faults>, seconds: number): Promise<ReadonlyArray<string>> => {
  const cluster = servedCluster([configMap('settings')])
  const { clock } = cluster
  const begin = clock.now().getTime()
  const told: string[] = []
  const tell = (text: string): void => {
    told.push(`${Math.round((clock.now().getTime() - begin) / 1000)} s: ${text}`)
  }
  const started = await watchCluster(
    serving('configmaps')(wireTo(cluster, { ...none, ...faults }, clock.now(), 3600).client),
    {
      clock,
      onCut: ({ resource }, error) => {
        tell(`${resource} cut: ${sayCallError(error)}`)
      },
      onHeard: ({ resource }) => {
        tell(`${resource} heard`)
      },
    },
  )()
  if (E.isLeft(started)) throw new Error(started.left.message)
  await clock.advance({ seconds })
  started.right.stop()
  await clock.advance({ seconds: 60 })
  return told
}

describe('a watch that ends with an error', () => {
  it('is told of once, and so is that its kind is heard of again', async () => {
    expect(await toldOf({ outages: [{ from: 100, lasts: 20 }] }, 1000)).toStrictEqual([
      '100 s: configmaps cut: reset',
      expect.stringMatching(/^\d+ s: configmaps heard$/),
    ])
  })

  it('is told of again once the kind was heard of in between', async () => {
    const outages = [100, 600].map((from) => ({ from, lasts: 20 }))
    const told = await toldOf({ outages }, 1000)
    expect(told.map((text) => text.replace(/.*configmaps /, ''))).toStrictEqual([
      ...['cut: reset', 'heard', 'cut: reset', 'heard'],
    ])
  })

  it('is no watch that the server ends in order, that is too old, or that is stopped', async () => {
    expect(await toldOf({}, 3000)).toStrictEqual([])
    expect(await toldOf({ watches: [410, 'open'] }, 3000)).toStrictEqual([])
  })
})
