import fc from 'fast-check'
import { expect, it } from 'vitest'

import { renderMermaid } from '../../../src/render/index.js'
import { graphLayout } from '../../../src/render/graph/layout.js'
import { runs } from '../../runs.js'
import { anyPicture, picture, thing } from './arbitrary.js'

/** A label: plain characters, entities and breaks, between the only two quotes. */
const label = /"(?:[A-Za-z0-9 ./:,=()\u0080-\u{10ffff}-]|#\d+;|<br\/>)+"/u.source
const line = new RegExp(
  [
    'flowchart LR',
    `  (?:  )?n\\d+(?:\\[${label}\\]|\\[\\[${label}\\]\\]):::(?:stays|goes|absent|unknown)`,
    `  subgraph c\\d+\\[${label}\\]`,
    '    direction LR',
    '  end',
    `  more\\(${label}\\)`,
    `  n\\d+ (?:==>|-->|-\\.->)(?:\\|${label}\\|)? n\\d+`,
    '  classDef [a-z]+ [a-z#0-9:, -]+',
    '',
  ]
    .map((form) => `^${form}$`)
    .join('|'),
  'u',
)

/** Text that Mermaid cuts out or changes before its grammar sees a line, and text that older versions read as Markdown. */
const cutOut = [
  /%%/,
  /style.*:\S*#.*;/,
  /classDef.*:\S*#.*;/,
  /<(?!br\/>)/,
  /"(?:(?! ")[^A-Za-z#]|[^"]*<br\/>[^A-Za-z#])[^"]*"/,
  /:\/\/|www\.|[`*_~@]|\\n/,
  /[\u00b0\u00b6\u00df\ufb02]/,
]

/** Joiners have no width. */
const decoded = (text: string): string =>
  text.replace(/#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))).replaceAll('\u2060', '')

/** Mermaid takes these for a line break, an entity or a formula, however they are written. */
const undone = /\\n|\$\$|\u00b6\u00df|\ufb02\u00b0/

it('prints lines of a small grammar, whatever the names', () => {
  fc.assert(
    fc.property(anyPicture, (of) => {
      for (const each of renderMermaid(of).split('\n')) {
        expect(each).toMatch(line)
        for (const form of cutOut) expect(each).not.toMatch(form)
      }
    }),
    { numRuns: runs(1000) },
  )
})

it('says what the picture says, whatever the names', () => {
  fc.assert(
    fc.property(anyPicture, (of) => {
      const { groups, arrows, omitted } = graphLayout(of)
      const lines = renderMermaid(of)
        .split('\n')
        .flatMap((each) => {
          const [, quoted] = /"(.*)"/u.exec(each) ?? []
          return quoted === undefined ? [] : [quoted.split('<br/>').map(decoded).join('\n')]
        })
      expect(renderMermaid(of).replace(/#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))).not.toMatch(undone)
      expect(lines).toEqual(
        [
          ...groups.flatMap((group) => [
            ...(group.label === null ? [] : [group.label || ' ']),
            ...group.boxes.map(({ text }) => text.join('\n') || ' '),
          ]),
          ...(omitted === null ? [] : [omitted]),
          ...arrows.flatMap((arrow) => (arrow.label === '' ? [] : [arrow.label])),
        ].map((text) => text.replaceAll('\u2060', '')),
      )
    }),
    { numRuns: runs(500) },
  )
})

it('prints a line per thing', () => {
  const nodes = [thing('a', { isRoot: true, cluster: 'n' }), thing('b', { state: 'goes', cluster: 'n', kind: 'blob' })]
  const edges = [
    { from: 'a', to: 'b', label: 'target "x"', line: 'keeps' },
    { from: 'b', to: 'a', label: '', line: 'idle' },
  ] as const
  const source = renderMermaid(picture({ clusters: [{ id: 'n', label: 'namespace n' }], nodes, edges, omitted: 7 }))
  expect(source.split('\n').slice(0, 9)).toEqual([
    'flowchart LR',
    '  subgraph c0["namespace n"]',
    '    direction LR',
    '    n0[["a"]]:::stays',
    '    n1["blob, goes<br/>b"]:::goes',
    '  end',
    '  more("#55; more")',
    '  n0 ==>|"target #34;x#34;"| n1',
    '  n1 -.-> n0',
  ])
})
