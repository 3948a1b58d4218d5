/**
 * Answers which pictures renderers are tried on: small ones, with names that mean something to the languages they are
 * printed in.
 */
import fc from 'fast-check'

import type { Picture, PictureNode } from '../../../src/core/index.js'

const state = fc.constantFrom('goes', 'stays', 'absent', 'unknown')
const line = fc.constantFrom('keeps', 'holds', 'idle')
const id = fc.constantFrom('a', 'b', 'c', 'd', '__proto__', 'end')

/** Pieces that open, close, comment out or reorder something. */
const pieces = fc.constantFrom(
  ...[
    '"',
    '\\',
    '\\N',
    '\\n',
    '\n',
    '\r\n',
    '\t',
    '\u0000',
    '%%',
    '%%{init: {}}%%',
    'end',
    '#quot;',
    '#',
    ';',
    '&amp;',
  ],
  ...[
    '&',
    '<br/>',
    '<script>',
    '`',
    '"`',
    '*a*',
    '- a',
    '1. a',
    '  ',
    '[a](b)',
    'https://a.b',
    'www.a.b',
    'a@b.c',
    '|',
  ],
  ...[
    'style a:b#',
    'classDef x:',
    ':::goes',
    '-->',
    '\u202e',
    '\u200f',
    '\ud800',
    '\u2028',
    '\ufb02\u00b0\u00b0',
    '\u00b6\u00df',
  ],
  ...[
    'sha256:',
    'subgraph',
    '{',
    '}',
    '//',
    '/*',
    '<',
    '>',
    '<<',
    'é',
    '\u{1f4e6}',
    '---',
    '===',
    '~~~',
    '$$x$$',
    'A',
    '0',
  ],
)

const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.array(pieces, { maxLength: 4 }).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.stringMatching(/^[0-9a-f]{40}$/) },
)

const node: fc.Arbitrary<PictureNode> = fc.record({
  id,
  kind: fc.constantFrom('image', ''),
  label: anyText,
  state,
  isRoot: fc.boolean(),
  cluster: fc.constantFrom('', 'm', 'n', 'gone'),
  note: fc.oneof(fc.constant(''), anyText),
  beside: fc.nat(2),
})

export const anyPicture: fc.Arbitrary<Picture> = fc.record({
  clusters: fc.uniqueArray(fc.record({ id: fc.constantFrom('m', 'n'), label: anyText }), { selector: (one) => one.id }),
  nodes: fc.array(node, { maxLength: 6 }),
  edges: fc.array(fc.record({ from: id, to: id, label: fc.oneof(fc.constant(''), anyText), line }), { maxLength: 8 }),
  omitted: fc.nat(2),
})

/** A picture of little, with what matters said. */
export const picture = (held: Partial<Picture>): Picture => ({
  clusters: [],
  nodes: [],
  edges: [],
  omitted: 0,
  ...held,
})

/** A thing that stays. */
export const thing = (called: string, held: Partial<PictureNode> = {}): PictureNode => ({
  id: called,
  kind: '',
  label: called,
  state: 'stays',
  isRoot: false,
  cluster: '',
  note: '',
  beside: 0,
  ...held,
})
