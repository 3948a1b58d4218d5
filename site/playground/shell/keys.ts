/** Keyboard shortcuts of the playground. */
import { onBeforeUnmount, onMounted } from 'vue'

export interface Shortcut {
  readonly key: string
  readonly title: string
  readonly run: () => void
}

/** Runs a shortcut where no field has the keyboard. */
export const useShortcuts = (shortcuts: ReadonlyArray<Shortcut>): void => {
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return
    const shortcut = shortcuts.find(({ key }) => key === event.key)
    if (shortcut === undefined) return
    event.preventDefault()
    shortcut.run()
  }
  onMounted(() => {
    window.addEventListener('keydown', press)
  })
  onBeforeUnmount(() => {
    window.removeEventListener('keydown', press)
  })
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null
