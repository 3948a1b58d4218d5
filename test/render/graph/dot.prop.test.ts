import { instance } from '@viz-js/viz'
import fc from 'fast-check'
import { expect, it } from 'vitest'

import { renderDot } from '../../../src/render/index.js'
import { graphLayout } from '../../../src/render/graph/layout.js'
import { runs } from '../../runs.js'
import { anyPicture, picture, thing } from './arbitrary.js'

const viz = await instance()

/** What Graphviz shows: the lines of text in each node, cluster and edge, by its title. */
const shown = (dot: string): { readonly [title: string]: string } => {
  const result = viz.render(dot, { format: 'svg' })
  expect(result.errors.filter(({ level }) => level !== 'warning')).toEqual([])
  const groups = (result.output ?? '').split('<g id=').slice(1)
  return Object.fromEntries(
    groups.map((group) => {
      const [, title = ''] = /<title>([^]*?)<\/title>/.exec(group) ?? []
      const lines = [...group.matchAll(/<text [^>]*>([^]*?)<\/text>/g)].map(([, line = '']) => unescaped(line))
      return [unescaped(title), lines.join('\n')]
    }),
  )
}

/** Graphviz writes blanks so that browsers do not join them. */
const unescaped = (text: string): string =>
  text
    .replaceAll('&#160;', ' ')
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

it('shows in Graphviz what the picture says, whatever the names', () => {
  fc.assert(
    fc.property(anyPicture, (of) => {
      const { groups, arrows, omitted } = graphLayout(of)
      const titles = shown(renderDot(of))
      groups.forEach(({ label, boxes }, index) => {
        if (label !== null) expect(titles[`cluster_${index}`]).toBe(label)
        for (const { number, text } of boxes) expect(titles[`n${number}`]).toBe(text.join('\n'))
      })
      for (const { from, to, label } of arrows) expect(titles[`n${from}->n${to}`]).toBe(label)
      expect(titles['more']).toBe(omitted ?? undefined)
      const boxes = groups.flatMap((group) => group.boxes).length
      expect(Object.keys(titles).filter((title) => /^n\d+$/.test(title))).toHaveLength(boxes)
    }),
    { numRuns: runs(300) },
  )
})

it('prints a line per thing', () => {
  const nodes = [thing('a', { isRoot: true, cluster: 'n' }), thing('b', { state: 'goes', cluster: 'n', kind: 'blob' })]
  const edges = [{ from: 'a', to: 'b', label: 'target', line: 'keeps' } as const]
  const dot = renderDot(picture({ clusters: [{ id: 'n', label: 'namespace n' }], nodes, edges, omitted: 7 }))
  expect(dot.split('\n')).toEqual([
    'digraph gcplan {',
    '  graph [rankdir=LR, fontname="Helvetica"];',
    '  node [shape=box, style=filled, fontname="Helvetica", fontsize=10];',
    '  edge [fontname="Helvetica", fontsize=9];',
    '  subgraph cluster_0 {',
    '    label="namespace n";',
    '    color="#9aa0a6";',
    '    n0 [label="a", fillcolor="#e6f4ea", color="#137333", peripheries=2];',
    '    n1 [label="blob, goes\\nb", fillcolor="#fce8e6", color="#c5221f", style="filled,dashed"];',
    '  }',
    '  more [label="7 more", shape=note, fillcolor="#ffffff"];',
    '  n0 -> n1 [label="target", color="#137333", penwidth=2];',
    '}',
    '',
  ])
})
