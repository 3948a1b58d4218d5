/** Reads and writes YAML. Loaded only when a command needs YAML. */
import { either as E } from 'fp-ts'
import { parseDocument, stringify } from 'yaml'

import type { Yaml } from './command.js'

/** YAML 1.2 core schema; aliases are limited, duplicate keys refused. */
export const yaml: Yaml = {
  parse: (text) => {
    const document = parseDocument(text, { prettyErrors: true, uniqueKeys: true })
    const [first] = document.errors
    if (first !== undefined) return E.left(firstLine(first.message))
    return E.tryCatch(
      (): unknown => document.toJS({ maxAliasCount: 100 }),
      (thrown) => (thrown instanceof Error ? firstLine(thrown.message) : String(thrown)),
    )
  },
  print: (value) => stringify(value, { lineWidth: 0, aliasDuplicateObjects: false }),
}

const firstLine = (message: string): string => message.split('\n', 1)[0]?.replace(/:$/, '') ?? message
