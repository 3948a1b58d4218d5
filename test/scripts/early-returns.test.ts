import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { earlyReturns } from '../../scripts/measures/early-returns.mjs'
import { openProject } from '../../scripts/measures/program.mjs'

/** One function per spelling, each on a line of its own behind the head. */
const HEAD = [
  "import { either as E } from 'fp-ts'",
  'type X = E.Either<string, number>',
  'const refused = (x: X): boolean => E.isLeft(x)',
  'function broken(x: X): boolean { return E.isLeft(x) }',
]

const COUNTED = [
  'if (E.isLeft(x)) return 1; return 2',
  'if (!E.isRight(x)) { return 1 } return 2',
  "if (x._tag !== 'Right') return 1; return 2",
  "if (x['_tag'] === 'Left') return 1; return 2",
  "const { _tag: tag } = x; if ('Left' === tag) throw new Error(); return 2",
  "const tag = x._tag; if (tag === 'Left') return 1; return 2",
  "switch (x._tag) { case 'Left': return 1; default: return 2 }",
  'return E.isLeft(x) ? 1 : 2',
  'const bad = E.isLeft(x); if (bad) return 1; return 2',
  'if (refused(x)) return 1; return 2',
  'if (broken(x)) return 1; return 2',
  'if (xs.some(E.isLeft)) return 1; return 2',
  "if ('left' in x) return 1; return 2",
  'let n = 0; for (const each of xs) { if (E.isLeft(each)) continue; n++ } return n',
  'if (xs.length > 0 && (xs.length > 1 || E.isLeft(x))) return 1; return 2',
  'if (E.isRight(x)) xs.pop(); else return 1; return 2',
]

const FREE = [
  'let n = 0; if (E.isRight(x)) n = 1; return n',
  'const n = E.isRight(x) ? 1 : 2; return n + 1',
  'return E.match(() => 1, (n: number) => n)(x)',
  "const other = { _tag: 'Left' as string }; if (other._tag === 'Left') return 1; return 2",
]

const spelled = (body: string, n: number): string =>
  `export const f${String(n)} = (x: X, xs: X[]): number => { ${body} }`

describe('early returns on an Either', () => {
  const root = mkdtempSync(join(tmpdir(), 'gcplan-spellings-'))
  const lines: number[] = []

  beforeAll(() => {
    mkdirSync(join(root, 'src'))
    symlinkSync(resolve('node_modules'), join(root, 'node_modules'), 'dir')
    writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
    writeFileSync(
      join(root, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { target: 'es2022', module: 'nodenext', strict: true, types: [] } }),
    )
    writeFileSync(join(root, 'src/spellings.ts'), [...HEAD, ...[...COUNTED, ...FREE].map(spelled)].join('\n'))
    for (const { place } of earlyReturns(openProject(root))) lines.push(Number(place.split(':')[1]) - HEAD.length - 1)
  })

  afterAll(() => rmSync(root, { recursive: true }))

  it.each(COUNTED.map((body, n) => [body, n] as const))('counts once: %s', (_, n) => {
    expect(lines.filter((line) => line === n)).toHaveLength(1)
  })

  it.each(FREE.map((body, n) => [body, n + COUNTED.length] as const))('leaves alone: %s', (_, n) => {
    expect(lines).not.toContain(n)
  })
})
