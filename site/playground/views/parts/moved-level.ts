/** A threshold that is moved by pointer or keys: where it stands until the answer to the move has come. */
import { shallowRef } from 'vue'

/** A threshold, and where the last answer has it. */
export interface Placed<K> {
  readonly key: K
  readonly percent: number
}

/** Where a threshold may stand: room is left for the other one. */
export const boundsOf = (kind: string): { readonly least: number; readonly most: number } => ({
  least: kind === 'high' ? 1 : 0,
  most: kind === 'low' ? 99 : 100,
})

/** By how many percent a key moves a threshold. */
const strides: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 5,
  PageDown: -5,
  Home: -100,
  End: 100,
}

/** Moves thresholds within bounds; `levels` are those of the last answer, `moved` asks for the next. */
export const useMovedLevel = <K>(
  levels: () => ReadonlyArray<Placed<K>>,
  boundsFor: (key: K) => { readonly least: number; readonly most: number } | undefined,
  moved: (key: K, percent: number) => void,
) => {
  const held = shallowRef<Placed<K>>()
  const isDragging = shallowRef(false)

  const percentOf = ({ key, percent }: Placed<K>): number => (held.value?.key === key ? held.value.percent : percent)

  const move = (key: K, percent: number): void => {
    const bounds = boundsFor(key)
    if (bounds === undefined) return
    const within = Math.min(bounds.most, Math.max(bounds.least, percent))
    if (held.value?.key === key && held.value.percent === within) return
    held.value = { key, percent: within }
    moved(key, within)
  }

  /** Lets an answered move go; an answer to an earlier move does not take a later one back. */
  const settle = (): void => {
    const { key, percent } = held.value ?? {}
    if (!isDragging.value && levels().some((level) => level.key === key && level.percent === percent))
      held.value = undefined
  }

  const grab = ({ currentTarget, pointerId }: PointerEvent): void => {
    if (currentTarget instanceof Element) currentTarget.setPointerCapture(pointerId)
    isDragging.value = true
  }

  const release = (): void => {
    isDragging.value = false
    settle()
  }

  const press = (level: Placed<K>, event: KeyboardEvent): void => {
    const stride = strides[event.key]
    if (stride === undefined) return
    event.preventDefault()
    move(level.key, percentOf(level) + stride)
  }

  return { isDragging, percentOf, move, settle, grab, release, press }
}
