/** Where the modules of a build import from, as the bundler writes it. */
import { posix } from 'node:path'

import ts from 'typescript'

/**
 * @typedef {object} Import
 * @property {string} from e.g. `fp-ts`, `../chunks/core-time.js`
 * @property {number} start of the quoted name in the code
 * @property {number} end
 * @property {ReadonlyArray<string>} names that it takes; `default`, or `*` for the whole module
 */

/** @param {import('typescript').Node} node @returns {ReadonlyArray<string>} */
const namesIn = (node) => {
  if (ts.isExportDeclaration(node))
    return node.exportClause !== undefined && ts.isNamedExports(node.exportClause)
      ? node.exportClause.elements.map(({ name, propertyName }) => (propertyName ?? name).text)
      : ['*']
  if (!ts.isImportDeclaration(node)) return ['*']
  const { name, namedBindings } = node.importClause ?? {}
  return [
    ...(name === undefined ? [] : ['default']),
    ...(namedBindings === undefined
      ? []
      : ts.isNamespaceImport(namedBindings)
        ? ['*']
        : namedBindings.elements.map((element) => (element.propertyName ?? element.name).text)),
  ]
}

/** @param {string} code an ES module @returns {ReadonlyArray<Import>} its imports, also those at run time, in their order */
export const importsOf = (code) => {
  const module = ts.createSourceFile('module.js', code, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS)
  /** @type {Import[]} */
  const found = []
  /** @param {import('typescript').Node} node */
  const visit = (node) => {
    const from =
      ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
        ? node.moduleSpecifier
        : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
          ? node.arguments[0]
          : undefined
    if (from !== undefined && ts.isStringLiteralLike(from))
      found.push({ from: from.text, start: from.getStart(module), end: from.getEnd(), names: namesIn(node) })
    ts.forEachChild(node, visit)
  }
  visit(module)
  return found
}

/** @param {string} code @param {(from: string) => string} written @returns {string} the same, importing from elsewhere */
export const importingFrom = (code, written) =>
  importsOf(code).reduceRight(
    (text, { from, start, end }) => `${text.slice(0, start)}${JSON.stringify(written(from))}${text.slice(end)}`,
    code,
  )

/**
 * @param {ReadonlyMap<string, string>} files code by path
 * @param {ReadonlyArray<string>} entries
 * @returns {ReadonlyMap<string, string>} the entries and all that they import by relative path
 */
export const reachableIn = (files, entries) => {
  const reached = new Set(entries)
  for (const file of reached)
    for (const { from } of importsOf(files.get(file) ?? ''))
      if (from.startsWith('.')) reached.add(posix.join(posix.dirname(file), from))
  return new Map([...files].filter(([file]) => reached.has(file)))
}
