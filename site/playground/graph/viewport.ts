/** The part of a drawing that is seen: where it begins, and how many pixels a unit takes. */
import type { Point } from './layout/shape.js'

/** What is seen. */
export interface Viewport {
  readonly x: number
  readonly y: number
  readonly scale: number
}

/** A size in pixels, or in units of the drawing. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** Smaller than this nothing can be told apart, larger than that nothing fits. */
const least = 0.04
const most = 2.5

const within = (scale: number): number => Math.min(most, Math.max(least, scale))

/** Shows the whole drawing, in its middle, no larger than it is. */
export const fitted = (drawing: Size, window: Size, margin = 16): Viewport => {
  const scale = within(
    Math.min(1, (window.width - margin * 2) / drawing.width, (window.height - margin * 2) / drawing.height),
  )
  return {
    scale,
    x: drawing.width / 2 - window.width / 2 / scale,
    y: drawing.height / 2 - window.height / 2 / scale,
  }
}

/** From this scale on, names are read. */
const readable = 0.55
/** A window of a telephone, in pixels. */
const narrow = 480

/** Shows a drawing for the first time: whole, but where a narrow window would make it unreadable, from where it begins. */
export const opened = (drawing: Size, window: Size, margin = 16): Viewport => {
  const whole = fitted(drawing, window, margin)
  if (whole.scale >= readable || window.width > narrow) return whole
  const middle = drawing.height / 2 - window.height / 2 / readable
  return { scale: readable, x: -margin / readable, y: Math.min(middle, -margin / readable) }
}

/** Zooms about a point of the window, which stays where it is. */
export const zoomed = (view: Viewport, factor: number, [across, down]: Point): Viewport => {
  const scale = within(view.scale * factor)
  return {
    scale,
    x: view.x + across / view.scale - across / scale,
    y: view.y + down / view.scale - down / scale,
  }
}

/** Moves what is seen by pixels. */
export const moved = (view: Viewport, across: number, down: number): Viewport => ({
  ...view,
  x: view.x - across / view.scale,
  y: view.y - down / view.scale,
})

/** Moves just so far that a box around a point is seen whole, and zooms in where it could not be read. */
export const revealing = (view: Viewport, window: Size, [x, y]: Point, box: Size): Viewport => {
  if (view.scale < readable)
    return { scale: readable, x: x - window.width / 2 / readable, y: y - window.height / 2 / readable }
  const margin = 24 / view.scale
  const [wide, high] = [window.width / view.scale, window.height / view.scale]
  const [left, right] = [x - box.width / 2 - margin, x + box.width / 2 + margin]
  const [top, bottom] = [y - box.height / 2 - margin, y + box.height / 2 + margin]
  return {
    scale: view.scale,
    x: left < view.x ? left : right > view.x + wide ? right - wide : view.x,
    y: top < view.y ? top : bottom > view.y + high ? bottom - high : view.y,
  }
}

/** How high a window is that shows a drawing at its width. */
export const heightFor = (drawing: Size, width: number): number => {
  const fitting = Math.min(1, (width - 32) / drawing.width)
  const scale = width > narrow ? fitting : Math.max(readable, fitting)
  return Math.round(Math.min(560, Math.max(190, drawing.height * scale + 48)))
}

/** Whether anything between two corners is seen. */
export const sees =
  ({ x, y, scale }: Viewport, { width, height }: Size) =>
  (left: number, top: number, right: number, bottom: number): boolean =>
    right >= x && left <= x + width / scale && bottom >= y && top <= y + height / scale
