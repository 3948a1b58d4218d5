/**
 * What every graph renderer draws: nodes numbered in order and grouped by cluster, their lines of text, and edges
 * merged by their ends. All text is safe to print.
 */
import type { Picture, PictureEdge, PictureLine, PictureNode, PictureState } from '../../core/picture.js'
import { safeText } from '../../internal/safe-text.js'
import { shortenDigests } from '../short-digests.js'
import { addTo, elementAt } from '../../internal/lists.js'

/** One thing as it is drawn. */
export interface Box {
  readonly number: number
  readonly state: PictureState
  readonly isRoot: boolean
  /** Kind and what becomes of it, name, note, what is left out; none is empty. */
  readonly text: ReadonlyArray<string>
}

/** Nodes that are drawn together; those without a cluster come first, without a label. */
export interface Group {
  readonly label: string | null
  readonly boxes: ReadonlyArray<Box>
}

/** One line as it is drawn. */
export interface Arrow {
  readonly from: number
  readonly to: number
  readonly label: string
  readonly line: PictureLine
}

/** All that is drawn. */
export interface GraphLayout {
  readonly groups: ReadonlyArray<Group>
  readonly arrows: ReadonlyArray<Arrow>
  /** The note on omitted nodes; null if there are none. */
  readonly omitted: string | null
}

/** The lines of groups: boxes, and around those with a label the lines that open and close their cluster. */
export const groupLines =
  (boxLine: (box: Box) => string, opening: (label: string, index: number) => ReadonlyArray<string>, closing: string) =>
  ({ label, boxes }: Group, index: number): ReadonlyArray<string> =>
    label === null
      ? boxes.map((box) => `  ${boxLine(box)}`)
      : [...opening(label, index), ...boxes.map((box) => `    ${boxLine(box)}`), `  ${closing}`]

/**
 * Lays a picture out. If several nodes have the same id, the first is drawn; an edge to a node that is not in the
 * picture leads to an absent node; a cluster that is not in the picture is ignored.
 */
export const graphLayout = ({ clusters, nodes, edges, omitted }: Picture): GraphLayout => {
  const numbers = new Map<string, number>()
  const drawn: PictureNode[] = []
  const draw = (node: PictureNode): void => {
    if (numbers.has(node.id)) return
    numbers.set(node.id, drawn.length)
    drawn.push(node)
  }
  nodes.forEach(draw)
  for (const { from, to } of edges) for (const id of [from, to]) draw(absent(id))
  const short = shortenDigests([...drawn, ...clusters].map(({ label }) => label))
  const write = (text: string): string => cut(safeText(short(text)))
  const groups = new Map<string, Box[]>([['', []]])
  for (const { id } of clusters) if (!groups.has(id)) groups.set(id, [])
  drawn.forEach((node, number) => {
    const { state, isRoot, cluster } = node
    const boxes = groups.get(cluster) ?? groups.get('')
    boxes?.push({
      number,
      state,
      isRoot,
      text: textOf(node)
        .map(write)
        .filter((line) => line !== ''),
    })
  })
  const labels = new Map(clusters.map(({ id, label }) => [id, label]))
  return {
    groups: [...groups]
      .filter(([, boxes]) => boxes.length > 0)
      .map(([id, boxes]) => ({ label: id === '' ? null : write(labels.get(id) ?? id), boxes })),
    arrows: mergeParallel(edges).map(({ from, to, label, line }) => ({
      from: numbers.get(from) ?? 0,
      to: numbers.get(to) ?? 0,
      label: write(label),
      line,
    })),
    omitted: omitted > 0 ? `${omitted} more` : null,
  }
}

const absent = (id: string): PictureNode => ({
  id,
  kind: '',
  label: id,
  state: 'absent',
  isRoot: false,
  cluster: '',
  note: '',
  beside: 0,
})

/** What is not told by colour alone. */
const fate = { goes: 'goes', stays: '', absent: 'absent', unknown: 'unknown' } as const

const textOf = ({ kind, label, state, note, beside }: PictureNode): ReadonlyArray<string> => [
  [kind, fate[state]].filter((word) => word !== '').join(', '),
  label,
  note,
  beside > 0 ? `+ ${beside} more` : '',
]

/** Boxes are of limited width, so long texts are cut in the middle. */
const longest = 96

const cut = (text: string): string => {
  if (text.length <= longest) return text
  const characters = Array.from(text)
  if (characters.length <= longest) return text
  return `${characters.slice(0, longest / 2).join('')}…${characters.slice(1 - longest / 2).join('')}`
}

/** Merges parallel edges into one with the strongest line and all labels. */
const mergeParallel = (edges: ReadonlyArray<PictureEdge>): ReadonlyArray<PictureEdge> => {
  const byEnds = new Map<string, PictureEdge[]>()
  for (const edge of edges) {
    const ends = JSON.stringify([edge.from, edge.to])
    addTo(byEnds, ends, edge)
  }
  return [...byEnds.values()].map((same) => {
    const ranked = strongest.flatMap((line) => same.filter((edge) => edge.line === line))
    const first = elementAt(ranked, 0)
    const labels = [...new Set(ranked.map(({ label }) => label))].filter((label) => label !== '')
    const more = labels.length > mostLabels ? [`${labels.length - mostLabels} more`] : []
    return { ...first, label: [...labels.slice(0, mostLabels), ...more].join(', ') }
  })
}

const strongest: ReadonlyArray<PictureLine> = ['keeps', 'holds', 'idle']
const mostLabels = 3
