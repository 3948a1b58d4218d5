/** What is wanted of a view: what was asked for last, until it is answered. */
import { type ComputedRef, type ShallowRef, computed, onBeforeUnmount, shallowRef, watch } from 'vue'

/**
 * `wanted` is what a further change builds on; `want` asks for it after so many milliseconds, and the last one only; `isWaiting` until
 * then.
 */
export const useWanted = <A>(
  answered: () => A,
  ask: (wanted: A) => void,
): {
  readonly wanted: ComputedRef<A>
  readonly want: (changed: A, wait?: number) => void
  readonly isWaiting: Readonly<ShallowRef<boolean>>
} => {
  const latest = shallowRef<A>()
  const isWaiting = shallowRef(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  watch(answered, (now) => {
    if (JSON.stringify(now) === JSON.stringify(latest.value)) latest.value = undefined
  })
  onBeforeUnmount(() => clearTimeout(timer))
  return {
    wanted: computed(() => latest.value ?? answered()),
    want: (changed, wait = 0) => {
      latest.value = changed
      clearTimeout(timer)
      isWaiting.value = true
      timer = setTimeout(() => {
        isWaiting.value = false
        ask(changed)
      }, wait)
    },
    isWaiting,
  }
}
