import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { millis } from '../../../src/core/time.js'
import * as Forecast from '../../../src/simulate/node/index.js'
import { articleNode, articlePolicies } from './article.js'

const hour = millis(3_600_000)

const refusal = (node: unknown, policies: unknown = articlePolicies, horizon: unknown = hour): string => {
  const made = Forecast.forecast(
    node as Forecast.ForecastNode,
    policies as Forecast.NodePolicies,
  )(horizon as typeof hour)
  return E.isLeft(made) && 'problems' in made.left ? `${made.left.source}: ${made.left.problems[0].path}` : 'none'
}

describe('a forecast', () => {
  it('begins eviction before image collection with the default thresholds on a disk that fills up fast', () => {
    const image = { ...articlePolicies.image, highThresholdPercent: 85, lowThresholdPercent: 80 }
    const node = { ...articleNode(), growth: { _tag: 'Constant', bytesPerSecond: 60e6 } as const }
    const made = Forecast.forecast(node, { ...articlePolicies, image })(hour)
    if (E.isLeft(made)) throw new Error(JSON.stringify(made.left))
    expect(made.right.runs[0]).toMatchObject({ entrance: 'eviction', failed: [expect.any(String)] })
    expect(made.right.conditions[0]?.condition).toBe('DiskPressure')
    expect(made.right.fullAt).toBeInstanceOf(Date)
  })

  it('refuses input that is none with its path, and never throws', () => {
    const node = articleNode()
    expect(refusal(node)).toBe('none')
    for (const wrong of [null, undefined, 5, [], {}]) expect(refusal(wrong)).not.toBe('none')
    for (const wrong of [null, {}, { image: articlePolicies.image }]) expect(refusal(node, wrong)).not.toBe('none')
    for (const wrong of [-1, 0.5, Number.NaN, Infinity, '1h'])
      expect(refusal(node, articlePolicies, wrong)).toBe('forecast horizon: ')
    expect(refusal({ ...node, growth: { _tag: 'Constant', bytesPerSecond: Number.NaN } })).toBe(
      'forecast node: growth.bytesPerSecond',
    )
    expect(refusal({ ...node, growth: { _tag: 'Trace', drops: 'x', points: [{ at: 1, usedBytes: -1 }] } })).toBe(
      'forecast node: growth.points[0].at',
    )
    expect(refusal({ ...node, growth: { _tag: '__proto__' } })).toBe('forecast node: growth')
    expect(refusal({ ...node, fails: [] })).toBe('forecast node: fails')
    expect(refusal({ ...node, demands: [{ at: new Date(5), until: new Date(4), image: { id: '' } }] })).toBe(
      'forecast node: demands[0]',
    )
    expect(refusal({ ...node, images: { ...node.images, imageFs: { _tag: 'Unknown' } } })).toBe(
      'forecast node: images.imageFs',
    )
    expect(refusal(node, { ...articlePolicies, spans: { lookPeriod: 0 } })).toBe('forecast policies: spans.lookPeriod')
    expect(
      refusal({
        ...node,
        layers: { layers: [{ id: 'a', parent: 'a', unpacked: { least: 0 } }], images: [], holders: [] },
      }),
    ).toBe('layers: layers')
  })

  it('says on what it rests', () => {
    const node = articleNode()
    const made = Forecast.forecast(
      { ...node, layers: { layers: [], images: [], holders: [] }, growth: { _tag: 'None' } },
      articlePolicies,
    )(hour)
    expect(E.isRight(made) && made.right.assumptions.map(({ _tag }) => _tag)).toEqual([
      'LayersUnknown',
      'NothingElseIsWritten',
    ])
  })
})
