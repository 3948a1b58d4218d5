/**
 * Answers whether the documentation is true: every `ts` block of the Markdown pages and every `@example` of the sources
 * is compiled against the built package, all at once, then run, and what it prints is compared with what it promises.
 *
 * A promise is a comment after a `console.log(...)`: on its last line, or, for several lines, on the lines right below.
 * All promises of a block, in order, are all it prints. A block marked `ts no-run` is compiled only. The programs of `examples/` compile with
 * the options that the page on embedding gives to whoever copies their folder.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

import ts from 'typescript'

import { root } from './package.mjs'
import { run } from './run.mjs'

/**
 * @typedef {object} Snippet
 * @property {string} where file and line, e.g. `README.md:12`
 * @property {string} name file name of the compiled block, without extension
 * @property {string} code
 * @property {boolean} runs
 * @property {ReadonlyArray<string>} promised lines it says it prints
 */

/** Where blocks are compiled: inside the package, so that its own name resolves to what it publishes. */
const folder = join(root, '.snippets')

/** A fence, with the ` * ` of a doc comment before each line or without. */
const FENCE = /^([ \t]*(?:\*[ \t]?)?)```ts\b([^\n]*)\n([\s\S]*?)^[ \t]*(?:\*[ \t]?)?```/gm

/** @param {string} code @returns {ReadonlyArray<string>} */
const promisesOf = (code) => {
  const lines = code.split('\n')
  const parsed = ts.createSourceFile('snippet.ts', code, ts.ScriptTarget.ES2022, true)
  /** @type {string[]} */
  const promised = []
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isExpressionStatement(node) && /^console\.log\(/.test(node.getText(parsed))) {
      const end = parsed.getLineAndCharacterOfPosition(node.getEnd())
      const [, sameLine] = /^[;\s)}\]]*\/\/ ?(.*)$/.exec((lines[end.line] ?? '').slice(end.character)) ?? []
      if (sameLine !== undefined) promised.push(sameLine)
      else
        for (const line of lines.slice(end.line + 1)) {
          const [, below] = /^\s*\/\/ ?(.*)$/.exec(line) ?? []
          if (below === undefined) break
          promised.push(below)
        }
    }
    ts.forEachChild(node, visit)
  }
  visit(parsed)
  return promised.map((line) => line.trimEnd())
}

/** @param {string} file @returns {ReadonlyArray<Snippet>} */
const snippetsOf = (file) => {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(FENCE)].map((match) => {
    const [, before = '', marks = '', body = ''] = match
    const line = text.slice(0, match.index).split('\n').length
    const code = before.includes('*') ? body.replace(/^[ \t]*\*[ \t]?/gm, '') : body
    return {
      where: `${file}:${line}`,
      name: `${file.replace(/\W+/g, '_')}_${line}`,
      code,
      runs: !marks.includes('no-run'),
      promised: promisesOf(code),
    }
  })
}

/** @param {ReadonlyArray<Snippet>} snippets @returns {Promise<string>} the compiler's complaints, by place in the docs */
const compile = async (snippets) => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const { name, code } of snippets) writeFileSync(join(folder, `${name}.ts`), `${code}\nexport {}\n`)
  const compilerOptions = {
    rootDir: '.',
    outDir: 'js',
    types: ['node'],
    declaration: false,
    declarationMap: false,
    sourceMap: false,
    isolatedDeclarations: false,
    noUnusedLocals: false,
    skipLibCheck: true,
  }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../tsconfig.core.json', compilerOptions, include: ['*.ts'], exclude: [] }),
  )
  const { output } = await run('node', [
    'node_modules/typescript-native/bin/tsc',
    '-p',
    '.snippets',
    '--pretty',
    'false',
  ])
  const places = new Map(snippets.map(({ name, where }) => [name, where]))
  return output.replace(/^\.snippets\/(\w+)\.ts\((\d+),/gm, (all, name, line) => {
    const [file, first] = (places.get(name) ?? '').split(':')
    return file === undefined || first === undefined ? all : `${file}(${Number(first) + Number(line)},`
  })
}

/** Programs whose folders are made to be copied. */
const programs = ['admission-gate', 'lifecycle-controller', 'node-agent']

/** @returns {Promise<string>} what the compiler says of copies of them, by the options of the page on embedding */
const compilePrograms = async () => {
  const page = readFileSync(join(root, 'docs/embed.md'), 'utf8')
  const [, options = ''] = /```json tsconfig\.json\n([\s\S]*?)```/.exec(page) ?? []
  const copies = join(folder, 'examples')
  for (const name of programs)
    for (const file of filesIn(`examples/${name}`, '.ts', false)) cpSync(join(root, file), join(folder, file))
  writeFileSync(join(copies, 'tsconfig.json'), options)
  const words = ['-p', copies, '--noEmit', '--pretty', 'false']
  const { output } = await run('node', ['node_modules/typescript-native/bin/tsc', ...words])
  return output.replace(/^\.snippets\//gm, '')
}

/** Runs blocks one after the other in one process; prints one JSON line with what each printed. */
const RUNNER = `
import { format } from 'node:util'
for (const name of process.argv.slice(2)) {
  const printed = []
  console.log = (...values) => printed.push(...format(...values).split('\\n').map((line) => line.trimEnd()))
  let error
  try {
    await import('./js/' + name + '.js')
    // What a block started without awaiting it may still print.
    await new Promise((resolve) => setTimeout(resolve, 0))
  } catch (thrown) {
    error = String(thrown?.stack ?? thrown).replace(/\\n +at .*(node:internal|run\\.mjs).*/g, '')
  }
  process.stdout.write(JSON.stringify({ name, printed, error }) + '\\n')
}
`

/**
 * @typedef {{ name: string, printed: ReadonlyArray<string>, error?: string }} Result
 * @param {ReadonlyArray<Snippet>} snippets
 * @returns {Promise<ReadonlyMap<string, Result>>}
 */
const runAll = async (snippets) => {
  writeFileSync(join(folder, 'run.mjs'), RUNNER)
  const processes = Math.max(1, Math.min(snippets.length, availableParallelism(), 4))
  const batches = Array.from({ length: processes }, (_, index) => snippets.filter((__, at) => at % processes === index))
  const outputs = await Promise.all(
    batches.map((batch) => run('node', [join(folder, 'run.mjs'), ...batch.map(({ name }) => name)])),
  )
  const results = outputs.flatMap(({ output }) =>
    output
      .split('\n')
      .flatMap((line) => (line.startsWith('{"name"') ? [/** @type {Result} */ (JSON.parse(line))] : [])),
  )
  for (const { code, output } of outputs) if (code !== 0) console.log(output)
  return new Map(results.map((result) => [result.name, result]))
}

/** @param {Snippet} snippet @param {Result | undefined} result @returns {string | null} what is wrong */
const verdict = (snippet, result) => {
  if (result === undefined) return 'did not end'
  if (result.error !== undefined) return result.error
  if (result.printed.join('\n') === snippet.promised.join('\n')) return null
  const indent = (/** @type {ReadonlyArray<string>} */ lines) => lines.map((line) => `    ${line}`).join('\n')
  return `  promised\n${indent(snippet.promised)}\n  printed\n${indent(result.printed)}`
}

/** @param {string} directory @param {string} extension @param {boolean} [recursive] */
const filesIn = (directory, extension, recursive = true) =>
  readdirSync(join(root, directory), { recursive, encoding: 'utf8' })
    .filter((file) => file.endsWith(extension))
    .map((file) => join(directory, file))
    .toSorted()

const pages = [...filesIn('.', '.md', false), ...filesIn('docs', '.md').filter((file) => !file.startsWith('docs/api/'))]
const snippets = [...pages, ...filesIn('src', '.ts')].flatMap(snippetsOf)
if (snippets.length === 0) throw new Error('no snippet found')
const complaints = `${await compile(snippets)}${await compilePrograms()}`
const results = await runAll(snippets.filter(({ runs }) => runs))
const failures = snippets.flatMap((snippet) => {
  const wrong = snippet.runs ? verdict(snippet, results.get(snippet.name)) : null
  return wrong === null ? [] : [`${snippet.where}\n${wrong}`]
})
if (complaints !== '') console.log(complaints)
for (const failure of failures) console.log(failure)
const red = complaints !== '' || failures.length > 0
console.log(`${snippets.length} snippets, ${failures.length} false${complaints === '' ? '' : ', not compiled cleanly'}`)
if (red) process.exitCode = 1
