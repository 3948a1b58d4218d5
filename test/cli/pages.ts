/**
 * Finds the console blocks of a page: commands behind a dollar sign, each with what it prints below it.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from './bundle.js'

const block = /```console\n\$ ((?:.*\\\n)*.*)\n([\s\S]*?)```/g

const textOf = (page: string): string => readFileSync(join(root, page), 'utf8')

/** The commands that a page shows. */
export const commandsIn = (page: string): ReadonlyArray<string> =>
  [...textOf(page).matchAll(block)].map(([, command = '']) => command)

/** The text of a page if its commands print what they print now. */
export const withPrinted = (page: string, printedBy: (command: string) => string): string =>
  textOf(page).replace(block, (_, command: string) => `\`\`\`console\n$ ${command}\n${printedBy(command)}\`\`\``)
