/** The ground of a chart: as wide as its pane, and narrow where there is no room for labels beside it. */
import { type ComputedRef, type ShallowRef, computed, onBeforeUnmount, onMounted, shallowRef } from 'vue'

import type { Ground } from './scale.js'

/** Sizes in pixels. */
export interface Grounded {
  readonly width: ShallowRef<number>
  readonly height: ComputedRef<number>
  readonly isNarrow: ComputedRef<boolean>
  readonly ground: ComputedRef<Ground>
}

/** Follows the width of an element. */
export const useGround = (pane: Readonly<ShallowRef<HTMLElement | null>>): Grounded => {
  const width = shallowRef(720)
  let observer: ResizeObserver | undefined
  onMounted(() => {
    observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined && entry.contentRect.width > 0) width.value = entry.contentRect.width
    })
    if (pane.value !== null) observer.observe(pane.value)
  })
  onBeforeUnmount(() => observer?.disconnect())
  const isNarrow = computed(() => width.value < 560)
  const height = computed(() => (isNarrow.value ? 300 : 360))
  const ground = computed(() => ({
    left: 48,
    right: width.value - (isNarrow.value ? 14 : 150),
    top: 46,
    bottom: height.value - 30,
  }))
  return { width, height, isNarrow, ground }
}
