/** Gives views what is chosen in their answer. */
import {
  type InjectionKey,
  type ShallowRef,
  type WritableComputedRef,
  computed,
  inject,
  provide,
  shallowRef,
} from 'vue'

import type { Seen } from './seen'

const key: InjectionKey<ShallowRef<Seen>> = Symbol('seen')

export const provideSeen = (seen: ShallowRef<Seen>): void => {
  provide(key, seen)
}

/** One choice of a view, to read and to change; nothing where none was made. */
export const useSeen = <K extends keyof Seen>(name: K): WritableComputedRef<Seen[K]> => {
  const seen = inject(key, () => shallowRef<Seen>({}), true)
  return computed({
    get: () => seen.value[name],
    set: (chosen) => {
      const { [name]: _, ...others } = seen.value
      seen.value = chosen === undefined ? others : { ...others, [name]: chosen }
    },
  })
}
