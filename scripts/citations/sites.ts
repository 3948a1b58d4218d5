/**
 * Answers where the decisions of a piece of code stand: what it asks (conditions, comparisons, predicates that are handed
 * on, the cases of a switch), or, where it asks nothing, what it answers.
 */
import ts from 'typescript'

/** An expression that can be turned into its opposite. */
export interface Site {
  readonly node: ts.Expression | ts.ShorthandPropertyAssignment
  /** What is turned; a probe is never turned, it only tells that the code was reached. */
  readonly as: 'condition' | 'fallback' | 'answer' | 'read' | 'probe'
}

/** Every question asked below a node, itself included; nodes left out are not looked into. */
export const questionsIn = (
  checker: ts.TypeChecker,
  top: ts.Node,
  without: ReadonlySet<ts.Node> = new Set(),
): ReadonlyArray<Site> => {
  const sites: Site[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || (node !== top && without.has(node))) return
    const as = asked(checker, node)
    if (as !== null) sites.push({ node: node as ts.Expression, as })
    ts.forEachChild(node, visit)
  }
  visit(top)
  return sites
}

const asked = (checker: ts.TypeChecker, node: ts.Node): Site['as'] | null => {
  if (ts.isShorthandPropertyAssignment(node))
    return isAnswerOfQuestion(checker.getTypeAtLocation(node.name)) ? 'condition' : null
  if (!isValue(node)) return null
  const { parent } = node
  if (ts.isCaseClause(parent) && parent.expression === node) return 'condition'
  if (
    ts.isBinaryExpression(parent) &&
    parent.left === node &&
    parent.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken
  )
    return 'fallback'
  if (isTest(node)) return 'condition'
  const type = checker.getTypeAtLocation(node)
  if (isBoolean(type)) return 'condition'
  return isHandedOn(node) && isAnswerOfQuestion(type) ? 'condition' : null
}

/** An expression whose value is used, and that can stand in brackets. */
export const isValue = (node: ts.Node): node is ts.Expression => {
  const { parent } = node
  if (!ts.isExpression(node) || ts.isParenthesizedExpression(node) || ts.isOmittedExpression(node)) return false
  if (ts.isSpreadElement(node) || ts.isExpressionWithTypeArguments(node)) return false
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return false
  if ((ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression === node) return false
  if (ts.isTaggedTemplateExpression(parent) || ts.isTypeNode(parent)) return false
  if (ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent)) return false
  if (ts.isIdentifier(node) && isName(node)) return false
  if ((parent.flags & ts.NodeFlags.OptionalChain) !== 0 && 'expression' in parent && parent.expression === node)
    return false
  if (ts.isPrefixUnaryExpression(parent) && parent.operator !== ts.SyntaxKind.ExclamationToken) return false
  return !isAssignedTo(node)
}

const isName = (node: ts.Identifier): boolean => {
  const { parent } = node
  return (
    ('name' in parent && parent.name === node) ||
    ('propertyName' in parent && parent.propertyName === node) ||
    ts.isShorthandPropertyAssignment(parent) ||
    ts.isImportSpecifier(parent) ||
    ts.isExportSpecifier(parent) ||
    ts.isQualifiedName(parent) ||
    ts.isTypePredicateNode(parent)
  )
}

const isAssignedTo = (node: ts.Expression): boolean => {
  const { parent } = node
  return (
    (ts.isBinaryExpression(parent) &&
      parent.left === node &&
      parent.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
      parent.operatorToken.kind <= ts.SyntaxKind.LastAssignment) ||
    ts.isPostfixUnaryExpression(parent) ||
    ts.isDeleteExpression(parent) ||
    ((ts.isForOfStatement(parent) || ts.isForInStatement(parent)) && parent.initializer === node)
  )
}

const isTest = (node: ts.Expression): boolean => {
  const { parent } = node
  return (
    (ts.isConditionalExpression(parent) && parent.condition === node) ||
    ((ts.isIfStatement(parent) || ts.isWhileStatement(parent) || ts.isDoStatement(parent)) &&
      parent.expression === node) ||
    (ts.isForStatement(parent) && parent.condition === node)
  )
}

/** Handed on as an argument, or held by an object or a list, to be asked there. */
const isHandedOn = ({ parent }: ts.Expression): boolean =>
  ts.isCallExpression(parent) || ts.isPropertyAssignment(parent) || ts.isArrayLiteralExpression(parent)

const isBoolean = (type: ts.Type): boolean =>
  (type.isUnion() ? type.types : [type]).every(({ flags }) => (flags & ts.TypeFlags.BooleanLike) !== 0)

const isAnswerOfQuestion = (type: ts.Type): boolean => {
  if (isBoolean(type)) return true
  const [signature] = type.getCallSignatures()
  return signature !== undefined && isBoolean(signature.getReturnType())
}

/** What a function gives at last, or a value is; of a function that is curried the innermost. */
export const answersOf = (node: ts.Node | undefined): ReadonlyArray<Site> => {
  if (node === undefined) return []
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return answersOf(node.expression)
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isFunctionDeclaration(node)) {
    const { body } = node
    return body !== undefined && ts.isBlock(body) ? returnsIn(body).flatMap(answersOf) : answersOf(body)
  }
  if (ts.isShorthandPropertyAssignment(node)) return [{ node, as: 'answer' }]
  return isValue(node) ? [{ node, as: 'answer' }] : []
}

const returnsIn = (block: ts.Block): ReadonlyArray<ts.Expression> => {
  const found: ts.Expression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return
    if (ts.isReturnStatement(node) && node.expression !== undefined) found.push(node.expression)
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(block, visit)
  return found
}
