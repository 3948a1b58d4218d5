/** Parts of the playground that need no browser. */
import { json } from '@codemirror/lang-json'
import { yaml } from '@codemirror/lang-yaml'
import { ensureSyntaxTree } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { describe, expect, it } from 'vitest'

import { placeOf, stepsOf } from '../playground/editor/place.js'
import { fieldOf } from '../playground/policy/fields.js'
import { fragmentOf, jsonOf, packedIn, sharedIn } from '../playground/state/fragment.js'
import { seenAfter } from '../playground/state/seen.js'
import { bounded, listAt, windowOf } from '../playground/worker/bounded.js'
import { problemsIn } from '../playground/worker/problems.js'

describe('a view', () => {
  it('is cut to 200 rows a list, and says which lists were cut', () => {
    const rows = Array.from({ length: 500 }, (_, index) => ({ index }))
    const { view, cuts } = bounded({ passes: [{ rows }], few: [1, 2] })
    expect(view.passes[0]?.rows.length).toBe(200)
    expect(view.few).toEqual([1, 2])
    expect(cuts).toEqual([{ list: '/passes/0/rows', total: 500 }])
  })

  it('keeps of a graph only edges between nodes that stay', () => {
    const nodes = Array.from({ length: 2001 }, (_, index) => ({ id: `n${index}` }))
    const edges = [
      { from: 'n0', to: 'n1' },
      { from: 'n0', to: 'n2000' },
    ]
    const { view } = bounded({ graph: { nodes, edges, omitted: 1 } })
    expect([view.graph.nodes.length, view.graph.edges.length, view.graph.omitted]).toEqual([2000, 1, 2])
  })

  it('gives windows of a list: filtered, sorted, cut', () => {
    const rows = listAt(
      {
        'a/b': [
          [
            { n: 2, t: 'x' },
            { n: 10, t: 'y' },
            { n: 1, t: 'x' },
          ],
        ],
      },
      '/a~1b/0',
    )
    expect(windowOf(rows, { from: 0, count: 1, filter: 'X', sort: { by: 'n', descending: true } })).toEqual({
      rows: [{ n: 2, t: 'x' }],
      total: 2,
    })
    expect(windowOf(rows, { from: 0, count: 9, only: { at: 't', is: 'y' } }).total).toBe(1)
    expect(listAt({ a: 1 }, '/b/c')).toEqual([])
  })

  it('sorts counts that are texts, being large, as numbers', () => {
    const rows = ['10', '9007199254740993', 9].map((n) => ({ n }))
    const { rows: sorted } = windowOf(rows, { from: 0, count: 9, sort: { by: 'n', descending: false } })
    expect(sorted).toEqual([{ n: 9 }, { n: '10' }, { n: '9007199254740993' }])
  })
})

describe('a place', () => {
  const places = (text: string, language: 'json' | 'yaml', path: string): string => {
    const state = EditorState.create({ doc: text, extensions: [language === 'json' ? json() : yaml()] })
    // However slow the machine is: what is parsed once is not parsed again.
    ensureSyntaxTree(state, text.length, 60_000)
    const place = placeOf(state, path)
    return place === undefined ? '' : state.sliceDoc(place.from, place.to)
  }

  it('is the value that a path names, in JSON and in YAML', () => {
    expect(stepsOf('a[0].b["x.y/z"]')).toEqual(['a', 0, 'b', 'x.y/z'])
    expect(places('{"a": [{"b": {"x.y/z": 7}}]}', 'json', 'a[0].b["x.y/z"]')).toBe('7')
    expect(places('a:\n  - c: 1\n  - b: seven\n', 'yaml', 'a[1].b')).toBe('seven')
    expect(places("'x.y/z': 7\n", 'yaml', '["x.y/z"]')).toBe('7')
  })

  it('is one line at most, without the blanks before it', () => {
    expect(places('a:\n  b: 1\n  c: 2\n', 'yaml', 'a')).toBe('b: 1')
    expect(places('a:\n  - b: 1\n    c: 2\n', 'yaml', 'a[0]')).toBe('b: 1')
  })

  it('is the deepest part that is there', () => {
    expect(places('{"a": {"b": 1}}', 'json', 'a.c')).toBe('{"b": 1}')
    expect(places('{}', 'json', 'a')).toBe('')
  })
})

describe('problems', () => {
  it('have the file, the path and the line that a sentence names', () => {
    expect(problemsIn('a.json: items[0].uid: expected text, got 7\nno file: at all', [{ name: 'a.json' }])).toEqual([
      { message: 'expected text, got 7', file: 'a.json', path: 'items[0].uid' },
      { message: 'no file: at all' },
    ])
    expect(problemsIn('a.json: expected JSON, got "}" at line 3, column 2', [{ name: 'a.json' }])[0]?.line).toBe(3)
  })
})

describe('a fragment', () => {
  it('holds any bytes and any text', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
    expect(packedIn(`#${fragmentOf(bytes)}`)).toEqual(bytes)
    const shared = { files: [{ name: 'ä.json', text: '"\u2028"' }] }
    expect(sharedIn(jsonOf(shared))).toEqual(shared)
  })

  it('holds what is chosen in the answer, and nothing that cannot be', () => {
    const shared = { files: [], seen: { object: 'uid-1', wave: 2 } }
    expect(sharedIn(jsonOf(shared))).toEqual(shared)
    expect(jsonOf({ files: [], seen: {} })).toBe('{"files":[]}')
    expect(sharedIn('{"files": [], "seen": {"object": 2, "wave": 1.5, "other": "text"}}')).toEqual({
      files: [],
      seen: {},
    })
    expect(sharedIn('{"files": [], "seen": {"wave": -1}}')).toEqual({ files: [], seen: {} })
    expect(sharedIn('{"files": [], "seen": "all"}')).toEqual({ files: [], seen: {} })
  })

  it('that is none of ours is nothing', () => {
    expect(packedIn('#heading')).toBeUndefined()
    expect(sharedIn('{"files": 1}')).toBeUndefined()
    expect(sharedIn('{"files": [], "question": {"kind": "other", "settings": {}}}')).toEqual({ files: [] })
  })
})

describe('what is chosen', () => {
  const seen = { object: 'uid-1', wave: 2 }
  const deletion = { kind: 'cascade', objects: ['a'], how: 'background', outcomes: false, settings: {} } as const

  it('stays while the same question is answered again, as while somebody types', () => {
    expect(seenAfter(seen, deletion, { ...deletion })).toEqual(seen)
  })

  it('is the object alone in a deletion with another policy, whose waves are others', () => {
    expect(seenAfter(seen, deletion, { ...deletion, how: 'foreground' })).toEqual({ object: 'uid-1' })
    expect(seenAfter({ wave: 2 }, deletion, { ...deletion, how: 'foreground' })).toEqual({})
  })

  it('is forgotten with another kind of question, and without an answer', () => {
    expect(seenAfter(seen, deletion, { kind: 'diagnosis', objects: ['a'], settings: {} })).toEqual({})
    expect(seenAfter(seen, deletion, undefined)).toEqual({})
  })

  it('is what a link says in the first answer', () => {
    expect(seenAfter(seen, undefined, deletion)).toEqual(seen)
  })
})

describe('a field', () => {
  it('is what the help of the command says', () => {
    expect(fieldOf({ name: 'a', about: 'on or off' }, []).type).toBe('flag')
    expect(fieldOf({ name: 'p', value: 'NAME', about: 'rules: a_1, b_2 or c_3' }, [])).toEqual({
      type: 'choice',
      options: ['a_1', 'b_2', 'c_3'],
    })
    expect(fieldOf({ name: 'h', value: 'PERCENT', about: 'usage' }, []).type).toBe('percent')
    const time = fieldOf({ name: 't', value: 'TIME', about: 'a time, or never' }, [])
    expect(time.type === 'text' && ['never', '2026-01-01T12:00:00Z', 'soon'].map(time.isValid)).toEqual([
      true,
      true,
      false,
    ])
  })
})
