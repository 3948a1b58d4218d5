/** Runs the layout beside the page, so that the page stays responsive. */
import { place } from './place.js'
import type { Shape } from './shape.js'

/** A question of the page. */
export interface LayoutQuestion {
  readonly number: number
  readonly shape: Shape
}

self.onmessage = ({ data: { number, shape } }: MessageEvent<LayoutQuestion>): void => {
  self.postMessage({ number, placed: place(shape) })
}
