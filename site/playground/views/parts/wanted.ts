/** What is wanted of a view: what was asked for last, until it is answered. */
import { type ComputedRef, computed, onBeforeUnmount, shallowRef, watch } from 'vue'

/** `wanted` is what a further change builds on; `want` asks for it after so many milliseconds, and the last one only. */
export const useWanted = <A>(
  answered: () => A,
  ask: (wanted: A) => void,
): { readonly wanted: ComputedRef<A>; readonly want: (changed: A, wait?: number) => void } => {
  const latest = shallowRef<A>()
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
      timer = setTimeout(() => ask(changed), wait)
    },
  }
}
