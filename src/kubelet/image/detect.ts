/**
 * Detects which images are in use, and updates the memory from one observation of the node.
 */
import type { option as O } from 'fp-ts'

import * as fp from '../../core/fp.js'
import { known } from '../../core/knowledge.js'
import { type Numbering, elementAt, numberOfKey, numbering } from '../../internal/lists.js'
import { keyOf } from './key.js'
import type { Policy } from './policy.js'
import type { ImageRecord, Container, Image } from './snapshot.js'

/** The containers that use an image: how many, and the first in list order. */
export interface Use {
  readonly containers: number
  readonly first: string
}

/** An image as this look sees it, with what is remembered of it from now on. */
export interface Detected {
  readonly key: string
  readonly image: Image
  readonly firstDetected: ImageRecord['firstDetected']
  readonly lastUsed: ImageRecord['lastUsed']
  readonly use: Use | null
  /** This look is the first that sees it: nothing was remembered of it. */
  readonly isNew: boolean
  /** It is the image that the release exempts. */
  readonly sandboxImage: boolean
}

/**
 * Keys of images in use, each with its users.
 *
 * Shape: containers of every state count. A container uses the image of its id, or of its reference if the id is empty,
 * or the other way round ({@link Policy.containerKey}); an image volume counts by id.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/images/image_gc_manager.go detectImages
 * @example
 * ```ts
 * import { defaultPolicy, imagesInUse } from 'gcplan/kubelet/image'
 *
 * const container = { id: 'c1', imageId: '', imageRef: 'sha256:a', runtimeHandler: '', imageVolumes: [] }
 * console.log([...imagesInUse(defaultPolicy, [], [container])]) // [ [ 'sha256:a', { containers: 1, first: 'c1' } ] ]
 * ```
 */
export const imagesInUse = (
  policy: Policy,
  images: ReadonlyArray<Image>,
  containers: ReadonlyArray<Container>,
): ReadonlyMap<string, Use> => {
  const byId = policy.containerKey === 'image-id'
  const mounted = policy.imageVolumes === 'in-use' && containers.some(({ imageVolumes }) => imageVolumes.length > 0)
  const ids = new Set(mounted ? images.map(({ id }) => id) : [])
  const uses = new Map<string, Use>()
  for (const { id, imageId, imageRef, runtimeHandler, imageVolumes } of containers) {
    const own = keyOf(policy, { id: byId ? imageId || imageRef : imageRef || imageId, runtimeHandler })
    if (mounted)
      for (const volume of new Set(imageVolumes)) if (ids.has(volume) && volume !== own) addUse(uses, volume, id)
    addUse(uses, own, id)
  }
  return uses
}

const addUse = (uses: Map<string, Use>, image: string, container: string): void => {
  const before = uses.get(image)
  uses.set(
    image,
    before === undefined
      ? { containers: 1, first: container }
      : { containers: before.containers + 1, first: before.first },
  )
}

/**
 * Everything listed, in the order of first listing: of one key listed twice the last listing counts. New images are first
 * detected `since`.
 */
export const detect = (
  policy: Policy,
  records: ReadonlyArray<ImageRecord>,
  look: {
    readonly at: Date
    readonly since: O.Option<Date>
    readonly images: ReadonlyArray<Image>
    readonly containers: ReadonlyArray<Container>
  },
): Detected[] => {
  const { images, numbers } = eachOnce(policy, look.images)
  const sofar = remembered(policy, records, numbers)
  const uses = imagesInUse(policy, look.images, look.containers)
  const [since, now] = [known(look.since), known(fp.some(look.at))]
  const detected: Detected[] = []
  // A loop: the code of a function that is made for one plan is compiled anew for the next (`npm run bench -- kubelet-image`).
  for (let number = 0; number < images.length; number++) {
    const image = elementAt(images, number)
    const key = elementAt(numbers.keys, number)
    const use = uses.get(key) ?? null
    const sandboxImage = isSandboxImage(policy, image)
    const record = elementAt(sofar, number)
    detected.push({
      key,
      image,
      firstDetected: record?.firstDetected ?? since,
      lastUsed: use !== null || sandboxImage ? now : (record?.lastUsed ?? never),
      use,
      isNew: record === undefined,
      sandboxImage,
    })
  }
  return detected
}

/** The record of each image, by its number. */
const remembered = (
  policy: Policy,
  records: ReadonlyArray<ImageRecord>,
  numbers: Numbering,
): ReadonlyArray<ImageRecord | undefined> => {
  const sofar = new Array<ImageRecord | undefined>(numbers.keys.length).fill(undefined)
  for (let index = 0; index < records.length; index++) {
    const record = elementAt(records, index)
    const number = numberOfKey(numbers, keyOf(policy, record))
    if (number >= 0) sofar[number] = record
  }
  return sofar
}

interface Listed {
  readonly images: ReadonlyArray<Image>
  /** Of their keys. */
  readonly numbers: Numbering
}

/** Of images of one key the last one stands in the place of the first. Most lists have none, and no map is made for these. */
const eachOnce = (policy: Policy, images: ReadonlyArray<Image>): Listed => {
  const keys: string[] = []
  for (let index = 0; index < images.length; index++) keys.push(keyOf(policy, elementAt(images, index)))
  const numbers = numbering(keys)
  if (numbers.distinct) return { images, numbers }
  const last = new Map<string, Image>()
  for (const image of images) last.set(keyOf(policy, image), image)
  return { images: [...last.values()], numbers: numbering([...last.keys()]) }
}

const never = known(fp.none)

const isSandboxImage = ({ sandboxImage }: Policy, { id, tags }: Image): boolean =>
  sandboxImage !== '' && (id === sandboxImage || tags.includes(sandboxImage))
