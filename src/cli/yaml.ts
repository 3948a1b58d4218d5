/** Reads and writes YAML, within bounds. Loaded only when a command needs YAML. */
import { either as E } from 'fp-ts'
import { type CST, Composer, Document, LineCounter, Lexer, Parser, Scalar, YAMLParseError, isScalar, visit } from 'yaml'

import { safeText } from '../render/index.js'
import type { Yaml } from './command.js'

/** Levels of collections within each other. A definition of a resource has about forty. */
const maxDepth = 200
/** Anchors and aliases together; each alias is looked up among all anchors. */
const maxMarks = 1000
/** How many values the aliases of one anchor may stand for. */
const maxAliasCount = 100

/** YAML 1.2 core schema, one document, of bounded depth and with few anchors; duplicate keys are refused. */
export const yaml: Yaml = {
  parse: (text) => {
    const lines = new LineCounter()
    return E.tryCatch(() => valueOf(onlyOne(documentsOf(text, lines))), describe(lines))
  },
  parseAll: (text) => {
    const lines = new LineCounter()
    return E.tryCatch(() => [...documentsOf(text, lines)].map(valueOf), describe(lines))
  },
  print: (value) => {
    const document = new Document(value, { aliasDuplicateObjects: false })
    visit(document, {
      Scalar: (_, node) => {
        if (typeof node.value === 'string' && isSteering(node.value)) node.type = Scalar.QUOTE_DOUBLE
      },
    })
    return document.toString({ lineWidth: 0 }).split('\n').map(safeText).join('\n')
  },
}

/** Line ends are no danger: YAML has a form for them. */
const isSteering = (text: string): boolean => safeText(text.replaceAll('\n', '')) !== text.replaceAll('\n', '')

/** Throws what a reader of YAML throws; the first error ends the reading. An empty text is one empty document. */
function* documentsOf(text: string, lines: LineCounter): Generator<Document.Parsed, void> {
  const composer = new Composer({ uniqueKeys: false })
  for (const token of tokensOf(text, lines)) for (const found of composer.next(token)) yield sound(found)
  for (const found of composer.end(true, text.length)) yield sound(found)
}

const sound = (found: Document.Parsed): Document.Parsed => {
  const [error] = found.errors
  if (error !== undefined) throw error
  return found
}

const onlyOne = (documents: Iterable<Document.Parsed>): Document.Parsed => {
  let only: Document.Parsed | undefined
  for (const found of documents) {
    if (only !== undefined) throw errorAt(found.range[0], 'one document was expected, another begins')
    only = found
  }
  if (only === undefined) throw errorAt(0, 'a document was expected')
  return only
}

function* tokensOf(text: string, lines: LineCounter): Generator<CST.Token, void> {
  const parser = new Parser(lines.addNewLine)
  let marks = 0
  lines.addNewLine(0)
  for (const lexeme of new Lexer().lex(text)) {
    if (/^[&*]./.test(lexeme) && ++marks > maxMarks)
      throw errorAt(parser.offset, `more than ${maxMarks} anchors and aliases`)
    for (const token of parser.next(lexeme)) {
      if (token.type === 'error') throw errorAt(token.offset, token.message)
      yield token
    }
    if (parser.stack.length > maxDepth) throw errorAt(parser.offset, `more than ${maxDepth} levels`)
  }
  yield* parser.end()
}

const valueOf = (document: Document.Parsed): unknown => {
  visit(document, {
    Map: (_, { items }) => {
      const keys = new Set<unknown>()
      for (const { key } of items)
        if (isScalar(key)) {
          if (keys.has(key.value)) throw errorAt(key.range?.[0] ?? 0, 'Map keys must be unique')
          keys.add(key.value)
        }
    },
  })
  return document.toJS({ maxAliasCount })
}

const errorAt = (offset: number, message: string): YAMLParseError =>
  new YAMLParseError([offset, offset + 1], 'IMPOSSIBLE', message)

const describe =
  (lines: LineCounter) =>
  (thrown: unknown): string => {
    if (!(thrown instanceof Error)) return String(thrown)
    const [message = ''] = thrown.message.split('\n', 1)
    if (!(thrown instanceof YAMLParseError)) return message
    const { line, col } = lines.linePos(thrown.pos[0])
    return `${message} at line ${line}, column ${col}`
  }
