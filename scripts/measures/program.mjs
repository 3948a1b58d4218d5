/**
 * The sources of a project as the compiler sees them. Every measure that goes by types starts here; the root may be
 * another work tree, so that two commits are counted by the same rules.
 */
import { readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

import ts from 'typescript'

/**
 * @typedef {object} Project
 * @property {string} root
 * @property {ReadonlyArray<import('typescript').SourceFile>} sources the files of src, in the order of their paths
 * @property {import('typescript').TypeChecker} checker
 * @property {(node: import('typescript').Node) => string} fileOf the path from the root
 * @property {(node: import('typescript').Node) => string} placeOf the path and the line
 */

/** @param {string} root @returns {ReadonlyArray<string>} paths of the TypeScript files of src, from the root */
export const sourcePaths = (root) =>
  readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()

/** @param {string} root @returns {Project} */
export const openProject = (root) => {
  const config = join(root, 'tsconfig.json')
  const { options, errors } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, ts.sys.readFile).config,
    ts.sys,
    dirname(config),
  )
  const [problem] = errors
  if (problem !== undefined) throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, '\n'))
  const paths = sourcePaths(root)
  const program = ts.createProgram(
    paths.map((path) => join(root, path)),
    options,
  )
  const sources = paths.flatMap((path) => program.getSourceFile(join(root, path)) ?? [])
  /** @param {import('typescript').Node} node */
  const fileOf = (node) => relative(root, node.getSourceFile().fileName)
  return {
    root,
    sources,
    checker: program.getTypeChecker(),
    fileOf,
    placeOf: (node) => {
      const file = node.getSourceFile()
      return `${fileOf(node)}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`
    },
  }
}

/**
 * Every node below a node, itself first.
 *
 * @param {import('typescript').Node} node
 * @param {(node: import('typescript').Node) => void} visit
 */
export const walk = (node, visit) => {
  visit(node)
  ts.forEachChild(node, (child) => walk(child, visit))
}
