/**
 * How many files a reader opens to follow one decision: those with a declaration that value references reach from a
 * function's body, its own file included. A reference is followed to what the compiler resolves it to, through imports,
 * aliases and members of objects. A member that is read counts where it is declared, be it by an interface. Otherwise
 * types do not count, and neither do packages.
 */
import ts from 'typescript'

/**
 * @typedef {import('./program.mjs').Project} Project
 * @typedef {import('typescript').Node} Node
 * @typedef {{ name: string, declares: string, folder?: RegExp }} Start what to follow: an exported name, and the end of
 *   the folder that declares it where the name is not unique
 */

/** The old and the new folders of each. @type {ReadonlyArray<Start>} */
export const STARTS = [
  { name: 'ttl', declares: 'plan', folder: /\/ttl$/ },
  { name: 'kubelet-image', declares: 'plan', folder: /\/kubelet[-/]image$/ },
  { name: 'containerd', declares: 'plan', folder: /\/containerd$/ },
  { name: 'owner', declares: 'plan', folder: /\/(collectors\/kubernetes|controllers)\/owner$/ },
  { name: 'lifecycle', declares: 'plan', folder: /\/(collectors\/kubernetes|controllers)\/lifecycle$/ },
  { name: 'planCascade', declares: 'planCascade' },
  { name: 'fakeCluster', declares: 'fakeCluster' },
]

/** The engine of the simulation and the controllers it plays are counted apart from what else a function needs. */
const PARTS = {
  engine: /^src\/simulate\/engine\//,
  controllers: /^src\/(controllers|collectors\/kubernetes\/(owner|pod|ttl|history|lifecycle))\//,
}

/** @typedef {{ engine: number, rest: number, withoutControllers: number, controllers: number }} Parts */

/** @param {ReadonlyArray<string>} files @returns {Parts} */
export const partsOf = (files) => {
  const engine = files.filter((file) => PARTS.engine.test(file)).length
  const controllers = files.filter((file) => PARTS.controllers.test(file)).length
  const withoutControllers = files.length - controllers
  return { engine, rest: withoutControllers - engine, withoutControllers, controllers }
}

/** @param {string} file @returns {string} the folder of src that it belongs to, at most two deep */
export const chapterOf = (file) =>
  file
    .replace(/^src\//, '')
    .replace(/^collectors\//, '')
    .split('/')
    .slice(0, -1)
    .slice(0, 2)
    .join('/')

/** @param {Node} node @returns {boolean} whether it only speaks of types */
const isTypeOnly = (node) =>
  ts.isTypeNode(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeParameterDeclaration(node)

/** @param {Node} declaration @returns {boolean} whether it is a value, or a member of one */
const isValue = (declaration) =>
  ts.isVariableDeclaration(declaration) ||
  ts.isFunctionDeclaration(declaration) ||
  ts.isPropertyAssignment(declaration) ||
  ts.isShorthandPropertyAssignment(declaration) ||
  ts.isMethodDeclaration(declaration) ||
  ts.isGetAccessorDeclaration(declaration) ||
  ts.isBindingElement(declaration) ||
  ts.isPropertySignature(declaration) ||
  ts.isMethodSignature(declaration)

/**
 * What a name is declared as, behind imports and re-exports.
 *
 * @param {import('typescript').TypeChecker} checker
 * @param {import('typescript').Identifier} name
 */
const declarationsOf = (checker, name) => {
  const found = ts.isShorthandPropertyAssignment(name.parent)
    ? checker.getShorthandAssignmentValueSymbol(name.parent)
    : checker.getSymbolAtLocation(name)
  if (found === undefined) return []
  const symbol = (found.flags & ts.SymbolFlags.Alias) === 0 ? found : checker.getAliasedSymbol(found)
  return symbol.declarations ?? []
}

/**
 * @param {Project} project
 * @param {Node} start
 * @returns {ReadonlyArray<string>} the files, by path
 */
export const reach = ({ checker, sources, fileOf }, start) => {
  const ours = new Set(sources)
  const seen = new Set([start])
  const waiting = [start]
  /** @param {Node} node */
  const follow = (node) => {
    if (isTypeOnly(node)) return
    if (ts.isIdentifier(node))
      for (const declaration of declarationsOf(checker, node))
        if (isValue(declaration) && ours.has(declaration.getSourceFile()) && !seen.has(declaration)) {
          seen.add(declaration)
          waiting.push(declaration)
        }
    ts.forEachChild(node, follow)
  }
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) if (!ts.isTypeElement(next)) follow(next)
  return [...new Set([...seen].map(fileOf))].sort()
}

/**
 * @param {Project} project
 * @param {Start} start
 * @returns {Node}
 */
export const startOf = ({ sources, fileOf }, { name, declares, folder }) => {
  const found = sources
    .filter((file) => folder === undefined || folder.test(fileOf(file).replace(/\/[^/]*$/, '')))
    .flatMap((file) => file.statements)
    .flatMap((statement) =>
      ts.isVariableStatement(statement) && statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
        ? [...statement.declarationList.declarations]
        : [],
    )
    .filter((declaration) => ts.isIdentifier(declaration.name) && declaration.name.text === declares)
  const [only] = found
  if (only === undefined || found.length > 1)
    throw new Error(`${name}: ${found.length} exported declarations of ${declares}; one is expected`)
  return only
}
