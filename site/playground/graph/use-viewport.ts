/** Pan and zoom by pointer, wheel and buttons. A plain wheel and one finger moving down scroll the page, as everywhere. */
import { type Ref, type ShallowRef, onBeforeUnmount, onMounted, shallowRef } from 'vue'

import type { Point } from './layout/shape.js'
import { type Size, type Viewport, moved, zoomed } from './viewport.js'

/** A window on a drawing. */
export interface Pane {
  readonly view: ShallowRef<Viewport>
  readonly size: Readonly<ShallowRef<Size>>
  /** Zooms about the middle. */
  readonly zoom: (factor: number) => void
  readonly onWheel: (event: WheelEvent) => void
  readonly onPointerDown: (event: PointerEvent) => void
  readonly onPointerMove: (event: PointerEvent) => void
  readonly onPointerUp: (event: PointerEvent) => void
  /** Whether the pointer moved the drawing since it went down, so that the click that follows chooses nothing. */
  readonly wasDragged: () => boolean
}

/** Fewer pixels are a click by an unsteady hand. */
const slack = 5

/** The window of an element. */
export const useViewport = (element: Readonly<Ref<HTMLElement | null>>): Pane => {
  const view = shallowRef<Viewport>({ x: 0, y: 0, scale: 1 })
  const size = shallowRef<Size>({ width: 0, height: 0 })
  const pointers = new Map<number, Point>()
  let travelled = 0
  let observer: ResizeObserver | undefined

  const pointIn = ({ clientX, clientY }: MouseEvent): Point => {
    const box = element.value?.getBoundingClientRect()
    return [clientX - (box?.left ?? 0), clientY - (box?.top ?? 0)]
  }

  onMounted(() => {
    const measure = (): void => {
      const box = element.value?.getBoundingClientRect()
      if (box !== undefined) size.value = { width: box.width, height: box.height }
    }
    measure()
    observer = new ResizeObserver(measure)
    if (element.value !== null) observer.observe(element.value)
  })
  onBeforeUnmount(() => observer?.disconnect())

  return {
    view,
    size,
    zoom: (factor) => {
      view.value = zoomed(view.value, factor, [size.value.width / 2, size.value.height / 2])
    },
    onWheel: (event) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      view.value = zoomed(view.value, Math.exp(-event.deltaY / 240), pointIn(event))
    },
    onPointerDown: (event) => {
      if (event.button !== 0) return
      pointers.set(event.pointerId, pointIn(event))
      travelled = 0
    },
    onPointerMove: (event) => {
      const before = pointers.get(event.pointerId)
      if (before === undefined) return
      const now = pointIn(event)
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1]
      travelled += Math.hypot(now[0] - before[0], now[1] - before[1])
      if (travelled <= slack) return
      element.value?.setPointerCapture(event.pointerId)
      pointers.set(event.pointerId, now)
      if (other === undefined) {
        view.value = moved(view.value, now[0] - before[0], now[1] - before[1])
        return
      }
      const apart = (point: Point): number => Math.max(1, Math.hypot(point[0] - other[0], point[1] - other[1]))
      view.value = zoomed(view.value, apart(now) / apart(before), [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2])
    },
    onPointerUp: (event) => {
      pointers.delete(event.pointerId)
    },
    wasDragged: () => travelled > slack,
  }
}
