/**
 * Answers which decisions stand for each citation: of a function what it asks, or else what it answers; of a file what its
 * functions ask that have no citation of their own; of a field of a type where it is read; of a tag what leads to it; of a
 * value the value.
 */
import ts from 'typescript'

import type { Project } from '../measures/program.mjs'
import type { Citation } from './found.js'
import { isFunction } from './found.js'
import { leadingTo } from './leading.js'
import { type Literals, type Names, usesOf } from './names.js'
import type { Site } from './sites.js'
import { answersOf, isValue, questionsIn } from './sites.js'

/** A citation, where its rule is reached, and its decisions. */
export interface Cited {
  readonly citation: Citation
  /** Places of which a case must reach one; empty where the decisions themselves are the places. */
  readonly places: ReadonlyArray<Site>
  readonly decisions: ReadonlyArray<Site>
}

/** What decisions are looked up in. */
export interface Context {
  readonly project: Project
  readonly names: Names
  readonly literals: Literals
  /** Nodes that have a citation of their own. */
  readonly cited: ReadonlySet<ts.Node>
}

/** The decisions of a citation. */
export const decisionsOf = (context: Context, citation: Citation): Cited => {
  const places = citation.kind === 'tag' ? placesOfTag(context, citation) : []
  return { citation, places, decisions: distinct(sitesOf(context, citation, places)) }
}

const sitesOf = (context: Context, { kind, node }: Citation, places: ReadonlyArray<Site>): ReadonlyArray<Site> => {
  const { checker } = context.project
  switch (kind) {
    case 'file':
      return ofFile(context, node)
    case 'function': {
      const body = initializerOf(node)
      const asked = body === undefined ? [] : questionsIn(checker, body)
      return asked.length > 0 ? asked : answersOf(body)
    }
    case 'value': {
      const value = initializerOf(node) ?? node
      return [...(isFunction(value) ? [] : answersOf(value)), ...questionsIn(checker, value)]
    }
    case 'field':
      return ofField(context, node as ts.PropertySignature)
    case 'tag':
      return places.flatMap((place) => leadingTo(checker, context.names, place.node))
    case 'type':
      return []
  }
}

const ofFile = ({ project: { checker }, cited }: Context, node: ts.Node): ReadonlyArray<Site> => {
  const own = questionsIn(checker, node, cited)
  if (own.length > 0) return own
  const all = questionsIn(checker, node)
  return all.length > 0
    ? all
    : node
        .getSourceFile()
        .statements.flatMap((statement) =>
          ts.isVariableStatement(statement) ? answersOf(initializerOf(statement)) : [],
        )
}

const initializerOf = (node: ts.Node): ts.Node | undefined => {
  if (ts.isVariableStatement(node)) return node.declarationList.declarations[0]?.initializer
  if (ts.isPropertyAssignment(node)) return node.initializer
  return ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isShorthandPropertyAssignment(node)
    ? node
    : undefined
}

/** Where the field is read; where it is only written, what is written; of a table that is typed apart, its value. */
const ofField = (context: Context, node: ts.PropertySignature): ReadonlyArray<Site> => {
  const table = node.parent.parent
  if (ts.isVariableDeclaration(table) && table.initializer !== undefined)
    return valueIn(table.initializer, node.name.getText())
  const { read, written } = accessesOf(context, node)
  return read.length > 0 ? read : written
}

const valueIn = (table: ts.Expression, name: string): ReadonlyArray<Site> =>
  ts.isObjectLiteralExpression(table)
    ? table.properties
        .filter((property) => property.name?.getText() === name)
        .flatMap((property) => answersOf(initializerOf(property)))
    : []

const accessesOf = (
  { project: { checker }, names }: Context,
  node: ts.PropertySignature,
): { readonly read: ReadonlyArray<Site>; readonly written: ReadonlyArray<Site> } => {
  const read: Site[] = []
  const written: Site[] = []
  const isIt = (symbol: ts.Symbol | undefined): boolean => symbol?.declarations?.includes(node) ?? false
  for (const name of names.get(node.name.getText()) ?? []) {
    const { parent } = name
    if (ts.isPropertyAccessExpression(parent) && parent.name === name) {
      if (isIt(checker.getSymbolAtLocation(name)) && isValue(parent)) read.push({ node: parent, as: 'read' })
    } else if (ts.isBindingElement(parent) && (parent.propertyName ?? parent.name) === name) {
      const local = parent.name
      if (!ts.isIdentifier(local) || !isIt(checker.getTypeAtLocation(parent.parent).getProperty(name.text))) continue
      for (const use of usesOf(checker, names, local))
        if (ts.isShorthandPropertyAssignment(use.parent)) read.push({ node: use.parent, as: 'read' })
        else if (isValue(use)) read.push({ node: use, as: 'read' })
    } else if (ts.isPropertyAssignment(parent) && parent.name === name) {
      const held = checker.getContextualType(parent.parent)
      if (isIt(held?.getProperty(name.text))) written.push(...answersOf(parent.initializer))
    } else if (ts.isShorthandPropertyAssignment(parent)) {
      const held = checker.getContextualType(parent.parent)
      if (isIt(held?.getProperty(name.text))) written.push({ node: parent, as: 'answer' })
    }
  }
  return { read, written }
}

/** Where objects with the tag are made: those of the type cited, or else any below the folder. */
const placesOfTag = (
  { project: { checker, fileOf }, literals }: Context,
  { file, node, of }: Citation,
): ReadonlyArray<Site> => {
  const tag = of.split(' ').at(-1) ?? ''
  const folder = file.slice(0, file.lastIndexOf('/') + 1)
  const all = literals.get(tag) ?? []
  const made = all.filter((literal) => objectOf(literal) !== undefined)
  const typed = made.filter((literal) => typesOf(checker, objectOf(literal)).includes(node))
  const near = made.filter((literal) => fileOf(literal).startsWith(folder))
  const named = all.filter(
    (literal) => fileOf(literal).startsWith(folder) && isGiven(literal) && !isTold(fileOf(literal)),
  )
  const chosen = [typed, near, named].find((literals) => literals.length > 0) ?? []
  return chosen.map((literal) => ({ node: literal, as: 'probe' }))
}

/** Given to a function or held by a table, and not compared with. */
const isGiven = (literal: ts.StringLiteral): boolean =>
  isValue(literal) && !ts.isBinaryExpression(literal.parent) && !ts.isCaseClause(literal.parent)

/** Sentences about a tag decide nothing. */
const isTold = (file: string): boolean => /\/explain[^/]*\.ts$/.test(file)

/** The object whose `_tag` a text is, directly or as a branch. */
const objectOf = (literal: ts.StringLiteral): ts.ObjectLiteralExpression | undefined => {
  for (let at: ts.Node = literal; isValue(at) || ts.isParenthesizedExpression(at); at = at.parent) {
    const { parent } = at
    if (ts.isPropertyAssignment(parent))
      return parent.name.getText() === '_tag' && parent.initializer === at ? parent.parent : undefined
    if (!ts.isConditionalExpression(parent) && !ts.isParenthesizedExpression(parent) && !ts.isAsExpression(parent))
      return undefined
  }
  return undefined
}

const typesOf = (checker: ts.TypeChecker, object: ts.Expression | undefined): ReadonlyArray<ts.Node> => {
  const type = object === undefined ? undefined : checker.getContextualType(object)
  if (type === undefined) return []
  return (type.isUnion() ? type.types : [type]).flatMap((member) => member.getSymbol()?.declarations ?? [])
}

const distinct = (sites: ReadonlyArray<Site>): ReadonlyArray<Site> => [
  ...new Map(sites.map((site) => [site.node, site])).values(),
]
