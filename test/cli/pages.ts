/**
 * Finds the console blocks of a page: commands behind a dollar sign, each with what it prints below it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from './bundle.js'

/** One command of a page, and what the page says that it prints. */
export interface Shown {
  readonly command: string
  readonly printed: string
}

const block = /```console\n\$ ((?:.*\\\n)*.*)\n([\s\S]*?)```/g

/** The commands that a page shows. */
export const shownIn = (page: string): ReadonlyArray<Shown> =>
  [...readFileSync(join(root, page), 'utf8').matchAll(block)].map(([, command = '', printed = '']) => ({
    command,
    printed,
  }))

/** Rewrites what a page says that its commands print. */
export const rewrite = (page: string, printedBy: (command: string) => string): void => {
  const path = join(root, page)
  const text = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    text.replace(block, (_, command: string) => `\`\`\`console\n$ ${command}\n${printedBy(command)}\`\`\``),
  )
}
