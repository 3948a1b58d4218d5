/**
 * Answers how reading YAML compares with reading the same value as JSON: of the shapes that are slowest to read, a mebibyte
 * of which is some 100,000 to 350,000 items, and of objects as kubectl prints them.
 */
import { either as E } from 'fp-ts'

import { yaml } from '../src/cli/yaml.js'
import type { Bench } from './bench.js'
import type { Growing } from './growing.js'
import { objectsOf } from './kubernetes-owner.input.js'

const times = (count: number, make: (index: number) => string): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => make(index))

const shapes: Readonly<Record<string, (size: number) => string>> = {
  'a list of ones': (size) => times(size, () => '- 1\n').join(''),
  'a flow list of ones': (size) => `[${times(size, () => '1').join(',')}]`,
  'a flow list of empty maps': (size) => `[${times(size, () => '{}').join(',')}]`,
  'n keys': (size) => times(size, (index) => `k${index}: ${index}\n`).join(''),
  'n keys in a flow map': (size) => `{${times(size, (index) => `k${index}: ${index}`).join(', ')}}`,
  'a list of small maps': (size) => times(size, () => '- a: 1\n').join(''),
  'lists in lists': (size) => times(size / 100, () => `${'- '.repeat(100)}1\n`).join(''),
  'n anchors': (size) => times(size, (index) => `- &a${index} 1\n`).join(''),
  'n comments': (size) => times(size, (index) => `# ${index}\n- 1\n`).join(''),
  'one text of n lines': (size) => `a: |\n${times(size, () => '  b\n').join('')}`,
  'objects of a cluster': (size) => yaml.print({ kind: 'List', items: objectsOf(size / 10) }),
}

export const yamlReads: ReadonlyArray<Bench> = Object.entries(shapes).map(([name, textOf]) => ({
  name: `yaml, ${name}`,
  about: 'YAML of an item, to be compared with JSON.parse of the same value',
  sizes: [10_000, 100_000],
  prepare: (size) => {
    const text = textOf(size)
    const json = JSON.stringify(E.getOrElse((): unknown => null)(yaml.parse(text)))
    return {
      items: size,
      work: () => yaml.parse(text),
      yardstick: (): unknown => JSON.parse(json),
      disagreement: () => (json === 'null' ? 'the text was refused' : null),
    }
  },
}))

export const yamlGrowth: ReadonlyArray<Growing> = Object.entries(shapes).map(([name, textOf]) => ({
  name: `read YAML, ${name}`,
  prepare: (size) => {
    const text = textOf(size)
    return () => yaml.parse(text)
  },
}))
