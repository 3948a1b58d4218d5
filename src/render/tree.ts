import { safeText } from '../internal/safe-text.js'
import type { Twig } from '../view/twig.js'

/**
 * Draws trees of any depth as text, without a final line end.
 *
 * Order: as given. Control characters are escaped.
 *
 * @example
 * ```ts
 * import { renderTree } from 'gcplan/render'
 *
 * console.log(renderTree([{ text: 'a', twigs: [{ text: 'b', twigs: [] }] }]))
 * // a
 * // └─ b
 * ```
 */
export const renderTree = (trees: ReadonlyArray<Twig>): string => {
  const lines: string[] = []
  const open: Line[] = trees.map((twig): Line => ({ twig, before: '', below: '' })).reverse()
  for (let line = open.pop(); line !== undefined; line = open.pop()) {
    const { twig, before, below } = line
    lines.push(`${before}${safeText(twig.text)}`)
    for (let index = twig.twigs.length - 1; index >= 0; index--) {
      const child = twig.twigs[index]
      if (child === undefined) continue
      const isLast = index === twig.twigs.length - 1
      open.push({
        twig: child,
        before: `${below}${isLast ? '└─ ' : '├─ '}`,
        below: `${below}${isLast ? '   ' : '│  '}`,
      })
    }
  }
  return lines.join('\n')
}

interface Line {
  readonly twig: Twig
  /** What is drawn before its text, and before its children. */
  readonly before: string
  readonly below: string
}
