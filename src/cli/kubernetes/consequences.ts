/** Prints what a cascade does beyond the objects: to data, to what comes back, and who has to act before it ends. */
import type { CascadeView, Line, Section } from '../../view/index.js'

/** Every verdict on data, what comes back, and who has to act. */
export const sayConsequences = ({ sections }: CascadeView): ReadonlyArray<string> => {
  const { data, waits, never, later, comesBack, conditions } = sections
  return [
    ...said(data),
    ...said(waits),
    ...part(
      never.title,
      never.lines.map((line) => `${line.target.said}: ${line.said}`),
    ),
    ...part(later.title, sayNames(later)),
    ...said(comesBack),
    ...said(conditions),
  ]
}

const mostNamed = 10

const sayNames = ({ lines }: Section<Line>): ReadonlyArray<string> => [
  ...lines.slice(0, mostNamed).map(({ target }) => target.said),
  ...(lines.length > mostNamed ? [`and ${lines.length - mostNamed} more`] : []),
]

const said = ({ title, lines }: Section<Line>): ReadonlyArray<string> =>
  part(
    title,
    lines.map((line) => line.said),
  )

const part = (title: string, lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`), '']
