/** Wording for records that name one image, and for roots that hold something. */
import type { ImageHolder } from '../../containerd/analysis/index.js'
import type { Node } from '../../containerd/index.js'
import { counted } from '../lines.js'
import { sayNode } from './node.js'

/** The record that people call an image by: a name without digest, else the first. */
const nameAmong = ([first, ...others]: ReadonlyArray<Node>): Node | undefined =>
  [first, ...others].find((node) => node !== undefined && !/@|^sha256:/.test(node.key)) ?? first

/** An image and how many further records it has. */
export const sayImage = (nodes: ReadonlyArray<Node>): string => {
  const name = nameAmong(nodes)
  const others = nodes.length - 1
  return `${name === undefined ? '' : sayNode(name)}${others === 0 ? '' : ` (+${counted(others, 'record')})`}`
}

/** How many roots are named. */
const shown = 2

/** Roots, the records of one image as one; some, unless all are wanted. */
export const sayRoots = (
  images: ReadonlyArray<ImageHolder>,
  all: boolean,
): ((roots: ReadonlyArray<Node>) => string) => {
  const imageOf = new Map(images.flatMap(({ nodes }) => nodes.map(({ id }) => [id, nodes] as const)))
  return (roots) => {
    const said = [
      ...new Set(
        roots.map((root) => (root._tag === 'Image' ? sayImage(imageOf.get(root.id) ?? [root]) : sayNode(root))),
      ),
    ]
    const named = all ? said : said.slice(0, shown)
    return [named.join(', '), ...(said.length > named.length ? [`${said.length - named.length} more`] : [])].join(
      ' and ',
    )
  }
}
