/** Answers where a name of the sources is used. */
import ts from 'typescript'

import type { Project } from '../measures/program.mjs'
import { walk } from '../measures/program.mjs'

/** Identifiers by their text. */
export type Names = ReadonlyMap<string, ReadonlyArray<ts.Identifier>>

/** Texts by their text. */
export type Literals = ReadonlyMap<string, ReadonlyArray<ts.StringLiteral>>

/** Every identifier and every text of the sources. */
export const namesIn = ({ sources }: Project): { readonly names: Names; readonly literals: Literals } => {
  const names = new Map<string, ts.Identifier[]>()
  const literals = new Map<string, ts.StringLiteral[]>()
  for (const source of sources)
    walk(source, (node) => {
      if (ts.isIdentifier(node)) push(names, node)
      else if (ts.isStringLiteral(node)) push(literals, node)
    })
  return { names, literals }
}

const push = <N extends ts.Identifier | ts.StringLiteral>(map: Map<string, N[]>, node: N): void => {
  const held = map.get(node.text)
  if (held === undefined) map.set(node.text, [node])
  else held.push(node)
}

/** Uses of what a declaration names, itself left out. */
export const usesOf = (
  checker: ts.TypeChecker,
  names: Names,
  declared: ts.Identifier,
): ReadonlyArray<ts.Identifier> => {
  const symbol = checker.getSymbolAtLocation(declared)
  return (names.get(declared.text) ?? []).filter((name) => {
    if (name === declared) return false
    const used = ts.isShorthandPropertyAssignment(name.parent)
      ? checker.getShorthandAssignmentValueSymbol(name.parent)
      : checker.getSymbolAtLocation(name)
    return used !== undefined && origin(checker, used) === symbol
  })
}

const origin = (checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol =>
  (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol)
