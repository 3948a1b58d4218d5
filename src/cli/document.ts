import type { Environment } from './command.js'
import type { Format } from './plan/flags.js'

/** Writes a document where one is asked for, and the text otherwise. */
export const written = (
  format: Format,
  { yaml }: Pick<Environment, 'yaml'>,
  { document, text }: { readonly document: () => object; readonly text: () => string },
): string => {
  if (format === 'json') return `${JSON.stringify(document(), null, 2)}\n`
  return format === 'yaml' ? yaml.print(document()) : text()
}
