/**
 * Answers which `@upstream` citations the sources hold, and what each stands at: a file, a function, a value, a type, a field
 * of a type, or a member of a union of tags.
 */
import ts from 'typescript'

import type { Project } from '../measures/program.mjs'

/** What a citation stands at. */
export type Kind = 'file' | 'function' | 'value' | 'field' | 'tag' | 'type'

/** One `@upstream` line. */
export interface Citation {
  /** `src/kubelet/image/free.ts`. */
  readonly file: string
  readonly line: number
  readonly kind: Kind
  /** What it stands at, unique in its file: `freeSpace`, `Policy.switch`, `Reason InUse`; empty for the file itself. */
  readonly of: string
  /** `kubernetes 1.36.2 pkg/kubelet/images/image_gc_manager.go freeSpace`. */
  readonly upstream: string
  readonly node: ts.Node
}

const comments = /\/\*\*[\s\S]*?\*\//g
const lines = /@upstream[ \t]+([^\n]*?)[ \t]*(?:\*\/|\n|(?=@\w))/g

/** Every citation of a project, in the order of files and lines; those that name gcplan itself cite nothing. */
export const citationsOf = ({ sources, fileOf }: Project): ReadonlyArray<Citation> =>
  sources.flatMap((source) => {
    const { text } = source
    const file = fileOf(source)
    const found = [...text.matchAll(comments)].flatMap((comment) => {
      const cited = [...comment[0].matchAll(lines)]
      if (cited.length === 0) return []
      const node = nodeAfter(source, comment.index + comment[0].length)
      const [kind, of] = standsAt(node)
      return cited.map((match) => ({
        file,
        line: source.getLineAndCharacterOfPosition(comment.index + match.index).line + 1,
        kind,
        of,
        upstream: (match[1] ?? '').trim(),
        node,
      }))
    })
    const written = [...text.matchAll(/@upstream\b/g)].length
    if (found.length !== written)
      throw new Error(`${file}: ${written} @upstream, of which ${found.length} stand in a comment before code`)
    return found.filter(({ upstream }) => !upstream.startsWith('gcplan '))
  })

/** The largest node that begins after a comment; the file itself where another comment or an import follows. */
const nodeAfter = (source: ts.SourceFile, end: number): ts.Node => {
  const begin = end + (/^\s*(?:\|\s*)?/.exec(source.text.slice(end))?.[0].length ?? 0)
  if (source.text.startsWith('/*', begin)) return source
  let node: ts.Node | undefined
  const visit = (at: ts.Node): void => {
    if (node !== undefined || at.end <= begin || at.getFullStart() > begin) return
    if (at !== source && at.getStart(source) === begin) node = at
    else ts.forEachChild(at, visit)
  }
  visit(source)
  return node === undefined || ts.isImportDeclaration(node) || ts.isExportDeclaration(node) ? source : node
}

const standsAt = (node: ts.Node): readonly [Kind, string] => {
  if (ts.isSourceFile(node)) return ['file', '']
  if (ts.isVariableStatement(node)) {
    const [declared] = node.declarationList.declarations
    return [isFunction(declared?.initializer) ? 'function' : 'value', declared?.name.getText() ?? '']
  }
  if (ts.isFunctionDeclaration(node)) return ['function', node.name?.text ?? '']
  if (ts.isPropertyAssignment(node) || ts.isMethodDeclaration(node) || ts.isShorthandPropertyAssignment(node))
    return [
      ts.isMethodDeclaration(node) || (ts.isPropertyAssignment(node) && isFunction(node.initializer))
        ? 'function'
        : 'value',
      `${ownerOf(node)}.${node.name.getText()}`,
    ]
  if (ts.isPropertySignature(node)) return ['field', `${ownerOf(node)}.${node.name.getText()}`]
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return ['type', node.name.text]
  const tag = tagOf(node)
  if (tag !== undefined) return ['tag', `${ownerOf(node)} ${tag}`]
  return ['value', `${ownerOf(node)} ${node.getText().slice(0, 40).replace(/\s+/g, ' ')}`]
}

/** Whether an expression is a function, or makes one at once: `curry((a) => ...)` is none. */
export const isFunction = (node: ts.Node | undefined): boolean =>
  node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node))

/** The tag of a member of a union. */
export const tagOf = (node: ts.Node): string | undefined => {
  if (!ts.isTypeLiteralNode(node)) return undefined
  for (const member of node.members)
    if (
      ts.isPropertySignature(member) &&
      member.name.getText() === '_tag' &&
      member.type !== undefined &&
      ts.isLiteralTypeNode(member.type) &&
      ts.isStringLiteral(member.type.literal)
    )
      return member.type.literal.text
  return undefined
}

/** Names of what a node lies in, from the outside. */
const ownerOf = (node: ts.Node): string => {
  const names: string[] = []
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent)
    if (
      (ts.isVariableDeclaration(at) ||
        ts.isInterfaceDeclaration(at) ||
        ts.isTypeAliasDeclaration(at) ||
        ts.isPropertyAssignment(at) ||
        ts.isPropertySignature(at) ||
        ts.isFunctionDeclaration(at)) &&
      at.name !== undefined
    )
      names.unshift(at.name.getText())
  return names.join('.')
}
