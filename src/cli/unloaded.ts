/** Readers of YAML and TOML that are not loaded, since nothing of what is read is either. */
import { either as E } from 'fp-ts'

import type { Toml, Yaml } from './command.js'

const unloaded = (what: string) => (): E.Either<string, never> => E.left(`the ${what} reader is not loaded`)

/** Reads nothing, and prints JSON. */
export const unloadedYaml: Yaml = {
  parse: unloaded('YAML'),
  parseAll: unloaded('YAML'),
  print: (value) => JSON.stringify(value),
}

/** Reads nothing. */
export const unloadedToml: Toml = { parse: unloaded('TOML') }
