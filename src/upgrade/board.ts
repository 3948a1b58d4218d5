/**
 * The switches of a collector as a board: each can be read, and set alone in a policy that otherwise stays as it is.
 */
import type { Switch, Switches } from '../core/switch.js'
import { canonicalJson } from '../internal/canonical-json.js'

/** One switch of a policy. */
export interface BoardSwitch<Policy> {
  /** The field, behind the collector's name where a policy holds those of several: `owner.notFoundOnDelete`. */
  readonly name: string
  readonly row: Switch
  readonly valueIn: (policy: Policy) => unknown
  /** The second policy, with this switch as it is in the first. */
  readonly setAsIn: (source: Policy) => (policy: Policy) => Policy
}

export type Board<Policy> = ReadonlyArray<BoardSwitch<Policy>>

/** The switches of a table, in its order. */
export const boardOf = <Policy extends object>(switches: Switches<Policy>): Board<Policy> =>
  fieldsOf(switches).flatMap((name): Board<Policy> => {
    const row: Switch | 'setting' = switches[name]
    return row === 'setting'
      ? []
      : [
          {
            name,
            row,
            valueIn: (policy) => policy[name],
            setAsIn: (source) => (policy) => ({ ...policy, [name]: source[name] }),
          },
        ]
  })

const fieldsOf = <T extends object>(value: T): ReadonlyArray<keyof T & string> =>
  Object.keys(value).filter((name): name is keyof T & string => Object.hasOwn(value, name))

/** The board of one field of rules that hold several policies; its switches are named with the field unless you prefix them. */
export const within =
  <Policy extends object, Field extends keyof Policy & string>(field: Field, prefix = `${field}.`) =>
  (board: Board<Policy[Field]>): Board<Policy> =>
    board.map(({ name, row, valueIn, setAsIn }) => ({
      name: `${prefix}${name}`,
      row,
      valueIn: (policy) => valueIn(policy[field]),
      setAsIn: (source) => (policy) => ({ ...policy, [field]: setAsIn(source[field])(policy[field]) }),
    }))

/** The switches whose values differ in two policies. */
export const differing = <Policy>(board: Board<Policy>, one: Policy, other: Policy): Board<Policy> =>
  board.filter(({ valueIn }) => canonicalJson(valueIn(one)) !== canonicalJson(valueIn(other)))
