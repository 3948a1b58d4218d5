/** Fields of the answers of a daemon. */
import { ownField } from '../../internal/lists.js'

/** The text in a field; empty if there is none. */
export const textIn =
  (field: string) =>
  (value: unknown): string => {
    const held = ownField(value, field)
    return typeof held === 'string' ? held : ''
  }

/** The texts of a list in a field; Docker says `<none>` for a name that there is not. */
export const textsIn =
  (field: string) =>
  (value: unknown): ReadonlyArray<string> => {
    const held = ownField(value, field)
    const all: ReadonlyArray<unknown> = Array.isArray(held) ? held : []
    return all.filter((name): name is string => typeof name === 'string' && !name.includes('<none>'))
  }
