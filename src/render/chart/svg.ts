/** Writes SVG elements as text, in colours that are readable on light and dark backgrounds. */
import { safeText } from '../../internal/safe-text.js'

/** A number with at most two decimals for SVG; numbers that are not finite become 0. */
export const figure = (value: number): string => (Number.isFinite(value) ? String(Math.round(value * 100) / 100) : '0')

const escaped = (text: string): string =>
  safeText(text)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&apos;')

type Attributes = Readonly<Record<string, number | string>>

const attributesOf = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? figure(value) : escaped(value)}"`)
    .join('')

/** An element; its content must already be SVG. */
export const element = (name: string, attributes: Attributes, content = ''): string =>
  content === '' ? `<${name}${attributesOf(attributes)}/>` : `<${name}${attributesOf(attributes)}>${content}</${name}>`

/** A line of text. */
export const words = (x: number, y: number, text: string, attributes: Attributes = {}): string =>
  element('text', { x, y, ...attributes }, escaped(text))

const light = {
  ground: '#ffffff',
  ink: '#1f2328',
  soft: '#59636e',
  grid: '#d9dee3',
  usage: '#0b62d6',
  high: '#9a6700',
  low: '#1a7f37',
  danger: '#cf222e',
  danger2: '#ffd8d6',
  freed: '#1a7f37',
  counted: '#8b949e',
  stays: '#dbe9fb',
  goes: '#ffe3b3',
}

const dark: typeof light = {
  ground: '#0d1117',
  ink: '#e6edf3',
  soft: '#9aa4ae',
  grid: '#30363d',
  usage: '#58a6ff',
  high: '#e3b341',
  low: '#56d364',
  danger: '#ff7b72',
  danger2: '#4a1d20',
  freed: '#56d364',
  counted: '#6e7681',
  stays: '#15335c',
  goes: '#5c4310',
}

/** A role of colour; classes `f-` fill with it, classes `s-` draw lines with it. */
export type Ink = keyof typeof light

const rules = (colours: typeof light): string =>
  Object.entries(colours)
    .map(([ink, colour]) => `.f-${ink}{fill:${colour}}.s-${ink}{stroke:${colour};fill:none}`)
    .join('')

/** A whole drawing with its background; screen readers read the title. */
export const drawing = (
  { width, height, title }: { readonly width: number; readonly height: number; readonly title: string },
  content: ReadonlyArray<string>,
): string =>
  [
    element(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        viewBox: `0 0 ${figure(width)} ${figure(height)}`,
        width,
        height,
        role: 'img',
        'font-family': 'system-ui, "Segoe UI", "DejaVu Sans", sans-serif',
        'font-size': 12,
      },
      [
        '',
        element('title', {}, escaped(title)),
        `<style>${rules(light)}@media (prefers-color-scheme: dark){${rules(dark)}}</style>`,
        element('rect', { class: 'f-ground', width, height, rx: 6 }),
        words(16, 26, title, { class: 'f-ink', 'font-size': 15, 'font-weight': 600 }),
        ...content,
        '',
      ].join('\n'),
    ),
    '',
  ].join('\n')

/** A text cut to a width; assumes letters about seven units wide. */
export const fitted = (text: string, width: number): string => {
  const letters = Math.floor(width / 7)
  const whole = Array.from(text)
  return whole.length <= letters ? text : letters < 3 ? '' : `${whole.slice(0, letters - 1).join('')}…`
}

/**
 * Positions for labels of a size, each as near to its own as it can be without one on another, up to `most`; in the order
 * given. Labels that crowd are spread to both sides; `least` is kept as long as there is room.
 */
export const apart = (
  wanted: ReadonlyArray<number>,
  size: number,
  most: number,
  least: number = -Infinity,
): ReadonlyArray<number> => {
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0))
  // Neighbours that touch move as one, with their middle over the middle of what they want.
  const groups: Group[] = []
  for (const index of order) {
    let group: Group = { at: 0, count: 1, sum: wanted[index] ?? 0 }
    for (;;) {
      const width = (group.count - 1) * size
      const at = Math.min(most - width, Math.max(least, group.sum / group.count - width / 2))
      group = { ...group, at }
      const before = groups.at(-1)
      if (before === undefined || before.at + before.count * size <= at) break
      groups.pop()
      group = { at: 0, count: before.count + group.count, sum: before.sum + group.sum }
    }
    groups.push(group)
  }
  const placed = groups.flatMap(({ at, count }) => Array.from({ length: count }, (_, one) => at + one * size))
  const result = wanted.map(() => 0)
  order.forEach((index, rank) => {
    result[index] = placed[rank] ?? 0
  })
  return result
}

/** Labels that stand next to each other without room between them. */
interface Group {
  readonly at: number
  readonly count: number
  /** Of what they want. */
  readonly sum: number
}
