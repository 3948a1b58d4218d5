/**
 * Answers which questions lead to a place in the code: conditions whose branch it stands in, those that return before it,
 * and those of the calls and functions around it.
 */
import ts from 'typescript'

import type { Names } from './names.js'
import { usesOf } from './names.js'
import type { Site } from './sites.js'
import { isValue, questionsIn } from './sites.js'

/** How many functions outwards a question is looked for. */
const FURTHEST = 4

/** Questions that lead to a node; empty where nothing decides whether it is reached. */
export const leadingTo = (
  checker: ts.TypeChecker,
  names: Names,
  node: ts.Node,
  left = FURTHEST,
): ReadonlyArray<Site> => {
  for (let at = node; !ts.isSourceFile(at.parent); at = at.parent) {
    const found = upTo(checker, at)
    const { outermost, sites } = found
    if (sites.length > 0) return sites
    at = outermost
    if (ts.isSourceFile(at.parent)) break
    const name = nameOf(at.parent)
    if (name === undefined) continue
    const inside = questionsIn(checker, at)
    if (inside.length > 0) return inside
    if (left === 0) return []
    return usesOf(checker, names, name)
      .filter((use) => !ts.isImportSpecifier(use.parent) && !ts.isExportSpecifier(use.parent))
      .flatMap((use) => leadingTo(checker, names, use, left - 1))
  }
  return []
}

/** Climbs to the border of the nearest function, and says which questions it met. */
const upTo = (
  checker: ts.TypeChecker,
  from: ts.Node,
): { readonly outermost: ts.Node; readonly sites: ReadonlyArray<Site> } => {
  const sites: Site[] = []
  const ask = (node: ts.Expression | undefined): void => {
    if (node !== undefined)
      sites.push(...questionsIn(checker, node), ...(isBare(checker, node) ? [condition(node)] : []))
  }
  let at = from
  while (!ts.isSourceFile(at.parent)) {
    const { parent } = at
    if (ts.isConditionalExpression(parent) && parent.condition !== at) ask(parent.condition)
    else if (ts.isIfStatement(parent) && parent.expression !== at) ask(parent.expression)
    else if (ts.isBinaryExpression(parent) && parent.right === at && isShort(parent)) ask(parent.left)
    else if (ts.isCaseClause(parent) && parent.expression !== at) ask(parent.expression)
    else if (ts.isBlock(parent))
      for (const before of parent.statements) {
        if (before === at) break
        if (ts.isIfStatement(before)) ask(before.expression)
      }
    else if (ts.isCallExpression(parent)) {
      for (const argument of parent.arguments) if (argument !== at) ask(argument)
      if (parent.expression !== at && ts.isPropertyAccessExpression(parent.expression))
        ask(parent.expression.expression)
    }
    if (ts.isFunctionLike(at) || ts.isVariableDeclaration(parent)) break
    at = parent
  }
  return { outermost: at, sites }
}

/** A whole test that is no question by its type. */
const isBare = (checker: ts.TypeChecker, node: ts.Expression): boolean =>
  isValue(node) && !questionsIn(checker, node).some((site) => site.node === node) && ts.isCaseClause(node.parent)

const condition = (node: ts.Expression): Site => ({ node, as: 'condition' })

const isShort = ({ operatorToken: { kind } }: ts.BinaryExpression): boolean =>
  kind === ts.SyntaxKind.AmpersandAmpersandToken ||
  kind === ts.SyntaxKind.BarBarToken ||
  kind === ts.SyntaxKind.QuestionQuestionToken

const nameOf = (node: ts.Node): ts.Identifier | undefined =>
  (ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node)) &&
  node.name !== undefined &&
  ts.isIdentifier(node.name)
    ? node.name
    : undefined
