import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { known, unknown } from '../../../src/core/index.js'
import { instant } from '../../../src/core/time.js'
import {
  container,
  disk,
  image,
  minute,
  minutes,
  node,
  passOf,
  planned,
  reasonsOf,
  record,
  removed,
  reserved,
  tagsOf,
  unused,
} from './build.js'

const halfHour = { maxAge: minutes(30) }

describe('who goes by age', () => {
  it('removes what is unused for longer than the maximum age, not for exactly as long', () => {
    const lastUsed = (ms: number) => ({
      image: image('a'),
      record: record('a', null, { lastUsed: known(O.some(instant(minute(30).getTime() - ms))) }),
    })
    expect(removed('age', planned(node([lastUsed(1)]), halfHour))).toEqual(['a'])
    expect(reasonsOf('age', 'a', planned(node([lastUsed(0)]), halfHour))).toEqual([
      { _tag: 'WithinMaxAge', unusedFor: minutes(30), maxAge: minutes(30), until: minute(60) },
    ])
  })

  it('removes the never used at once, however young', () => {
    const snapshot = node([], { images: [image('new')] })
    expect(removed('age', planned(snapshot, { ...halfHour, minAge: minutes(600) }))).toEqual(['new'])
    expect(reasonsOf('age', 'new', planned(snapshot, halfHour))).toEqual([
      { _tag: 'UnusedLongerThanMaxAge', lastUsed: O.none, unusedFor: O.none, maxAge: minutes(30) },
    ])
  })

  it('removes whatever the disk says, least recently used first', () => {
    const list = [unused('b', 20), unused('a', 10), unused('c', 40)]
    const decided = planned(node(list, { imageFs: disk(1000, 999) }), halfHour)
    expect(removed('age', decided)).toEqual(['a', 'b'])
    expect(tagsOf('age', 'c', decided)).toEqual(['WithinMaxAge'])
    expect(passOf('age', decided).removals[0]).toMatchObject({
      actions: [{ _tag: 'RemoveImage', id: 'a' }],
      requires: [],
      frees: 100,
    })
    expect(reasonsOf('age', 'a', decided)).toMatchObject([
      { lastUsed: O.some(minute(10)), unusedFor: O.some(minutes(50)) },
    ])
  })

  it('removes nothing that is in use or pinned', () => {
    const snapshot = node([unused('a', 1), { image: image('b', { pinned: true }), record: record('b', 1) }], {
      containers: [container('one', 'a')],
    })
    const decided = planned(snapshot, halfHour)
    expect(removed('age', decided)).toEqual([])
    expect([tagsOf('age', 'a', decided), tagsOf('age', 'b', decided)]).toEqual([['InUse'], ['Pinned']])
  })
})

describe('when the age pass begins', () => {
  const began = (ms: number) => node([unused('a', 1)], { beganGC: known(instant(minute(30).getTime() - ms)) })

  it('waits until image collection has run for longer than the maximum age', () => {
    expect(removed('age', planned(began(1), halfHour))).toEqual(['a'])
    expect(reasonsOf('age', 'a', planned(began(0), halfHour))).toEqual([
      { _tag: 'StartUpGrace', runningFor: minutes(30), maxAge: minutes(30) },
    ])
  })

  it('keeps everything when nobody observed the start', () => {
    const decided = planned(node([unused('a', 1)], { beganGC: unknown }), halfHour)
    expect(tagsOf('age', 'a', decided)).toEqual(['StartOfLoopUnknown'])
  })

  it('is not there without a maximum age, nor where the release knows none', () => {
    expect(planned(node()).passes.map(({ name }) => name)).toEqual(['space'])
    expect(planned(node(), { ...halfHour, maxAgePass: 'absent' }).passes.map(({ name }) => name)).toEqual(['space'])
    expect(planned(node(), halfHour).passes.map(({ name }) => name)).toEqual(['age', 'space'])
  })
})

describe('what it leaves to the space pass', () => {
  it('takes what it removes out of the line, and its bytes count for nothing there', () => {
    const decided = planned(node([unused('a', 10), unused('b', 40), unused('c', 50)]), halfHour)
    expect(removed('age', decided)).toEqual(['a'])
    expect(removed('space', decided)).toEqual(['b', 'c'])
    expect([...reserved(decided), ...passOf('space', decided).kept.map(({ target }) => target.id)]).toEqual([])
    expect(reasonsOf('space', 'b', decided)).toMatchObject([{ rank: 1, bytesToFree: 200 }])
  })

  it('ends the run behind itself when a removal fails', () => {
    expect(passOf('age', planned(node(), halfHour))).toMatchObject({
      onFailure: 'finish-pass',
      observesAgain: false,
      goal: { _tag: 'RemoveAll' },
      measured: { _tag: 'MaxAge', maxAge: minutes(30) },
    })
    expect(passOf('space', planned(node(), halfHour))).toMatchObject({ onFailure: 'continue', observesAgain: true })
  })

  it('holds the event of an invalid id, which the space pass then does not repeat', () => {
    const snapshot = node([], { images: [image('', { runtimeHandler: 'kata' })] })
    const gate = { runtimeClassInImageCriApi: true }
    const event = { _tag: 'InvalidImageID', message: 'ImageID is not valid, skipping, image: ,kata' }
    const both = planned(snapshot, { ...gate, ...halfHour })
    expect([passOf('age', both).events, passOf('space', both).events]).toEqual([[event], []])
    expect(passOf('space', planned(snapshot, gate)).events).toEqual([event])
  })
})
