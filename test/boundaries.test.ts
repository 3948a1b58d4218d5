/**
 * Answers whether the sources keep inside the fences, by reading their imports and words with the compiler's scanner. It
 * holds what lint and the folder rules cannot say, and repeats in few lines what must never slip through either.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import ts from 'typescript'
import { describe, expect, it } from 'vitest'

import { entryPoints } from '../scripts/package.mjs'

const root = join(import.meta.dirname, '..')

interface Source {
  readonly file: string
  readonly folder: string
  readonly lines: ReadonlyArray<string>
  /** Identifiers in code; comments and text do not count. */
  readonly words: ReadonlySet<string>
  readonly imports: ReadonlyArray<{ readonly from: string; readonly names: ReadonlyArray<string> }>
}

const read = (file: string): Source => {
  const text = readFileSync(join(root, file), 'utf8')
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022)
  const words = new Set<string>()
  const imports: { from: string; names: string[] }[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) words.add(node.text)
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier !== undefined) {
      const bindings = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause
      const named = bindings !== undefined && (ts.isNamedImports(bindings) || ts.isNamedExports(bindings))
      imports.push({
        from: (node.moduleSpecifier as ts.StringLiteral).text,
        names: named ? bindings.elements.map((element) => (element.propertyName ?? element.name).text) : [],
      })
    }
    ts.forEachChild(node, visit)
  }
  visit(parsed)
  return { file, folder: file.split('/').slice(1, -1).join('/'), lines: text.split('\n'), words, imports }
}

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  // What protoc-gen-es writes is not ours to shape.
  .filter((file) => file.endsWith('.ts') && !/\/wire\//.test(file))
  .map((file) => read(`src/${file}`))

/** Files that break a rule, each with what it holds against the rule; empty when all keep it. */
const breaking = (found: (source: Source) => ReadonlyArray<string>, among: ReadonlyArray<Source> = sources) =>
  among.flatMap((source) => found(source).map((what) => `${source.file}: ${what}`))

const within = (...patterns: ReadonlyArray<RegExp>) => ({
  inside: sources.filter(({ file }) => patterns.some((pattern) => pattern.test(file))),
  outside: sources.filter(({ file }) => !patterns.some((pattern) => pattern.test(file))),
})

const wordsOf =
  (...banned: ReadonlyArray<string>) =>
  (source: Source) =>
    banned.filter((word) => source.words.has(word))
const importing = (specifier: RegExp) => (source: Source) =>
  source.imports.map(({ from }) => from).filter((from) => specifier.test(from))

/** What touches the world. */
const cli = /^src\/cli\//
const adapters = /^src\/adapters\//
/** The one file of the served cluster that listens. */
const listener = /^src\/testing\/http\/listen\.ts$/

describe('the words of a file', () => {
  const effects = within(
    cli,
    adapters,
    /^src\/execute\//,
    /^src\/simulate\/loop\/(drive|work|.+\/(driver|port))\.ts$/,
    /\/action\.ts$/,
    // The types of Jest's matchers name promises.
    /^src\/testing\/(.+\/)?(ports|run|virtual-clock|laws|jest)\.ts$/,
    listener,
    /^src\/testing\/http\/client\.ts$/,
  )

  it('speak of effects in execute, drivers, actions, adapters and the command line alone', () => {
    const words = wordsOf('Task', 'TaskEither', 'IO', 'IOEither', 'Promise')
    expect(breaking(words, effects.outside)).toEqual([])
    const names = (source: Source) =>
      source.imports.flatMap(({ from, names }) =>
        from === 'fp-ts' ? names.filter((name) => /^(task|io|reader|state)/.test(name)) : [],
      )
    expect(breaking(names, effects.outside)).toEqual([])
  })

  it('never ask the host', () => {
    const words = ['process', 'console', 'fetch', 'performance', 'globalThis', 'Intl', 'localeCompare', 'setTimeout']
    expect(breaking(wordsOf(...words), within(cli, adapters).outside)).toEqual([])
  })

  it('hold no unsafe escape', () => {
    const escapes = /@ts-(ignore|expect-error|nocheck)|eslint-disable|(?:v8|c8|istanbul) ignore|Stryker disable/
    expect(breaking(({ lines }) => lines.filter((line) => escapes.test(line)))).toEqual([])
  })
})

describe('the imports of a file', () => {
  it('name fp-ts and io-ts by their roots', () => {
    expect(breaking(importing(/^(fp-ts|io-ts)\//))).toEqual([])
  })

  it('name io-ts in decode, documents and the JSON renderer alone', () => {
    const allowed = within(/^src\/(decode|document)\//, /^src\/render\/json/)
    expect(breaking(importing(/^io-ts/), allowed.outside)).toEqual([])
  })

  it('name date-fns where instants are reckoned alone', () => {
    const controllers = /^src\/controllers\/(lifecycle|pod|ttl)\//
    const allowed = within(/^src\/core\/time\.ts$/, /^src\/(render|testing)\//, /\/policy\.ts$/, controllers, cli)
    expect(breaking(importing(/^date-fns/), allowed.outside)).toEqual([])
  })

  it("name of date-fns what reads neither the host's time zone nor a locale alone", () => {
    const pure = 'addMilliseconds|compareAsc|constants|differenceInMilliseconds|isAfter|isBefore|isEqual'
    expect(breaking(importing(new RegExp(`^date-fns(?!/(${pure})$)`)))).toEqual([])
  })

  it('name modules of Node in adapters and the command line alone', () => {
    expect(breaking(importing(/^node:/), within(cli, adapters, listener).outside)).toEqual([])
  })

  it('are of known packages in the library', () => {
    const withPeers = /^src\/testing\/(arbitrary\/|vitest\.ts$|jest\.ts$)/
    expect(
      breaking(importing(/^(?!\.|fp-ts$|io-ts$|date-fns\/)/), within(cli, adapters, listener, withPeers).outside),
    ).toEqual([])
    expect(breaking(importing(/^(?!\.|fp-ts$|fast-check$|vitest$|expect$)/), within(withPeers).inside)).toEqual([])
    const daemons = /^(?!\.|node:|fp-ts$|@bufbuild\/protobuf$|@connectrpc\/connect(-node)?$)/
    expect(breaking(importing(daemons), within(adapters).inside)).toEqual([])
  })
})

describe('a file', () => {
  it('of more than a screen opens with what it is for', () => {
    const headed = ({ file, lines }: Source) =>
      file.endsWith('/index.ts') || lines.length <= 60 || /^(#!|\/\*\*)/.test(lines[0] ?? '') ? [] : ['no header']
    expect(breaking(headed)).toEqual([])
  })

  it('has at most 400 lines', () => {
    expect(breaking(({ lines }) => (lines.length > 401 ? [`${lines.length} lines`] : []))).toEqual([])
  })

  it('is not a drawer', () => {
    const drawer = /(^|\/)(utils?|helpers?|common|misc)(\/|\.ts$)/
    expect(breaking(({ file }) => (drawer.test(file) ? ['says nothing'] : []))).toEqual([])
  })
})

describe('a face', () => {
  it('that the exports map names has its source', () => {
    expect(entryPoints.filter(({ source }) => !existsSync(join(root, source)))).toEqual([])
  })

  it('of a top folder or a collector is published, the shared words apart', () => {
    const published = new Set(entryPoints.map(({ source }) => source))
    const faces = sources.filter(({ file }) =>
      /^src\/(?!core\/|cli\/)((kubelet|controllers|simulate)\/)?[^/]+\/index\.ts$/.test(file),
    )
    expect(faces.map(({ file }) => file).filter((file) => !published.has(file))).toEqual([])
  })

  it('holds exports and types, no code', () => {
    const statements = ({ file }: Source) =>
      ts
        .createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.ES2022)
        .statements.filter((statement) => !ts.isExportDeclaration(statement) && !ts.isImportDeclaration(statement))
        .filter((statement) => !ts.isTypeAliasDeclaration(statement))
        .map((statement) => ts.SyntaxKind[statement.kind])
    const faces = within(cli).outside.filter(({ file }) => file.endsWith('/index.ts'))
    expect(breaking(statements, faces)).toEqual([])
  })
})
