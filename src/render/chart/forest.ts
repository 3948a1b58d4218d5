/** Draws image layers: one row per image, one column per layer below it, with removed layers in another colour. */
import { formatBytes } from '../../internal/formats.js'
import { drawing, element, fitted, words } from './svg.js'

/** One layer. */
export interface ChartLayer {
  readonly id: string
  readonly parent?: string
  readonly label: string
  readonly bytes: number
  readonly goes: boolean
}

/** One image. */
export interface ChartImage {
  readonly label: string
  readonly layer?: string
  readonly goes: boolean
}

/** Layers and the images built on them. */
export interface ForestChart {
  readonly title: string
  readonly layers: ReadonlyArray<ChartLayer>
  readonly images: ReadonlyArray<ChartImage>
}

const width = 860
const left = 16
const names = 230
const row = 26
const top = 62
/** More rows and columns than anybody reads are left out. */
const rows = 60
const columns = 8

/**
 * Draws which layers images share as SVG.
 *
 * Shape: as `drawUsage`; lower layers to the left, images to the right, each layer as high as all images on it. Draws
 * at most sixty images, ordered by the layers they share, and the lowest eight layers of each. Units: bytes.
 *
 * @example
 * ```ts
 * import { drawForest } from 'gcplan/render'
 *
 * const svg = drawForest({
 *   title: 'Layers',
 *   layers: [{ id: 'base', label: 'base', bytes: 70, goes: false }],
 *   images: [{ label: 'shop', layer: 'base', goes: true }],
 * })
 * console.log(svg.includes('shop')) // true
 * ```
 */
export const drawForest = ({ title, layers, images }: ForestChart): string => {
  const layerOf = new Map(layers.map((layer, index) => [layer.id, { layer, index }]))
  const pathOf = (from: string | undefined): ReadonlyArray<number> => {
    const path: number[] = []
    const seen = new Set<string>()
    for (let id = from; id !== undefined && !seen.has(id); id = layerOf.get(id)?.layer.parent) {
      seen.add(id)
      const found = layerOf.get(id)
      if (found !== undefined) path.push(found.index)
    }
    return path.reverse().slice(0, columns)
  }
  const all = images.map((image) => ({ image, path: pathOf(image.layer) })).sort((a, b) => comparePaths(a.path, b.path))
  const shown = all.slice(0, rows)
  const depth = Math.max(1, ...shown.map(({ path }) => path.length))
  const column = (width - left * 2 - names) / depth
  const cells: string[] = []
  for (let level = 0; level < depth; level++) {
    for (let first = 0; first < shown.length;) {
      const at = shown[first]?.path[level]
      let after = first + 1
      while (after < shown.length && at !== undefined && shown[after]?.path[level] === at) after++
      const layer = at === undefined ? undefined : layers[at]
      if (layer !== undefined)
        cells.push(...cell(layer, left + level * column, top + first * row, column, after - first))
      first = after
    }
  }
  const nameAt = width - left - names + 8
  return drawing({ width, height: top + shown.length * row + (all.length > rows ? 32 : 12), title }, [
    element('rect', { class: 'f-goes', x: left, y: 38, width: 12, height: 12, rx: 2 }),
    words(left + 18, 48, 'goes', { class: 'f-soft' }),
    element('rect', { class: 'f-stays', x: left + 62, y: 38, width: 12, height: 12, rx: 2 }),
    words(left + 80, 48, 'stays', { class: 'f-soft' }),
    ...cells,
    ...shown.map(({ image: { label, goes } }, index) =>
      words(nameAt, top + index * row + 17, fitted(`${goes ? '− ' : ''}${label}`, names - 10), {
        class: goes ? 'f-danger' : 'f-ink',
      }),
    ),
    ...(all.length > rows
      ? [words(left, top + rows * row + 20, `and ${all.length - rows} more images`, { class: 'f-soft' })]
      : []),
  ])
}

const cell = (
  { label, bytes, goes }: ChartLayer,
  x: number,
  y: number,
  wide: number,
  high: number,
): ReadonlyArray<string> => [
  element('rect', {
    class: goes ? 'f-goes' : 'f-stays',
    x: x + 1,
    y: y + 1,
    width: wide - 2,
    height: high * row - 2,
    rx: 3,
  }),
  words(x + 8, y + (high * row) / 2 + 4, fitted(`${label}  ${formatBytes(Math.trunc(bytes))}`, wide - 14), {
    class: 'f-ink',
  }),
]

const comparePaths = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): number => {
  for (let level = 0; level < Math.min(a.length, b.length); level++) {
    const difference = (a[level] ?? 0) - (b[level] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}
