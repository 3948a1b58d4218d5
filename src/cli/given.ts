/** Makes what a command is given of the values of its flags, wherever they come from. */
import { option as O } from 'fp-ts'

import type { Given } from './command.js'

/** Values by flag, and the arguments that belong to no flag; a flag without a value has an empty one. */
export const givenOf = (values: ReadonlyMap<string, ReadonlyArray<string>>, files: ReadonlyArray<string>): Given => ({
  has: (name) => values.has(name),
  value: (name) => O.fromNullable(values.get(name)?.[0]),
  values: (name) => values.get(name) ?? [],
  files,
})
