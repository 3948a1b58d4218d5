/**
 * Tests of an Either's side that return early, whatever their spelling. A test is
 *
 * - a call of a type guard for `Left` or `Right` of fp-ts, whatever its name;
 * - a comparison of `_tag`, read from an Either or taken out of one, with `'Left'` or `'Right'`;
 * - `'left' in x` or `'right' in x` for an Either;
 * - a constant that holds one of these, a call of a helper that is one of these, a call that is handed such a guard.
 *
 * It returns early where it decides an `if` one of whose branches ends in return, throw, continue or break, a `?:` whose
 * value is returned, or a `switch` over the tag. One statement counts once, however many tests its condition has.
 */
import ts from 'typescript'

import { walk } from './program.mjs'

/**
 * @typedef {import('typescript').Node} Node
 * @typedef {import('typescript').Expression} Expression
 * @typedef {import('typescript').TypeChecker} Checker
 */

/** @param {import('typescript').Type} type @returns {boolean} whether it is `Left` or `Right`, or both, of fp-ts */
const isEither = (type) =>
  (type.isUnion() ? type.types : [type]).some((part) => {
    const symbol = part.aliasSymbol ?? part.getSymbol()
    return (
      symbol !== undefined &&
      /^(Left|Right|Either)$/.test(symbol.name) &&
      (symbol.declarations ?? []).some((declaration) =>
        /\/fp-ts\/.*Either\.d\.ts$/.test(declaration.getSourceFile().fileName),
      )
    )
  })

/** @param {Node} node @returns {boolean} */
const isSide = (node) => ts.isStringLiteralLike(node) && /^(Left|Right)$/.test(node.text)

/** @param {Checker} checker @param {Node} name */
const declarationOf = (checker, name) =>
  ts.isIdentifier(name) ? checker.getSymbolAtLocation(name)?.valueDeclaration : undefined

/** @param {Checker} checker @returns {(node: Expression) => boolean} whether it reads the tag of an Either */
const readsTag = (checker) => (node) => {
  if (ts.isPropertyAccessExpression(node))
    return node.name.text === '_tag' && isEither(checker.getTypeAtLocation(node.expression))
  if (ts.isElementAccessExpression(node))
    return node.argumentExpression.getText() === "'_tag'" && isEither(checker.getTypeAtLocation(node.expression))
  const declaration = declarationOf(checker, node)
  if (declaration === undefined) return false
  if (ts.isBindingElement(declaration))
    return (
      (declaration.propertyName ?? declaration.name).getText() === '_tag' &&
      isEither(checker.getTypeAtLocation(declaration.parent))
    )
  return (
    ts.isVariableDeclaration(declaration) &&
    declaration.initializer !== undefined &&
    ts.isPropertyAccessExpression(declaration.initializer) &&
    readsTag(checker)(declaration.initializer)
  )
}

/** @param {Checker} checker @param {import('typescript').Signature} signature */
const guards = (checker, signature) => {
  const type = checker.getTypePredicateOfSignature(signature)?.type
  return type !== undefined && isEither(type)
}

/** @param {Checker} checker @param {Expression} argument @returns {boolean} whether it is a guard that is handed on */
const hasGuard = (checker, argument) =>
  checker
    .getTypeAtLocation(argument)
    .getCallSignatures()
    .some((signature) => guards(checker, signature))

/** @param {Node | undefined} declaration @returns {Expression | undefined} what a helper of one statement returns */
const onlyReturn = (declaration) => {
  if (declaration === undefined || !ts.isFunctionLike(declaration) || !('body' in declaration)) return undefined
  const body = /** @type {import('typescript').ConciseBody | undefined} */ (declaration.body)
  if (body === undefined || !ts.isBlock(body)) return body
  const [statement] = body.statements
  return statement !== undefined && ts.isReturnStatement(statement) ? statement.expression : undefined
}

/**
 * @param {Checker} checker
 * @param {ReadonlySet<Node>} [followed] helpers whose bodies are being looked at
 * @returns {(node: Expression) => boolean} whether a test of a side decides its value
 */
const tests =
  (checker, followed = new Set()) =>
  (node) => {
    const inner = tests(checker, followed)
    if (ts.isParenthesizedExpression(node)) return inner(node.expression)
    if (ts.isPrefixUnaryExpression(node)) return inner(node.operand)
    if (ts.isConditionalExpression(node)) return inner(node.condition) || inner(node.whenTrue) || inner(node.whenFalse)
    if (ts.isBinaryExpression(node)) {
      const { left, right, operatorToken } = node
      if (operatorToken.kind === ts.SyntaxKind.InKeyword)
        return (
          ts.isStringLiteralLike(left) && /^(left|right)$/.test(left.text) && isEither(checker.getTypeAtLocation(right))
        )
      return (
        inner(left) ||
        inner(right) ||
        (isSide(right) && readsTag(checker)(left)) ||
        (isSide(left) && readsTag(checker)(right))
      )
    }
    if (ts.isCallExpression(node)) {
      const signature = checker.getResolvedSignature(node)
      if (signature === undefined) return false
      const { declaration } = signature
      const body = onlyReturn(declaration)
      return (
        guards(checker, signature) ||
        node.arguments.some((argument) => hasGuard(checker, argument)) ||
        (body !== undefined &&
          declaration !== undefined &&
          !followed.has(declaration) &&
          tests(checker, new Set([...followed, declaration]))(body))
      )
    }
    const declaration = declarationOf(checker, node)
    return (
      declaration !== undefined &&
      ts.isVariableDeclaration(declaration) &&
      declaration.initializer !== undefined &&
      ts.isVariableDeclarationList(declaration.parent) &&
      (declaration.parent.flags & ts.NodeFlags.Const) !== 0 &&
      inner(declaration.initializer)
    )
  }

/** @param {import('typescript').Statement | undefined} statement @returns {boolean} whether control leaves at its end */
const leaves = (statement) => {
  if (statement === undefined) return false
  if (ts.isBlock(statement)) return leaves(statement.statements.at(-1))
  if (ts.isIfStatement(statement)) return leaves(statement.thenStatement) && leaves(statement.elseStatement)
  return (
    ts.isReturnStatement(statement) ||
    ts.isThrowStatement(statement) ||
    ts.isContinueStatement(statement) ||
    ts.isBreakStatement(statement)
  )
}

/** @param {Node} node @returns {boolean} whether its value is what a function returns */
const isReturned = (node) => {
  const { parent } = node
  if (ts.isParenthesizedExpression(parent) || ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent))
    return isReturned(parent)
  if (ts.isConditionalExpression(parent)) return parent.condition !== node && isReturned(parent)
  return ts.isReturnStatement(parent) || (ts.isArrowFunction(parent) && parent.body === node)
}

/**
 * @param {import('./program.mjs').Project} project
 * @returns {ReadonlyArray<{ place: string, form: 'if' | '?:' | 'switch' }>}
 */
export const earlyReturns = ({ sources, checker, placeOf }) => {
  const decides = tests(checker)
  const isTag = readsTag(checker)
  /** @type {{ place: string, form: 'if' | '?:' | 'switch' }[]} */
  const found = []
  for (const file of sources)
    walk(file, (node) => {
      if (ts.isIfStatement(node)) {
        if ((leaves(node.thenStatement) || leaves(node.elseStatement)) && decides(node.expression))
          found.push({ place: placeOf(node), form: 'if' })
      } else if (ts.isConditionalExpression(node)) {
        if (isReturned(node) && decides(node.condition)) found.push({ place: placeOf(node), form: '?:' })
      } else if (ts.isSwitchStatement(node) && isTag(node.expression)) {
        found.push({ place: placeOf(node), form: 'switch' })
      }
    })
  return found
}
