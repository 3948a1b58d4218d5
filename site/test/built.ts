/** The pages that were built, as files. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const built = fileURLToPath(new URL('../dist/tested', import.meta.url))

/** Every page below the base: `cli.html`, `adapters/index.html`. */
export const builtPages: ReadonlyArray<string> = readdirSync(built, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.html') && file !== '404.html')
  .sort()

/** A built file's text. */
export const builtText = (file: string): string => readFileSync(join(built, file), 'utf8')

/** Everything that was built. */
export const builtFiles: ReadonlySet<string> = new Set(readdirSync(built, { recursive: true, encoding: 'utf8' }))
