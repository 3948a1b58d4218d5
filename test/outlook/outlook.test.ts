import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { assumed, known, millis, unknown } from '../../src/core/index.js'
import {
  type NodeObservation,
  type Outlook,
  type OutlookRules,
  emptyNodeMemory,
  explainOutlookError,
  outlook,
  outlookDocument,
  outlookMetrics,
  outlookPicture,
  printOutlook,
  rememberNode,
} from '../../src/outlook/index.js'
import { by, rememberedOf, rules, seen, settingsOf } from './look.js'

/** Why nothing lies ahead. */
const problemOf = (look: NodeObservation): string =>
  E.match(explainOutlookError, () => '')(outlook(by, rememberedOf(look))(look))

/** What lies ahead after two looks, ten minutes apart. */
const ahead = (last: NodeObservation, more: Partial<OutlookRules> = {}, first = seen(0, 900, 'b')): Outlook => {
  const found = outlook({ ...by, ...more }, rememberedOf(first, last))(last)
  if (E.isLeft(found)) throw new Error(explainOutlookError(found.left))
  return found.right
}

const reclaiming = (more: Partial<OutlookRules['reclaiming']>): Partial<OutlookRules> => ({
  reclaiming: { ...by.reclaiming, ...more },
})

const goes = ({ reclaim }: Outlook): ReadonlyArray<string> =>
  reclaim.passes.flatMap(({ removals }) => removals.map(({ target }) => target.imageId))

describe('the outlook of a node', () => {
  it('counts whole images, and frees only layers that nothing needs', () => {
    const { collection } = ahead(seen(10, 900, 'b'))
    expect(
      collection.turns.map(({ imageId, outcome, countedBytes, freedBytes }) => [
        imageId,
        outcome,
        countedBytes,
        freedBytes,
      ]),
    ).toEqual([['a', 'removed', 70, 10]])
  })

  it('names each part that is missing, and goes on without it', () => {
    const look = { ...seen(10, 900, 'b'), layers: E.left('no containerd') }
    const { notes, refusals, collection } = ahead({
      ...look,
      kubelet: { ...look.kubelet, settings: E.left('no kubelet') },
    })
    expect(notes).toEqual([
      'unknown: layers, so that nothing counts as freed: no containerd',
      "unknown: the kubelet's settings, so its defaults count: no kubelet",
      'unknown: what pods and disks use: nobody asked it',
      'unknown: pods, so that none is evicted: nobody asked it',
    ])
    expect(refusals).toEqual(["the kubelet's settings are unknown"])
    expect(collection.turns.map(({ imageId }) => imageId)).toEqual(['a'])
    expect(ahead(seen(10, 900, 'b')).notes[0]).toBe('a blob without a record')
  })

  it('looks as far as it is told, by default a day', () => {
    const { made } = ahead(seen(10, 900, 'b'))
    expect(made.until.getTime() - made.from.getTime()).toBe(86_400_000)
    const near = ahead(seen(10, 900, 'b'), { horizon: millis(3_600_000) }).made
    expect(near.until.getTime() - near.from.getTime()).toBe(3_600_000)
  })

  it('foresees that the disk fills as fast as it did between the looks', () => {
    // Ten bytes that a collection frees last two minutes.
    expect(ahead(seen(10, 550, 'b'), {}, seen(0, 500, 'b')).made.fullAt).toEqual(
      new Date(Date.UTC(2026, 0, 1, 12, 102)),
    )
    expect(ahead(seen(10, 500, 'b'), {}, seen(0, 500, 'b')).made.fullAt).toBeUndefined()
  })

  it('has the disk that the kubelet measures before the one of the runtime', () => {
    const look = seen(10, 900, 'b')
    const kubelet = { ...look.kubelet, imageFs: seen(10, 100).imageFs }
    expect(ahead({ ...look, kubelet }).collection.turns).toEqual([])
  })

  it('knows that a kubelet which began after the first look saw images later', () => {
    const look = seen(10, 900, 'b')
    const beganAt = assumed(new Date(Date.UTC(2026, 0, 1, 12, 9)), 'the test says so')
    expect(ahead({ ...look, kubelet: { ...look.kubelet, beganAt } }).collection.turns).toEqual([])
  })

  it('fails where the disk is unknown, with the place, and where a kubelet would not start', () => {
    expect(problemOf({ ...seen(10, 900, 'b'), imageFs: unknown })).toContain('imageFs')
    const look = seen(10, 900, 'b')
    const settings = settingsOf()
    const hard = new Map([['imagefs.available', 'much']])
    const broken = E.right({ ...settings, effective: { ...settings.effective, evictionHard: hard } })
    expect(problemOf({ ...look, kubelet: { ...look.kubelet, settings: broken } })).toContain('imagefs.available')
  })

  it('is told as a document, as text, as a picture and as metrics', () => {
    const found = ahead(seen(10, 900, 'b'))
    expect(JSON.parse(JSON.stringify(outlookDocument(found)))).toMatchObject({
      ...{ at: '2026-01-01T12:10:00.000Z', runtime: 'containerd 2.1.9', collection: {}, forecast: {} },
      ...{ advice: { said: expect.any(Array) as unknown }, reclaim: { refusals: [] } },
    })
    const text = printOutlook('Would reclaim')(found)
    expect(text).toContain('shop/a:1: counts 70 B, frees 10 B')
    expect(text).toContain('\nWould reclaim\n')
    expect(outlookPicture(found)).toMatch(/^<svg/)
    const valueOf = (name: string) => outlookMetrics(found).find((metric) => metric.name === name)?.samples[0]?.value
    expect(valueOf('gcplan_node_freed_bytes')).toBe(10)
    expect(valueOf('gcplan_node_next_collection_seconds')).toBe(0)
    expect(valueOf('gcplan_node_next_eviction_seconds')).toBeUndefined()
  })
})

describe('the advice on a node', () => {
  it('is asked of other settings also where the node is under pressure and nothing goes', () => {
    const look = seen(10, 100, 'b')
    const memory = [['memory.available', { available: 10, capacity: 1000, at: look.at }]] as const
    const pressure = E.right({ nodeName: 'node-a', observations: new Map(memory), podStats: [] })
    const calm = ahead(look)
    const pressed = ahead({ ...look, kubelet: { ...look.kubelet, pressure } })
    expect(pressed.made).toMatchObject({ runs: [], evictions: [], conditions: [{ condition: 'MemoryPressure' }] })
    expect(pressed.advice().said.length).toBeGreaterThan(calm.advice().said.length)
  })
})

describe('what may go before the kubelet collects', () => {
  it('is chosen from five percent before its thresholds on, unless others are given', () => {
    expect(goes(ahead(seen(10, 790, 'b')))).toEqual([])
    expect(goes(ahead(seen(10, 791, 'b')))).toEqual(['a'])
    expect(goes(ahead(seen(10, 790, 'b'), reclaiming({ highPercent: 70, lowPercent: 60 })))).toEqual(['a'])
  })

  it('goes down no less far than it begins, where only the beginning is given', () => {
    expect(goes(ahead(seen(10, 790, 'b'), reclaiming({ highPercent: 70 })))).toEqual(['a'])
  })

  it('are first the images that nobody used for longest, also where the kubelet began later and knows less', () => {
    const last = seen(12, 800)
    const beganAt = assumed(new Date(Date.UTC(2026, 0, 1, 12, 9)), 'the test says so')
    const firstOf = (...looks: ReadonlyArray<NodeObservation>): ReadonlyArray<string> => {
      const look = { ...last, kubelet: { ...last.kubelet, beganAt } }
      const rulesOf = { ...by, ...reclaiming({ highPercent: 80, lowPercent: 79 }) }
      const found = outlook(rulesOf, rememberedOf(...looks, look))(look)
      return E.isRight(found) ? goes(found.right) : [explainOutlookError(found.left)]
    }
    expect(firstOf(seen(2, 800, 'a'), seen(8, 800, 'b'))).toEqual(['a'])
    expect(firstOf(seen(2, 800, 'b'), seen(8, 800, 'a'))).toEqual(['b'])
  })

  it('leaves what is to be kept by name or id, and all of it where too many would go', () => {
    const look = seen(10, 900, 'b')
    for (const kept of ['a', 'shop/a:1'])
      expect(goes(ahead(look, reclaiming({ keeps: (name) => name === kept })))).toEqual([])
    expect(ahead(look, reclaiming({ maxRemovals: 0 })).refusals.length).toBe(1)
    expect(ahead(look, reclaiming({ maxRemovals: 1 })).refusals).toEqual([])
  })

  it('may not go any more once a later look shows it in use, pinned or gone', () => {
    const { mayGo } = ahead(seen(10, 900, 'b'))
    const later = seen(11, 900, 'b')
    expect([...mayGo(later)]).toEqual(['a'])
    expect([...mayGo(seen(11, 900, 'a', 'b'))]).toEqual([])
    expect([...mayGo({ ...later, images: later.images.map((image) => ({ ...image, pinned: true })) })]).toEqual([])
    expect([...mayGo({ ...later, images: [] })]).toEqual([])
    // It is the minimum age of the kubelet that counts, from when it first saw an image.
    expect([...ahead(seen(1, 900, 'b')).mayGo(seen(1, 900, 'b'))]).toEqual([])
  })

  it('may go once nobody uses it for long enough', () => {
    const { mayGo } = ahead(seen(10, 900, 'b'))
    expect([...mayGo(seen(13, 900))].toSorted()).toEqual(['a', 'b'])
  })
})

describe('the memory of a node', () => {
  it('tells images apart by their runtime handlers only where the settings of the kubelet say so', () => {
    const look = seen(0, 900)
    const handled = { ...look, images: look.images.map((image) => ({ ...image, runtimeHandler: 'kata' })) }
    const withGate = settingsOf({ featureGates: { RuntimeClassInImageCriApi: true } })
    const remembered = (settings: NodeObservation['kubelet']['settings']) =>
      rememberNode(
        rules,
        emptyNodeMemory,
      )({ ...handled, kubelet: { ...look.kubelet, settings } }).images.records.map(
        ({ runtimeHandler }) => runtimeHandler,
      )
    expect(remembered(E.right(withGate))).toEqual(['kata', 'kata'])
    expect(remembered(E.left('unknown'))).toEqual(['', ''])
  })

  it('has when each image was first and last seen, also where nothing else was', () => {
    const { images } = rememberedOf(seen(0, 900, 'b'), { ...seen(5, 900), imageFs: unknown })
    expect(images.records.map(({ id, firstDetected, lastUsed }) => [id, firstDetected, lastUsed])).toMatchObject([
      ['a', known({ value: new Date(Date.UTC(2026, 0, 1, 12)) }), { value: { _tag: 'None' } }],
      [
        'b',
        known({ value: new Date(Date.UTC(2026, 0, 1, 12)) }),
        { value: { value: new Date(Date.UTC(2026, 0, 1, 12)) } },
      ],
    ])
  })
})
