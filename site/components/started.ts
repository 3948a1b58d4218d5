/** Whether a component answers: its text is in the page before its script is. */
import { type ShallowRef, onMounted, shallowRef } from 'vue'

export const useStarted = (): Readonly<ShallowRef<boolean>> => {
  const isStarted = shallowRef(false)
  onMounted(() => {
    isStarted.value = true
  })
  return isStarted
}
