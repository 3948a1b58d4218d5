/** Writes what a command found: as a document, or as text for people. */
import { safeJson } from '../render/index.js'
import type { Environment } from './command.js'
import { printLines } from './lines.js'
import type { Format } from './plan/flags.js'
import type { SaidRules } from './release/chosen.js'

/** Writes JSON or YAML if asked to, else the text. */
export const written = (
  format: Format,
  { yaml }: Pick<Environment, 'yaml'>,
  {
    document,
    rules,
    text,
  }: { readonly document: () => unknown; readonly rules?: SaidRules | undefined; readonly text: () => string },
): string => {
  const whole = (): unknown => (rules === undefined ? document() : Object.assign({}, document(), { rules }))
  if (format === 'json') return `${safeJson(whole(), 2)}\n`
  return format === 'yaml' ? yaml.print(whole()) : text()
}

/** A printer of what was found: as a document of this kind, or else as lines. */
export const printerOf =
  <F extends ReadonlyArray<unknown>>(
    kind: string,
    documentOf: (...found: F) => object,
    linesOf: (format: Format, ...found: F) => ReadonlyArray<string>,
  ) =>
  (format: Format, environment: Pick<Environment, 'yaml'>, rules?: SaidRules) =>
  (...found: F): string =>
    written(format, environment, {
      rules,
      // Dates and the like are text in YAML as they are in JSON.
      document: () => JSON.parse(JSON.stringify({ kind, version: 1, ...documentOf(...found) })) as unknown,
      text: () => printLines(format)(linesOf(format, ...found)),
    })
