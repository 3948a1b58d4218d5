/** Bundles the replays of recorded cases with the sources, each decision passed through a switch. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { build } from 'esbuild'
import ts from 'typescript'

import type { Project } from '../measures/program.mjs'
import type { Site } from './sites.js'

/** Sites by their number. */
export type Numbered = ReadonlyArray<Site>

interface Cut {
  readonly at: number
  readonly text: string
  /** Of cuts in one place, the lower comes first. */
  readonly order: number
}

/** The text of a file with its sites passed through `__turn`. */
const cut = (text: string, cuts: ReadonlyArray<Cut>): string => {
  const sorted = cuts.toSorted((a, b) => a.at - b.at || a.order - b.order)
  const parts: string[] = []
  let from = 0
  for (const { at, text: inserted } of sorted) {
    parts.push(text.slice(from, at), inserted)
    from = at
  }
  return [...parts, text.slice(from)].join('')
}

/** Outer expressions open first and close last; closings come before openings. */
const cutsOf = (checker: ts.TypeChecker, { node, as }: Site, id: number): ReadonlyArray<Cut> => {
  const [begin, end] = [node.getStart(), node.end]
  const length = end - begin
  const others = as === 'read' || as === 'answer' ? othersOf(checker, node) : undefined
  const closing = others === undefined ? ')' : `, ${JSON.stringify(others)})`
  const opening = `__turn(${id}, '${as}', `
  return ts.isShorthandPropertyAssignment(node)
    ? [{ at: end, text: `: ${opening}${node.name.text}${closing}`, order: 0 }]
    : [
        { at: begin, text: opening, order: 1e9 - length },
        { at: end, text: closing, order: -1e9 + length },
      ]
}

/** The literals of a type that lists them; by field for an object. */
const othersOf = (checker: ts.TypeChecker, node: ts.Node): unknown => {
  const type = checker.getTypeAtLocation(ts.isShorthandPropertyAssignment(node) ? node.name : node)
  const wide = ts.isExpression(node) ? (checker.getContextualType(node) ?? type) : type
  const listed = literalsOf(wide)
  if (listed !== undefined) return listed
  const fields = Object.fromEntries(
    wide.getProperties().flatMap((field) => {
      const held = literalsOf(checker.getTypeOfSymbolAtLocation(field, node))
      return held === undefined ? [] : [[field.name, held]]
    }),
  )
  return Object.keys(fields).length === 0 || wide.isUnion() ? undefined : fields
}

const literalsOf = (type: ts.Type): ReadonlyArray<string> | undefined => {
  const values = type.isUnion() ? type.types.flatMap((each) => (each.isStringLiteral() ? [each.value] : [])) : []
  return values.length > 1 && type.isUnion() && values.length === type.types.length ? values : undefined
}

/** The bundle of a program, with every site switched. */
export const bundle = async ({ root, checker, fileOf }: Project, sites: Numbered, program: string): Promise<string> => {
  const byFile = new Map<string, Cut[]>()
  for (const [id, site] of sites.entries()) {
    const file = join(root, fileOf(site.node))
    byFile.set(file, [...(byFile.get(file) ?? []), ...cutsOf(checker, site, id)])
  }
  const result = await build({
    absWorkingDir: root,
    bundle: true,
    entryPoints: [program],
    write: false,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    logLevel: 'error',
    plugins: [
      {
        name: 'turns',
        setup: (bundler) => {
          bundler.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
            const cuts = byFile.get(path)
            const text = readFileSync(path, 'utf8')
            return { contents: cuts === undefined ? text : cut(text, cuts), loader: 'ts' }
          })
        },
      },
    ],
  })
  return result.outputFiles[0]?.text ?? ''
}
