/** Parses TOML. Loaded only when a command reads TOML. */
import { either as E } from 'fp-ts'
import { parse } from 'smol-toml'

import type { Toml } from './command.js'

/** TOML 1.0. */
export const toml: Toml = {
  parse: (text) =>
    E.tryCatch(
      (): unknown => parse(text),
      (thrown) => (thrown instanceof Error ? (thrown.message.split('\n', 1)[0] ?? thrown.message) : String(thrown)),
    ),
}
