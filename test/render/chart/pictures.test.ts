/**
 * Pictures of the documentation are what the code draws; `-u` writes them anew.
 */
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { millis } from '../../../src/core/time.js'
import * as Eviction from '../../../src/kubelet/eviction/index.js'
import * as Forecast from '../../../src/simulate/node/index.js'
import { drawForest, drawRuns, drawUsage, formatBytes } from '../../../src/render/index.js'
import { articleNode, articlePolicies } from '../../simulate/node/article.js'

const forecastOf = (policies: Forecast.NodePolicies, node = articleNode(), minutes = 20): Forecast.Forecast => {
  const made = Forecast.forecast(node, policies)(millis(minutes * 60_000))
  if (E.isLeft(made)) throw new Error(JSON.stringify(made.left))
  return made.right
}

const time = (at: Date): string => at.toISOString().slice(11, 19)

const sayRun = ({ at, entrance, removed, countedBytes, freedBytes }: Forecast.ForecastRun): string =>
  `${time(at)} ${entrance === 'periodic' ? 'image collection' : 'eviction manager'} removes ${removed.length} images: counted ${formatBytes(countedBytes)}, freed ${formatBytes(freedBytes)}`

const article = forecastOf(articlePolicies)

/** The node of the article with the default thresholds, filling up until they are met. */
const struck = forecastOf(
  { ...articlePolicies, image: { ...articlePolicies.image, highThresholdPercent: 85, lowThresholdPercent: 80 } },
  {
    ...articleNode(),
    growth: { _tag: 'Constant', bytesPerSecond: 60e6 },
    fails: new Set(),
    pressure: {
      layout: Eviction.oneFilesystem,
      pods: [1, 2, 3].map((number) => ({
        metadata: { name: `shop-${number}`, namespace: 'default', uid: `u${number}` },
        spec: { containers: [{ name: 'c' }] },
      })),
      podStats: [1, 2, 3].map((number) => ({
        podRef: { uid: `u${number}` },
        containers: [{ name: 'c', rootfs: { usedBytes: 2_000_000_000 } }],
      })),
      others: new Map(),
      memory: Eviction.emptyEvictionMemory,
    },
  },
)

const levels = (high: number, low: number) =>
  [
    { percent: high, label: 'high threshold', kind: 'high' },
    { percent: low, label: 'low threshold', kind: 'low' },
    { percent: 85, label: 'eviction (15 % free)', kind: 'eviction' },
  ] as const

const spansOf = ({ conditions, until }: Forecast.Forecast) =>
  conditions.map((one) => ({ from: one.from, until: one.until ?? until, label: one.condition }))

const pictures: Readonly<Record<string, string>> = {
  'article-usage.svg': drawUsage({
    title: 'Three runs that do not reach their target',
    capacityBytes: article.capacityBytes,
    points: article.usage,
    levels: levels(74, 69).slice(0, 2),
    marks: article.runs.map((run) => ({ at: run.at, label: sayRun(run), kind: 'run' as const })),
    spans: spansOf(article),
  }),
  'article-runs.svg': drawRuns({
    title: 'What the runs wanted, counted and freed',
    runs: article.runs.map(({ at, wantedBytes, countedBytes, freedBytes }) => ({
      label: time(at),
      ...(wantedBytes === undefined ? {} : { wantedBytes }),
      countedBytes,
      freedBytes,
    })),
  }),
  'eviction-first.svg': drawUsage({
    title: 'Default thresholds: eviction strikes before image collection can help',
    capacityBytes: struck.capacityBytes,
    points: struck.usage,
    levels: levels(85, 80),
    marks: [
      ...struck.runs.map((run) => ({ at: run.at, label: sayRun(run), kind: 'run' as const })),
      ...struck.evictions.map(({ at, pod, freedBytes }) => ({
        at,
        label: `${time(at)} pod ${pod.name} is evicted: ${formatBytes(freedBytes)} freed`,
        kind: 'eviction' as const,
      })),
    ].sort((a, b) => a.at.getTime() - b.at.getTime()),
    spans: spansOf(struck),
  }),
  'layer-forest.svg': drawForest({
    title: 'Two images go, and only what nobody else stands on becomes free',
    layers: [
      { id: 'debian', label: 'debian', bytes: 117e6, goes: false },
      { id: 'java', parent: 'debian', label: 'java', bytes: 210e6, goes: false },
      { id: 'python', parent: 'debian', label: 'python', bytes: 150e6, goes: true },
      { id: 'shop 1', parent: 'java', label: 'shop 1', bytes: 34e6, goes: true },
      { id: 'shop 2', parent: 'java', label: 'shop 2', bytes: 36e6, goes: false },
      { id: 'mail', parent: 'java', label: 'mail', bytes: 18e6, goes: false },
      { id: 'model', parent: 'python', label: 'model', bytes: 920e6, goes: true },
      { id: 'alpine', label: 'alpine', bytes: 8e6, goes: false },
      { id: 'proxy', parent: 'alpine', label: 'proxy', bytes: 41e6, goes: false },
    ],
    images: [
      { label: 'shop:1', layer: 'shop 1', goes: true },
      { label: 'shop:2', layer: 'shop 2', goes: false },
      { label: 'mail:7', layer: 'mail', goes: false },
      { label: 'model:3', layer: 'model', goes: true },
      { label: 'proxy:2', layer: 'proxy', goes: false },
    ],
  }),
}

describe('the pictures of the documentation', () => {
  it.each(Object.entries(pictures))('%s is what the code draws', async (name, svg) => {
    await expect(svg).toMatchFileSnapshot(`../../../docs/pictures/${name}`)
  })
})
