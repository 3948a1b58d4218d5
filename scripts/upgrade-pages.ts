/**
 * Writes docs/upgrade: a page for each pair of neighbouring releases, with the rules in which they differ, from the tables of
 * switches. `--check` compares instead of writing.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { gatesBetween } from '../src/upgrade/gates.js'
import { type Switch, type SwitchTable, containerdRules, switchTables } from '../src/upgrade/index.js'
import { asMarkdownPage } from './markdown.js'

const folder = 'docs/upgrade'

/** Its rules stand among those of cascades, which heed them too. */
const server = 'API server'

interface Line {
  readonly component: string
  readonly line: string
  readonly preset: string
}

/** Releases in their order; 2.1 of containerd decides as 2.0, which `containerdRules` says. */
const lines: ReadonlyArray<Line> = [
  ...['1.31', '1.32', '1.33', '1.34', '1.35', '1.36'].map((line) => lineOf('Kubernetes', line, line)),
  ...['1.6', '1.7', '2.0', '2.1', '2.2', '2.3'].map((line) =>
    lineOf('containerd', line, line === '2.1' ? '2.0' : line),
  ),
]

function lineOf(component: string, line: string, preset: string): Line {
  if (component === 'containerd' && containerdRules(line)._tag === 'Left')
    throw new Error(`containerd ${line}: unknown`)
  return { component, line, preset: `${component.toLowerCase()}_${preset.replace('.', '_')}` }
}

const pairs = lines.flatMap((to, index) => {
  const from = lines[index - 1]
  return from?.component === to.component ? [{ from, to }] : []
})

const valueIn = ({ presets }: SwitchTable, { preset }: Line, field: string): unknown =>
  Object.entries(presets[preset] ?? {}).find(([name]) => name === field)?.[1]

const say = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``

/** Two values; of lists only what comes and goes. */
const sayBoth = (before: unknown, after: unknown): string => {
  if (!Array.isArray(before) || !Array.isArray(after)) return `${say(before)}, then ${say(after)}`
  const without = (list: ReadonlyArray<unknown>, others: ReadonlyArray<unknown>): string =>
    list
      .filter((one) => !others.includes(one))
      .map(say)
      .join(', ')
  const [goes, comes] = [without(before, after), without(after, before)]
  return [...(goes === '' ? [] : [`no longer ${goes}`]), ...(comes === '' ? [] : [`now also ${comes}`])].join('; ')
}

/** Gates whose stage differs, whether or not a rule does. */
const gatesOf = (from: Line, to: Line): ReadonlyArray<string> => {
  const rows = switchTables
    .filter(({ presets }) => presets[to.preset] !== undefined)
    .flatMap(({ switches }) => Object.values(switches).flatMap((row) => (row === 'setting' ? [] : [row])))
  const gates = gatesBetween(rows, from.line, to.line)
  return gates.length === 0
    ? []
    : [
        '## Feature gates',
        '',
        'Their stages, also where no rule above changes; a kubelet does not start with a locked gate set otherwise.',
        '',
        ...gates.map(({ name, before, after }) => `- ${name}: ${before}, then ${after}`),
      ]
}

const sectionOf = (table: SwitchTable, from: Line, to: Line): ReadonlyArray<string> => {
  const rows = Object.entries(table.switches).flatMap(([field, row]) => (row === 'setting' ? [] : [{ field, row }]))
  const changed = rows.flatMap(({ field, row }) => {
    const [before, after] = [valueIn(table, from, field), valueIn(table, to, field)]
    return JSON.stringify(before) === JSON.stringify(after)
      ? []
      : [`- **${field}** (${sayBoth(before, after)}): ${textOf(row)}`]
  })
  const patched = rows.flatMap(({ field, row }) =>
    (row.patches ?? [])
      .filter(({ release }) => release === to.line)
      .map(
        ({ from: first, before, value }) =>
          `- **${field}** is ${say(value)} ${[
            ...(first === undefined ? [] : [`from ${to.line}.${first} on`]),
            ...(before === undefined ? [] : [`before ${to.line}.${before}`]),
          ].join(' and ')}.`,
      ),
  )
  const all = [...changed, ...patched]
  return all.length === 0 ? [] : [`## ${table.of}`, '', ...all, '']
}

const textOf = ({ decides, example, gate, upstream }: Switch): string =>
  [
    `${decides}.`,
    ...(example === undefined ? [] : [exampleOf(example)]),
    ...(gate === undefined ? [] : [`Feature gate ${gate.name}: ${gate.stages}.`]),
    `\`${upstream}\``,
  ].join(' ')

const exampleOf = (example: string): string => {
  const [, situation = '', before = '', after = ''] = /^([^;]+): ([^;]+); ([^;]+)$/.exec(example) ?? []
  return `E.g. ${situation}: ${before}; then ${after}.`
}

const nameOf = (from: Line, to: Line): string => `${from.component.toLowerCase()}-${from.line}-${to.line}.md`

const titleOf = (from: Line, to: Line): string => `${from.component} ${from.line} to ${to.line}`

const pageOf = (from: Line, to: Line): string => {
  const sections = switchTables
    .filter(({ presets, of }) => presets[to.preset] !== undefined && of !== server)
    .flatMap((table) => sectionOf(table, from, to))
  return [
    `# ${titleOf(from, to)}`,
    '',
    ...(sections.length === 0 ? ['No rule differs.', ''] : sections),
    ...gatesOf(from, to),
  ].join('\n')
}

const index = [
  '# Upgrades',
  '',
  'The rules of garbage collection in which neighbouring releases differ, with their feature gates at default. For a snapshot of',
  'yours, `gcplan upgrade` says which of them matter. Generated by `npm run upgrade-pages`.',
  '',
  ...pairs.map(({ from, to }) => `- [${titleOf(from, to)}](${nameOf(from, to)})`),
].join('\n')

const drafts: ReadonlyArray<readonly [name: string, draft: string]> = [
  ['README.md', index],
  ...pairs.map(({ from, to }) => [nameOf(from, to), pageOf(from, to)] as const),
]

const pages = await Promise.all(drafts.map(async ([name, draft]) => [name, await asMarkdownPage(draft)] as const))
const names = new Set(pages.map(([name]) => name))
const strays = existsSync(folder) ? readdirSync(folder).filter((name) => !names.has(name)) : []

if (process.argv.includes('--check')) {
  const stale = pages.filter(
    ([name, text]) => !existsSync(join(folder, name)) || readFileSync(join(folder, name), 'utf8') !== text,
  )
  const wrong = [...stale.map(([name]) => name), ...strays]
  for (const name of wrong) console.error(`${join(folder, name)} is out of date: run npm run upgrade-pages`)
  if (wrong.length > 0) process.exitCode = 1
} else {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of pages) writeFileSync(join(folder, name), text)
  for (const name of strays) rmSync(join(folder, name))
}
