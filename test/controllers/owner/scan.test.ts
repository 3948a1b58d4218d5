import { describe, expect, it } from 'vitest'

import type { KubeObject } from '../../../src/apiserver/object.js'
import { defaultPolicy } from '../../../src/controllers/owner/index.js'
import { marks, scan } from '../../../src/controllers/owner/scan.js'
import { numbering } from '../../../src/internal/lists.js'
import { deleted, object, to } from './build.js'

const scanOf = (objects: ReadonlyArray<KubeObject>) =>
  scan(
    { ...defaultPolicy, ignoredKinds: [{ group: '', kind: 'Event' }] },
    objects,
    numbering(objects.map(({ metadata }) => metadata.uid)),
  )

const marksOf = (...objects: ReadonlyArray<KubeObject>): ReadonlyArray<number> => [...scanOf(objects).marks]
const event = (uid: string, owner: string): KubeObject => object(uid, [to(owner)], {}, 'Event')

describe('the scan of a snapshot', () => {
  it('leaves objects at rest whose owners are named as they are', () => {
    expect(marksOf(object('a'), object('b', [to('a')]))).toEqual([0, 0])
    expect(scanOf([object('a'), object('b', [to('a')])]).active).toEqual([])
  })

  it('notes an owner that comes after a dependent, whatever else it is', () => {
    expect(marksOf(object('b', [to('a')]), object('a'))).toEqual([0, marks.wasVirtual])
    expect(marksOf(object('b', [to('a')]), object('a', [to('x')]))).toEqual([0, marks.wasVirtual | marks.leftBehind])
    const waiting = object('a', [], deleted('foregroundDeletion'))
    expect(marksOf(object('b', [to('a')]), waiting)).toEqual([marks.active, marks.wasVirtual | marks.active])
  })

  it('remembers that an owner was named before it was seen when a later dependent names it too', () => {
    const late = object('a', [to('x')])
    expect(marksOf(object('b', [to('a')]), object('c', [to('a')]), late)).toEqual([
      0,
      0,
      marks.wasVirtual | marks.leftBehind,
    ])
  })

  it('calls an absent owner contested only where it is named in two ways, or from two namespaces', () => {
    const contested = (...objects: ReadonlyArray<KubeObject>): unknown => scanOf(objects).absent.get('x')?.isContested
    expect(contested(object('b', [to('x')]), object('c', [to('x')]))).toBe(false)
    expect(contested(object('b', [to('x')]), object('c', [to('x', { name: 'y' })]))).toBe(true)
    expect(contested(object('b', [to('x')]), object('c', [to('x')], { namespace: 'other' }))).toBe(true)
    expect(contested(object('b', [to('x')]), object('c', [to('x', { name: 'y' })]), object('d', [to('x')]))).toBe(true)
  })

  it('takes along what hangs together with an active object, but nothing that is not watched', () => {
    const waiting = object('a', [], deleted('foregroundDeletion'))
    expect(marksOf(waiting, object('b', [to('a')]), object('c', [to('b')]), object('d'))).toEqual([
      marks.active,
      marks.active,
      marks.active,
      0,
    ])
    expect(marksOf(waiting, event('e', 'a'))).toEqual([marks.active, marks.ignored])
    expect(scanOf([waiting, event('e', 'a'), object('c', [to('a')])]).active).toEqual([0, 2])
  })
})
