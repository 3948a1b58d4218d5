import { option as O } from 'fp-ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'

import { known } from '../../../src/core/knowledge.js'
import { instant } from '../../../src/core/time.js'
import { compareText } from '../../../src/internal/lists.js'
import { partition } from '../../../src/kubelet/image/candidates.js'
import { detect } from '../../../src/kubelet/image/detect.js'
import { defaultPolicy } from '../../../src/kubelet/image/index.js'
import type { Image, ImageRecord } from '../../../src/kubelet/image/snapshot.js'
import { runs } from '../../runs.js'

const at = instant(1_000_000)
const ids = fc.integer({ min: 0, max: 40 }).map((number) => `image-${number}`)
const moments = fc.option(fc.integer({ min: 0, max: 3 }), { nil: null })
const images = fc.array(
  fc
    .record({ id: ids, pinned: fc.boolean(), runtimeHandler: fc.constantFrom('', 'kata'), size: fc.nat(9) })
    .map((image): Image => ({ ...image, tags: [] })),
  { maxLength: 60 },
)
const records = fc.array(
  fc.tuple(ids, moments, moments).map(([id, detected, used]): ImageRecord => ({
    ...{ id, runtimeHandler: '', size: 1, pinned: false },
    firstDetected: known(momentOf(detected)),
    lastUsed: known(momentOf(used)),
  })),
  { maxLength: 60 },
)
const momentOf = (time: number | null): O.Option<Date> => (time === null ? O.none : O.some(instant(time)))

const policy = { ...defaultPolicy, runtimeClassInImageCriApi: true }

const sorted = (listed: ReadonlyArray<Image>, remembered: ReadonlyArray<ImageRecord>) =>
  partition(policy, detect(policy, remembered, { at, since: O.some(at), images: listed, containers: [] }))

const timeOf = (moment: O.Option<Date> | null): number =>
  moment === null || O.isNone(moment) ? Number.NEGATIVE_INFINITY : moment.value.getTime()

it('lines images up by last use, then first detection, then key, where many times are the same', () => {
  fc.assert(
    fc.property(images, records, (listed, remembered) => {
      const { candidates } = sorted(listed, remembered)
      const plain = candidates.toSorted(
        (a, b) =>
          compareNumbers(timeOf(a.lastUsed), timeOf(b.lastUsed)) ||
          compareNumbers(timeOf(a.firstDetected), timeOf(b.firstDetected)) ||
          compareText(a.target.id, b.target.id),
      )
      expect(candidates).toEqual(plain)
    }),
    { numRuns: runs(500) },
  )
})

it('takes each image once, with the history of its record, and what stays by key', () => {
  fc.assert(
    fc.property(images, records, (listed, remembered) => {
      const { candidates, ineligible } = sorted(listed, remembered)
      const key = ({ id, runtimeHandler }: Image): string => (runtimeHandler === '' ? id : `${id},${runtimeHandler}`)
      const last = new Map(listed.map((image) => [key(image), image]))
      const history = new Map(remembered.map((record) => [record.id, record]))
      const pinned = [...last].flatMap(([name, image]) => (image.pinned ? [name] : []))
      expect(ineligible.map(({ target }) => target.id)).toEqual(pinned.sort(compareText))
      expect(candidates).toHaveLength(last.size - pinned.length)
      for (const { target, isNew, lastUsed } of candidates) {
        const record = history.get(target.id)
        expect(isNew).toBe(record === undefined)
        expect(lastUsed).toEqual(record?.lastUsed._tag === 'Known' ? record.lastUsed.value : O.none)
      }
    }),
    { numRuns: runs(500) },
  )
})

const compareNumbers = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0)
