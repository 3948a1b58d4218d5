/** The library's part of the bench as one script, which a worker runs without the site. */
import { fileURLToPath } from 'node:url'

import { rolldown } from 'rolldown'

const source = fileURLToPath(new URL('../../src', import.meta.url))

/** The code of `library.ts` with all that it imports. */
export const bundled = async (): Promise<string> => {
  const bundle = await rolldown({
    input: fileURLToPath(new URL('library.ts', import.meta.url)),
    platform: 'browser',
    logLevel: 'silent',
    resolve: { alias: { gcplan: source } },
  })
  const { output } = await bundle.generate({ format: 'iife', minify: true })
  return output[0].code
}
