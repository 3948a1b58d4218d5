import type { Environment } from './command.js'
import type { Format } from './plan/flags.js'

/** Writes JSON or YAML if asked to, else the text. */
export const written = (
  format: Format,
  { yaml }: Pick<Environment, 'yaml'>,
  { document, text }: { readonly document: () => object; readonly text: () => string },
): string => {
  if (format === 'json') return `${JSON.stringify(document(), null, 2)}\n`
  return format === 'yaml' ? yaml.print(document()) : text()
}
