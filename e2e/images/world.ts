/** Random images: chains of layers that share what is below, contents that recur on other layers, several names. */
import type { Random } from '../random.js'
import type { ImagePlan } from './archive.js'

/** Names that no program would ask a network for. */
const nameOf = (seed: number, image: number, tag: number): string =>
  `localhost/w${seed}/i${image % 3 === 0 ? 'shared' : image}:t${image}-${tag}`

/** Draws images; `mayDangle` says whether some have no name. */
export const imagesOf = (
  seed: number,
  { below, chance, pick }: Random,
  { mayDangle }: { readonly mayDangle: boolean },
): ReadonlyArray<ImagePlan> => {
  const contents: string[] = []
  const content = (): string => {
    if (contents.length > 2 && chance(0.25)) return pick(contents)
    const text = `${seed}-${contents.length}-`.repeat(1 + below(4000))
    contents.push(text)
    return text
  }
  const images: ImagePlan[] = []
  const count = 4 + below(5)
  for (let image = 0; image < count; image++) {
    const under = images.length > 0 && chance(0.7) ? pick(images).layers : [`base ${seed} ${image}`]
    const kept = under.slice(0, 1 + below(under.length))
    const layers = [...kept, ...Array.from({ length: below(4) }, content)]
    const names = Array.from({ length: mayDangle && chance(0.2) ? 0 : 1 + below(3) }, (_, tag) =>
      nameOf(seed, image, tag),
    )
    images.push({ layers, names })
  }
  return images
}
