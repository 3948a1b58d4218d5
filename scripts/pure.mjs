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

/** What the bundler leaves of a value that nobody uses. @param {import('typescript').Node} node @returns {boolean} */
const isLeftOver = (node) => {
  if (ts.isBinaryExpression(node))
    return node.operatorToken.kind === ts.SyntaxKind.CommaToken && isLeftOver(node.left) && isLeftOver(node.right)
  if (ts.isPrefixUnaryExpression(node)) return ts.isIdentifier(node.operand)
  if (ts.isCallExpression(node)) return isLeftOver(node.expression) && node.arguments.every(isValue)
  return ts.isIdentifier(node)
}

/** @param {import('typescript').Node} node @returns {boolean} */
const isValue = (node) =>
  isPlain(node) ||
  isLeftOver(node) ||
  ts.isPropertyAccessExpression(node) ||
  (ts.isObjectLiteralExpression(node) &&
    node.properties.every((property) => !ts.isPropertyAssignment(property) || isValue(property.initializer)))

/** @param {string} code an ES module @returns {string} the same, with each value at its top marked where bundlers could not know, and without what is left of unused ones */
export const marked = (code) => {
  const module = ts.createSourceFile('module.js', code, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS)
  /** @type {string[]} */
  const parts = []
  let end = 0
  for (const statement of module.statements) {
    if (ts.isExpressionStatement(statement) && isLeftOver(statement.expression)) {
      parts.push(code.slice(end, statement.getStart()))
      end = statement.getEnd()
    }
    for (const { name, initializer } of ts.isVariableStatement(statement) ? statement.declarationList.declarations : [])
      if (initializer !== undefined && ts.isIdentifier(name) && !isPlain(initializer)) {
        const text = code.slice(initializer.getFullStart(), initializer.getEnd()).trim()
        const body = ts.isObjectLiteralExpression(initializer) ? `(${text})` : text
        parts.push(code.slice(end, initializer.getFullStart()), `${MARK}(()=>${body})()`)
        end = initializer.getEnd()
      }
  }
  return `${parts.join('')}${code.slice(end)}`
}
