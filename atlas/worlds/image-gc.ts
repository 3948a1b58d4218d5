/** Answers what the node of a case is for the kubelet's image collection: three images, each with a way to be used. */
import type { Digits } from '../universe.js'
import type { ImageDigit, Run } from './image-run.js'
import { CREATED, recordsOf, runMembers } from './image-run.js'
import { containerLabels } from './times.js'

interface Image extends ImageDigit {
  readonly letter: string
  readonly id: string
  readonly remove: 'ok' | 'fails'
}

export const imageWorld = (digits: Digits): unknown => {
  const run = digits.get('run') as Run
  const images = ['a', 'b', 'c'].map((letter): Image => {
    const digit = digits.get(`image-${letter}`) as Omit<Image, 'letter' | 'id'>
    return { ...digit, letter, id: `sha256:${letter}${letter}` }
  })
  const removeImage = Object.fromEntries(
    images
      .filter(({ remove }) => remove === 'fails')
      .map(({ id, letter }) => [id, `image is in use by a container ${letter}`]),
  )
  const failures = { ...run.failures, ...(Object.keys(removeImage).length > 0 ? { removeImage } : {}) }
  return {
    ...runMembers(run, false, failures),
    records: images.flatMap((image) => recordsOf(image.id, '', image)),
    images: images
      .toReversed()
      .filter(({ listed }) => listed)
      .map(({ letter, id, size, pinned }) => ({ id, repoTags: [tagOf(letter)], size, pinned })),
    containers: images.filter(({ use }) => use !== 'none').map(containerOf),
  }
}

const tagOf = (letter: string): string => `registry.example/${letter}:v1`

const containerOf = ({ letter, id, use }: Image): object => ({
  id: `c-${letter}`,
  podSandboxId: `s-${letter}`,
  metadata: { name: 'app', attempt: 0 },
  image: { image: tagOf(letter) },
  state: use === 'exited' ? 'CONTAINER_EXITED' : 'CONTAINER_RUNNING',
  createdAt: CREATED,
  labels: containerLabels('app', `pod-${letter}`, `uid-${letter}`),
  ...usageOf(letter, id, use),
})

const usageOf = (letter: string, id: string, use: string): object => {
  const digest = `registry.example/${letter}@sha256:00`
  switch (use) {
    case 'running':
      return { imageRef: digest, imageId: id }
    case 'exited':
      return { imageRef: id }
    case 'volume':
      return {
        imageRef: 'sha256:elsewhere',
        mounts: [{ containerPath: '/etc/hosts' }, { containerPath: '/vol', image: { image: id } }],
      }
    default:
      return { imageRef: digest }
  }
}
