/** Renders a picture in the DOT language of Graphviz. */
import type { Picture, PictureLine, PictureState } from '../../core/picture.js'
import { type Arrow, type Box, graphLayout, groupLines } from './layout.js'

/**
 * Prints a picture in Graphviz's DOT language.
 *
 * Shape: one digraph, each cluster a subgraph. Nodes to be removed have a dashed border, absent nodes a dotted one,
 * roots a double one; an edge that keeps its target is thick, one that does not is dashed. The state of a node is also
 * written in it. Omitted nodes are counted in the nodes next to them and, in total, in a note.
 * Order: the picture's own.
 * Units: digests are shortened to twelve hex digits unless two names would then look the same; texts of more than 96
 * characters are cut in the middle. Any name is printed; control characters and marks of direction are escaped.
 *
 * @example
 * ```ts
 * import type { Picture } from 'gcplan'
 * import { renderDot } from 'gcplan/render'
 *
 * const node = { kind: 'image', state: 'stays', isRoot: true, cluster: '', note: '', beside: 0 } as const
 * const picture: Picture = { clusters: [], nodes: [{ ...node, id: 'a', label: 'app:1' }], edges: [], omitted: 0 }
 * console.log(renderDot(picture).split('\n')[4]?.trim()) // n0 [label="image\napp:1", fillcolor="#e6f4ea", color="#137333", peripheries=2];
 * ```
 */
export const renderDot = (picture: Picture): string => {
  const { groups, arrows, omitted } = graphLayout(picture)
  return [
    'digraph gcplan {',
    '  graph [rankdir=LR, fontname="Helvetica"];',
    '  node [shape=box, style=filled, fontname="Helvetica", fontsize=10];',
    '  edge [fontname="Helvetica", fontsize=9];',
    ...groups.flatMap(groupLines(boxLine, clusterLines, '}')),
    ...(omitted === null ? [] : [`  more [label=${quoted([omitted])}, shape=note, fillcolor="#ffffff"];`]),
    ...arrows.map(arrowLine),
    '}',
    '',
  ].join('\n')
}

const clusterLines = (label: string, index: number): ReadonlyArray<string> => [
  `  subgraph cluster_${index} {`,
  `    label=${quoted([label])};`,
  '    color="#9aa0a6";',
]

const boxStyle: { readonly [S in PictureState]: string } = {
  stays: 'fillcolor="#e6f4ea", color="#137333"',
  goes: 'fillcolor="#fce8e6", color="#c5221f", style="filled,dashed"',
  absent: 'fillcolor="#ffffff", color="#5f6368", style="filled,dotted"',
  unknown: 'fillcolor="#fef7e0", color="#b06000"',
}

const boxLine = ({ number, state, isRoot, text }: Box): string =>
  `n${number} [label=${quoted(text)}, ${boxStyle[state]}${isRoot ? ', peripheries=2' : ''}];`

const arrowStyle: { readonly [L in PictureLine]: string } = {
  keeps: 'color="#137333", penwidth=2',
  holds: 'color="#5f6368"',
  idle: 'color="#9aa0a6", style=dashed',
}

const arrowLine = ({ from, to, label, line }: Arrow): string =>
  `  n${from} -> n${to} [${label === '' ? '' : `label=${quoted([label])}, `}${arrowStyle[line]}];`

/** Lines of text as one label; a backslash would begin an escape, an ampersand an entity. */
const quoted = (text: ReadonlyArray<string>): string =>
  `"${text.map((line) => line.replaceAll('&', '&amp;').replaceAll('\\', '\\\\').replaceAll('"', '\\"')).join('\\n')}"`
