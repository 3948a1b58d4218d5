/** Asks the worker where a graph lies, again whenever its shape changes; an answer to an older question is dropped. */
import { type Ref, type ShallowRef, onBeforeUnmount, onMounted, shallowRef, watch } from 'vue'

import { type Graph, boxSize } from './graph.js'
import type { Placed, Shape } from './layout/shape.js'

/** The shape of a graph; arrows that lead to nothing are not drawn. */
export const shapeOf = ({ boxes, arrows }: Graph, ratio: number): Shape => {
  const numbers = new Map(boxes.map(({ id }, number) => [id, number]))
  return {
    boxes: boxes.length,
    arrows: arrows.map(({ from, to }) => [numbers.get(from) ?? 0, numbers.get(to) ?? 0]),
    ...boxSize,
    ratio,
  }
}

interface Answer {
  readonly number: number
  readonly placed: Placed
}

/** A layout under way or done. */
export interface Layout {
  readonly placed: Readonly<ShallowRef<Placed | undefined>>
  readonly failed: Readonly<ShallowRef<boolean>>
}

/** The layout of a graph; it is asked for anew only if boxes or arrows are others. */
export const useLayout = (graph: Readonly<Ref<Graph>>, ratio: () => number): Layout => {
  const placed = shallowRef<Placed>()
  const failed = shallowRef(false)
  let worker: Worker | undefined
  let number = 0
  const ask = (): void => {
    // A layout under way cannot be told to stop: its worker is replaced.
    if (worker !== undefined && placed.value === undefined) {
      worker.terminate()
      worker = undefined
    }
    worker ??= new Worker(new URL('./layout/worker.ts', import.meta.url), { type: 'module' })
    number += 1
    placed.value = undefined
    failed.value = false
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (data.number === number) placed.value = data.placed
    }
    worker.onerror = () => {
      failed.value = true
    }
    worker.postMessage({ number, shape: shapeOf(graph.value, ratio()) })
  }
  // There are no workers where pages are prepared, so the first question waits for the browser.
  onMounted(() => {
    ask()
    watch(() => keyOf(graph.value), ask)
  })
  onBeforeUnmount(() => worker?.terminate())
  return { placed, failed }
}

/** Two graphs with the same key have the same layout; fates may differ. */
const keyOf = ({ boxes, arrows }: Graph): string =>
  `${boxes.map(({ id }) => id).join('\n')}\n\n${arrows.map(({ from, to }) => `${from}\t${to}`).join('\n')}`
