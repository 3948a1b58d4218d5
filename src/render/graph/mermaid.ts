/** Renders a picture for Mermaid, which many documentation sites draw natively. */
import type { Picture, PictureLine } from '../../core/picture.js'
import { type Arrow, type Box, graphLayout, groupLines } from './layout.js'

/**
 * Prints a picture as a Mermaid flowchart.
 *
 * Shape: each cluster is a subgraph. Nodes to be removed have a dashed border, absent nodes a dotted one, roots a
 * double one; an edge that keeps its target is thick, one that does not is dotted. The state of a node is also written
 * in it. Omitted nodes are counted in the nodes next to them and, in total, in a note.
 * Order: the picture's own.
 * Units: as {@link renderDot}. Mermaid itself refuses more than 500 lines or 50,000 characters unless told otherwise.
 *
 * @example
 * ```ts
 * import type { Picture } from 'gcplan'
 * import { renderMermaid } from 'gcplan/render'
 *
 * const node = { kind: 'image', state: 'goes', isRoot: false, cluster: '', note: '', beside: 0 } as const
 * const picture: Picture = { clusters: [], nodes: [{ ...node, id: 'a', label: 'app:1' }], edges: [], omitted: 0 }
 * console.log(renderMermaid(picture).split('\n')[1]?.trim()) // n0["image, goes<br/>app:1"]:::goes
 * ```
 */
export const renderMermaid = (picture: Picture): string => {
  const { groups, arrows, omitted } = graphLayout(picture)
  return [
    'flowchart LR',
    ...groups.flatMap(groupLines(boxLine, clusterLines, 'end')),
    ...(omitted === null ? [] : [`  more(${quoted([omitted])})`]),
    ...arrows.map(arrowLine),
    '  classDef stays fill:#e6f4ea,stroke:#137333,color:#202124',
    '  classDef goes fill:#fce8e6,stroke:#c5221f,color:#202124,stroke-dasharray:6 3',
    '  classDef absent fill:#ffffff,stroke:#5f6368,color:#202124,stroke-dasharray:2 2',
    '  classDef unknown fill:#fef7e0,stroke:#b06000,color:#202124',
    '',
  ].join('\n')
}

const clusterLines = (label: string, index: number): ReadonlyArray<string> => [
  `  subgraph c${index}[${quoted([label])}]`,
  '    direction LR',
]

const boxLine = ({ number, state, isRoot, text }: Box): string =>
  isRoot ? `n${number}[[${quoted(text)}]]:::${state}` : `n${number}[${quoted(text)}]:::${state}`

const arrowShape: { readonly [L in PictureLine]: string } = { keeps: '==>', holds: '-->', idle: '-.->' }

const arrowLine = ({ from, to, label, line }: Arrow): string =>
  `  n${from} ${arrowShape[line]}${label === '' ? '' : `|${quoted([label])}|`} n${to}`

/** Lines of text as one label. An empty one is no label to Mermaid. */
const quoted = (text: ReadonlyArray<string>): string => `"${text.map(escaped).join('<br/>') || ' '}"`

/**
 * Odd: more is written as entities than the grammar asks for. Why: before the grammar reads a line, comments, directives
 * and the last semicolon behind `style` or `classDef` are cut out of it, quoted or not; and after it, some versions read
 * labels as Markdown, where a dash at the beginning makes a list and an address a link.
 */
const escaped = (line: string): string =>
  line
    .replace(undone, `$&${joiner}`)
    .replace(/^[^A-Za-z]|style|classDef|www\.|:(?=\/\/)|[^A-Za-z0-9 ./:,=()\u0080-\u{10ffff}-]|[°¶ßﬂ]/gu, entity)

/** What is taken for a line break, an entity or a formula even when it was written as entities. */
const undone = /\\(?=n)|\$(?=\$)|\u00b6(?=\u00df)|\ufb02(?=\u00b0)/g
/** Has no width, and keeps two characters from being taken for one thing. */
const joiner = '\u2060'

const entity = (found: string): string => {
  const [first = '', ...rest] = found
  return `#${first.codePointAt(0) ?? 0};${rest.join('')}`
}
