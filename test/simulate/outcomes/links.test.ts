/** Which objects a typed controller may have to do with at once. */
import { expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { isLinked, names } from '../../../src/simulate/outcomes/links.js'
import { universeOf } from '../../../src/simulate/outcomes/cells.js'
import { momentOf } from './moment.js'
import * as part from './parts.js'

const named = (object: WholeObject, name: string): WholeObject => ({
  ...object,
  metadata: { ...object.metadata, name, uid: `uid of ${name}` },
})

it('are those of which one names the other, however deep', () => {
  const pod = part.pod('pod', 0, 'claim')
  expect(isLinked(pod, part.claim('claim', undefined))).toBe(true)
  expect(isLinked(part.claim('claim', undefined), pod)).toBe(true)
  expect(isLinked(pod, part.claim('other', undefined))).toBe(false)
  expect([names(pod, 'claim'), names(pod, 'other'), names(part.shop, 'kubernetes')]).toEqual([true, false, false])
})

it('are not those that are named as the version of something', () => {
  const owned = part.plain('leaf', { owners: [part.plain('root')] })
  expect(isLinked(owned, named(part.volume('v', 'c', 'Retain'), 'v1'))).toBe(false)
  expect(isLinked(owned, named(part.plain('r'), 'root'))).toBe(true)
})

it('are those of one name, those that are selected or defined, but nothing with a place', () => {
  expect(isLinked(part.service('web'), part.endpoints('web'))).toBe(true)
  expect(isLinked(part.slice('slice', 'web'), part.service('web'))).toBe(true)
  expect(isLinked(part.definition, part.gadget('g'))).toBe(true)
  expect(isLinked(part.shop, part.plain('shop'))).toBe(false)
  const selecting = { ...part.service('front'), spec: { selector: { app: 'web' } } }
  const pod = part.pod('p', 0, undefined)
  expect(isLinked(selecting, { ...pod, metadata: { ...pod.metadata, labels: { app: 'web' } } })).toBe(true)
  expect(isLinked(selecting, pod)).toBe(false)
})

it('are found among all others of a moment, and never the object itself', () => {
  const objects = [part.pod('pod', 0, 'claim'), part.claim('claim', undefined), part.plain('plain')]
  const { linksOf } = universeOf(momentOf(objects), [])
  expect([0, 1, 2].map(linksOf)).toEqual([[1], [0], []])
})
