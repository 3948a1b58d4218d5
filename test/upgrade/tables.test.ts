import { describe, expect, it } from 'vitest'

import { sayLines } from '../../src/core/release.js'
import { policyOfVersion } from '../../src/core/switch.js'
import { kubeletImageRules, switchTables } from '../../src/upgrade/index.js'

/** Presets of releases; others stand for a document or an era. */
const releasesOf = (presets: Readonly<Record<string, object>>) =>
  Object.entries(presets).filter(([name]) => /^(kubernetes|containerd)_\d+_\d+$/.test(name))

const valueIn = (policy: object, field: string): unknown => Object.entries(policy).find(([name]) => name === field)?.[1]

describe('the table of switches', () => {
  it.each(switchTables)('of $of has a row for each field that differs between releases', ({ presets, switches }) => {
    const settings = Object.entries(switches).flatMap(([field, row]) => (row === 'setting' ? [field] : []))
    const differing = settings.filter(
      (field) => new Set(releasesOf(presets).map(([, policy]) => JSON.stringify(valueIn(policy, field)))).size > 1,
    )
    expect(differing).toEqual([])
    expect(releasesOf(presets).length).toBeGreaterThan(4)
    for (const [, policy] of releasesOf(presets))
      expect(Object.keys(switches).sort()).toEqual(Object.keys(policy).sort())
  })

  it.each(switchTables)('of $of says of each row what it decides and where its rule is', ({ switches }) => {
    for (const row of Object.values(switches))
      if (row !== 'setting') {
        expect(row.decides).toMatch(/^[a-z].*[^.]$/)
        expect(row.upstream).toMatch(/^(kubernetes|containerd) v?\d+\.\d+\.\d+ \S+\.go [A-Za-z]\w+$/)
        expect(row.gate?.stages ?? 'beta in 1.20').toMatch(/\d\.\d/)
        expect(row.example).toMatch(/^[^;]+: [^;]+; [^;]+$/)
      }
  })

  it.each(switchTables)('of $of gives patches values that their preset does not have', ({ presets, switches }) => {
    for (const [field, row] of Object.entries(switches))
      for (const { release, value } of row === 'setting' ? [] : (row.patches ?? [])) {
        const preset = releasesOf(presets).find(([name]) => name.endsWith(`_${release.replace('.', '_')}`))
        expect(preset === undefined ? undefined : valueIn(preset[1], field)).toSatisfy(
          (of) => of !== undefined && of !== value,
        )
      }
  })

  it('names the releases of Kubernetes in every collector alike', () => {
    const known = switchTables.map(({ presets }) =>
      releasesOf(presets)
        .map(([name]) => name)
        .filter((name) => name.startsWith('kubernetes') && !name.endsWith('1_20'))
        .map((name) => name.replace('kubernetes_', '').replace('_', '.')),
    )
    expect([...new Set(known.filter((lines) => lines.length > 0).map(sayLines))]).toEqual(['1.26, 1.31 … 1.36'])
  })
})

describe('the rules of a version', () => {
  it('are those of its patch where they differ', () => {
    expect(kubeletImageRules('1.26.8')).toMatchObject({ right: { pinned: 'ignored' } })
    expect(kubeletImageRules('v1.26.9')).toMatchObject({ right: { pinned: 'honoured', runOrder: 'stats-first' } })
    expect(kubeletImageRules('1.26')).toMatchObject({ right: { pinned: 'ignored' } })
    expect(kubeletImageRules('1.36.9')).toMatchObject({ right: { pinned: 'honoured' } })
  })

  it('end before the patch that has others', () => {
    const rules = policyOfVersion<{ readonly order: string }>(
      { kubernetes_1_34: { order: 'new' }, kubernetes_1_35: { order: 'new' } },
      {
        order: {
          decides: 'which goes first',
          upstream: 'kubernetes 1.36.2 a.go b',
          patches: [{ release: '1.34', before: 2, value: 'old' }],
        },
      },
    )
    expect(['1.34.0', '1.34.1', '1.34.2', '1.34', '1.35.1'].map(rules)).toEqual(
      ['old', 'old', 'new', 'new', 'new'].map((order) => ({ _tag: 'Right', right: { order } })),
    )
  })

  it('are none of a release without a preset', () => {
    expect(kubeletImageRules('1.24')).toMatchObject({ left: { _tag: 'UnknownRelease', nearest: ['1.26'] } })
  })
})
