/**
 * Says in the code that loading a module only makes values, which package.json says of whole files: bundlers of users then
 * drop each value that is not used, however many modules share a file.
 */
import ts from 'typescript'

/** What bundlers take for free of effects by themselves. @param {import('typescript').Node} node @returns {boolean} */
const isPlain = (node) => {
  if (
    ts.isLiteralExpression(node) ||
    ts.isArrowFunction(node) ||
    ts.isFunctionExpression(node) ||
    ts.isIdentifier(node) ||
    node.kind === ts.SyntaxKind.TrueKeyword ||
    node.kind === ts.SyntaxKind.FalseKeyword ||
    node.kind === ts.SyntaxKind.NullKeyword
  )
    return true
  if (ts.isPrefixUnaryExpression(node)) return ts.isLiteralExpression(node.operand)
  if (ts.isArrayLiteralExpression(node)) return node.elements.every(isPlain)
  if (ts.isObjectLiteralExpression(node))
    return node.properties.every(
      (property) =>
        ts.isShorthandPropertyAssignment(property) ||
        ts.isMethodDeclaration(property) ||
        (ts.isPropertyAssignment(property) &&
          !ts.isComputedPropertyName(property.name) &&
          isPlain(property.initializer)),
    )
  if (ts.isCallExpression(node) || ts.isNewExpression(node))
    return isMarked(node) && (node.arguments ?? []).every(isPlain)
  return false
}

const MARK = '/*#__PURE__*/'

/** @param {import('typescript').Node} node */
const isMarked = (node) => node.getFullText().slice(0, node.getLeadingTriviaWidth()).includes('__PURE__')

/** @param {string} code an ES module @returns {string} the same, with each value at its top marked where bundlers could not know */
export const marked = (code) => {
  const module = ts.createSourceFile('module.js', code, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS)
  /** @type {string[]} */
  const parts = []
  let end = 0
  for (const statement of module.statements)
    for (const { name, initializer } of ts.isVariableStatement(statement) ? statement.declarationList.declarations : [])
      if (initializer !== undefined && ts.isIdentifier(name) && !isPlain(initializer)) {
        const text = code.slice(initializer.getFullStart(), initializer.getEnd()).trim()
        const body = ts.isObjectLiteralExpression(initializer) ? `(${text})` : text
        parts.push(code.slice(end, initializer.getFullStart()), `${MARK}(()=>${body})()`)
        end = initializer.getEnd()
      }
  return `${parts.join('')}${code.slice(end)}`
}
