/** What a text finds in the files, for fields in which one is chosen. */
import { shallowRef } from 'vue'

import type { Found } from '../worker/offer'

/** The text, what it finds, and which of it Enter takes. */
export const useFinding = (find: (text: string) => Promise<ReadonlyArray<Found>>) => {
  const text = shallowRef('')
  const found = shallowRef<ReadonlyArray<Found>>([])
  /** The text that `found` answers. */
  const answered = shallowRef<string>()
  let newest = 0

  /** Looks; false where something newer was asked meanwhile. */
  const look = async (): Promise<boolean> => {
    const mine = ++newest
    const asked = text.value
    const all = await find(asked)
    if (mine !== newest || asked !== text.value) return false
    found.value = all
    answered.value = asked
    return true
  }

  /**
   * What Enter takes: `among` what is shown the one at a place, where that is what the text finds; else the first that it finds,
   * once that is known. Nothing where the text is changed meanwhile.
   */
  const taken = async (among: () => ReadonlyArray<Found>, at: number): Promise<Found | undefined> => {
    if (answered.value === text.value) return among()[Math.max(0, at)]
    return (await look()) ? among()[0] : undefined
  }

  return { text, found, look, taken }
}
