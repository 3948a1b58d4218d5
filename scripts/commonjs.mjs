/**
 * Writes a module of ours as CommonJS: each import as a `require`, the exports behind everything else. What stands between
 * stays as it is, so that both forms, side by side in the archive, take little more room than one. No module of ours
 * imports itself in a circle, none exports what it assigns again, and none has a default export.
 */
import ts from 'typescript'

const esModule = '"use strict";Object.defineProperty(exports,"__esModule",{value:!0});'

/** By a name that readers of CommonJS know; a name that the module exports itself is written over behind everything else. */
const exportAll = 'var __exportStar=(from,to)=>void Object.assign(to,from);'

/** @param {import('typescript').Node & { readonly text: string }} name */
const required = ({ text }) => `require(${JSON.stringify(text)})`

/** @param {import('typescript').ImportDeclaration} statement */
const importOf = ({ importClause, moduleSpecifier }) => {
  const from = required(/** @type {import('typescript').StringLiteral} */ (moduleSpecifier))
  if (importClause === undefined) return `${from};`
  const { name, namedBindings } = importClause
  const names =
    namedBindings === undefined
      ? []
      : ts.isNamespaceImport(namedBindings)
        ? [namedBindings.name.text]
        : [
            `{${namedBindings.elements.map(({ propertyName, name: local }) => (propertyName === undefined ? local.text : `${propertyName.text}:${local.text}`)).join()}}`,
          ]
  if (name !== undefined) names.push(`{default:${name.text}}`)
  return names.map((local) => `const ${local}=${from};`).join('')
}

/** @param {import('typescript').ExportDeclaration} statement @param {number} number makes a name of its own */
const exportOf = ({ exportClause, moduleSpecifier }, number) => {
  const from =
    moduleSpecifier === undefined
      ? undefined
      : required(/** @type {import('typescript').StringLiteral} */ (moduleSpecifier))
  if (exportClause === undefined) return { before: `__exportStar(${from},exports);`, after: [] }
  if (ts.isNamespaceExport(exportClause)) return { before: '', after: [`exports.${exportClause.name.text}=${from};`] }
  const source = from === undefined ? undefined : `exported${number}`
  return {
    before: source === undefined ? '' : `const ${source}=${from};`,
    after: exportClause.elements.map(
      ({ propertyName, name }) =>
        `exports.${name.text}=${source === undefined ? '' : `${source}.`}${(propertyName ?? name).text};`,
    ),
  }
}

/** @param {import('typescript').Statement} statement */
const isExportOfAll = (statement) => ts.isExportDeclaration(statement) && statement.exportClause === undefined

/** @param {import('typescript').BindingName} name @returns {ReadonlyArray<string>} */
const boundIn = (name) =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundIn(element.name) : []))

/** @param {import('typescript').Statement} statement @returns {ReadonlyArray<string>} */
const declaredBy = (statement) => {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => boundIn(name))
  if ((ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name !== undefined)
    return [statement.name.text]
  throw new Error(`an export that has no form here: ${statement.getText()}`)
}

/** @param {string} code an ES module @returns {string} the same as CommonJS */
export const asCommonJs = (code) => {
  const module = ts.createSourceFile('module.js', code, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS)
  /** @type {string[]} */
  const parts = [esModule, module.statements.some(isExportOfAll) ? exportAll : '']
  /** @type {string[]} */
  const last = []
  let end = 0
  module.statements.forEach((statement, number) => {
    parts.push(code.slice(end, statement.getStart(module)))
    end = statement.getEnd()
    const exported = (ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined)?.find(
      ({ kind }) => kind === ts.SyntaxKind.ExportKeyword,
    )
    if (ts.isImportDeclaration(statement)) parts.push(importOf(statement))
    else if (ts.isExportDeclaration(statement)) {
      const { before, after } = exportOf(statement, number)
      parts.push(before)
      last.push(...after)
    } else if (exported !== undefined) {
      parts.push(code.slice(exported.getEnd(), end).trimStart())
      last.push(...declaredBy(statement).map((name) => `exports.${name}=${name};`))
    } else parts.push(code.slice(statement.getStart(module), end))
  })
  return `${parts.join('')}${code.slice(end).trimEnd()}\n${last.join('')}\n`
}
