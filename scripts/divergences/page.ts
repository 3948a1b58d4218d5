/**
 * Writes docs/divergences.md: every difference from the real components that was found, and every one that stays. `--check`
 * compares instead of writing. A case that does not exist is an error.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

import { asMarkdownPage } from '../markdown.js'
import { found } from './found.js'
import { kept } from './kept.js'
import type { Component, Found, How, Shown } from './row.js'
import { components } from './row.js'

const page = 'docs/divergences.md'

interface Cases {
  readonly cases?: ReadonlyArray<{ readonly name: string }>
  readonly meta?: { readonly cases: number }
}

/** Why a case shows nothing; null when it is there. */
const faultOf = (shown: Shown): string | null => {
  const [file = '', name] = shown.split('#')
  if (!existsSync(file)) return `${file} does not exist`
  if (name === undefined) return null
  const text = readFileSync(file, 'utf8')
  if (file.endsWith('.ts')) return text.includes(name) ? null : `${file} has no test ${name}`
  const { cases = [], meta } = JSON.parse(text) as Cases
  const isThere = file.startsWith('vectors/atlas/')
    ? Number(name) < (meta?.cases ?? 0)
    : cases.some((one) => one.name === name)
  return isThere ? null : `${file} has no case ${name}`
}

const shownAs = (shown: Shown): string => {
  const [file = '', name] = shown.split('#')
  return `\`${file.replace(/^(?:vectors|test)\//, '')}\`${name === undefined ? '' : ` ${name}`}`
}

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`)

const table = (heads: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => [
  `| ${heads.join(' | ')} |`,
  `| ${heads.map(() => '---').join(' | ')} |`,
  ...rows.map((row) => `| ${row.map(cell).join(' | ')} |`),
  '',
]

/** Rows in the order of the components. */
const inOrder = <R extends { readonly component: Component }>(rows: ReadonlyArray<R>): ReadonlyArray<R> =>
  components.flatMap((component) => rows.filter((row) => row.component === component))

const countBy = (rows: ReadonlyArray<Found>): string => {
  const ways: ReadonlyArray<How> = ['vector', 'atlas', 'live run', 'reading', 'law', 'mutation']
  return ways.map((way) => `${way} ${rows.filter(({ how }) => how === way).length}`).join(', ')
}

const open = found.filter(({ became }) => became === 'open').length

const draft = [
  '# Divergences',
  '',
  'Where gcplan and the real components differed, and where they still do. Generated from `scripts/divergences` by',
  '`npm run divergences`, which checks that each case exists. A file without a folder is below `vectors/` or `test/`.',
  '',
  `## Found`,
  '',
  `${found.length} differences, of which ${open} are open; the others are mended, each seen red first. Found by: ${countBy(found)}.`,
  '*law*: by generated input; *mutation*: by a test for a bug that was planted; *reading*: of the sources.',
  '',
  ...table(
    ['component', 'the real one', 'gcplan', 'found by', 'case', 'became'],
    inOrder(found).map(({ component, real, was, how, shown, became = 'mended' }) => [
      component,
      real,
      was,
      how,
      shownAs(shown),
      became,
    ]),
  ),
  '## Kept',
  '',
  `${kept.length} differences that stay, with the reason.`,
  '',
  ...table(
    ['component', 'the real one', 'gcplan', 'because', 'case'],
    inOrder(kept).map(({ component, real, here, because, shown }) => [component, real, here, because, shownAs(shown)]),
  ),
].join('\n')

const faults = [...found, ...kept].flatMap(({ shown }) => faultOf(shown) ?? [])
for (const fault of faults) console.error(fault)
const text = await asMarkdownPage(draft)
if (faults.length > 0) process.exitCode = 1
else if (!process.argv.includes('--check')) writeFileSync(page, text)
else if (!existsSync(page) || readFileSync(page, 'utf8') !== text) {
  console.error(`${page} is out of date: run npm run divergences`)
  process.exitCode = 1
}
