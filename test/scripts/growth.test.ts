/** Whether the bench of growth covers what reads, plans, lints and renders: a new one is measured, or named here with why not. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { entryPoints, root } from '../../scripts/package.mjs'

const texts = (folder: string, names: RegExp): string =>
  readdirSync(join(root, folder))
    .filter((file) => names.test(file))
    .map((file) => readFileSync(join(root, folder, file), 'utf8'))
    .join('\n')

const exported = new Set(
  [
    ...texts('etc', /\.api\.md$/).matchAll(/^export const ((?:decode|parse|plan|lint|render|retained|whatIf)\w*)/gm),
  ].map(([, name = '']) => name),
)
const measured = new Set(texts('bench', /^growth-/).match(/\w+/g))

/** Of a number of things that no user chooses, or measured by the function that does the work. */
const unmeasured = {
  decodeLifecycleSpec: 'the rules of one policy',
  decodeMeasuredGrowth: 'two figures and one look',
  decodeObject: 'one object',
  lintKubeletPolicies: 'a fixed number of settings',
  lintKubeletSettings: 'a fixed number of settings',
  lintLifecycle: 'the rules of one policy',
  parseThresholds: 'the flags of one kubelet',
  planCodec: 'encodePlan and decodePlan',
  planDocument: 'renderJson',
  planView: 'renderText and renderTable',
}

it('the bench of growth has every reader, plan, lint and rendering that the package exports, but for those named', () => {
  expect([...exported].filter((name) => !measured.has(name)).toSorted()).toEqual(Object.keys(unmeasured))
  expect(exported.size).toBeGreaterThan(70)
})

it.each(
  entryPoints.filter(({ source }) => /^src\/(controllers|kubelet|containerd\/index|reclaim\/index)/.test(source)),
)('the bench of growth has the plans of $specifier', ({ source }) => {
  expect(texts('bench', /^growth-/)).toContain(`'../${source.replace(/\.ts$/, '.js')}'`)
})
