import { either as E, option as O } from 'fp-ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { explainReleaseError, lineOf, presetOfVersion, readRelease, sayLines } from '../../src/core/release.js'
import { runs } from '../runs.js'

const presets = {
  docker_era: 'docker',
  kubernetes_1_36: '36',
  kubernetes_1_20: '20',
  kubernetes_1_26: '26',
  kubernetes_1_31: '31',
  kubernetes_1_32: '32',
  kubernetes_1_33: '33',
  kubernetes_1_34: '34',
  kubernetes_1_35: '35',
}

const preset = presetOfVersion(presets)

const refusal = (text: string): string =>
  E.match(explainReleaseError, (name: string) => `chosen: ${name}`)(preset(text))

describe('a version', () => {
  it.each([
    ['1.33', '1.33', O.none],
    ['v1.33', '1.33', O.none],
    ['1.33+', '1.33', O.none],
    ['1.33.4', '1.33', O.some(4)],
    ['v1.32.3', '1.32', O.some(3)],
    ['v1.33.4-eks-abc', '1.33', O.some(4)],
    ['v1.33.4+k3s1', '1.33', O.some(4)],
    ['1.33.4-gke.100', '1.33', O.some(4)],
    ['v1.31.0-rc.1+a2ba4e0', '1.31', O.some(0)],
    ['v1.30.14+rke2r1\n', '1.30', O.some(14)],
    ['1.7.24~ds1', '1.7', O.some(24)],
  ])('%j is of release %s', (text, line, patch) => {
    expect(E.map(lineOf)(readRelease(text))).toEqual(E.right(line))
    expect(E.map(({ patch: read }: { readonly patch: unknown }) => read)(readRelease(text))).toEqual(E.right(patch))
  })

  it.each([
    '',
    '1',
    'v1',
    'latest',
    '1.x',
    '1.33.',
    '1.33.x',
    '1.33-rc.1',
    '1.33.4 or so',
    'kubernetes_1_33',
    '1234567.1',
  ])('%j is none', (text) => {
    expect(readRelease(text)).toEqual(E.left({ _tag: 'NoVersion', given: text }))
  })

  it('gives back the numbers it was made of', () => {
    fc.assert(
      fc.property(fc.nat(999_999), fc.nat(999_999), fc.nat(999_999), (major, minor, patch) => {
        const release = readRelease(`v${major}.${minor}.${patch}`)
        return E.isRight(release) && release.right.minor === minor && lineOf(release.right) === `${major}.${minor}`
      }),
      { numRuns: runs(100) },
    )
  })
})

describe('the preset of a version', () => {
  it('is that of its two numbers, whatever the patch', () => {
    expect(preset('v1.33.4-eks-abc')).toEqual(E.right('33'))
    expect(preset('1.20')).toEqual(E.right('20'))
  })

  it.each([
    ['1.24', 'expected one of 1.20, 1.26, 1.31 … 1.36, got "1.24"; the nearest is 1.26'],
    ['1.23', 'expected one of 1.20, 1.26, 1.31 … 1.36, got "1.23"; the nearest are 1.20 and 1.26'],
    ['v1.40.1', 'expected one of 1.20, 1.26, 1.31 … 1.36, got "v1.40.1"; the nearest is 1.36'],
    ['2.0', 'expected one of 1.20, 1.26, 1.31 … 1.36, got "2.0"; the nearest is 1.36'],
    ['0.9', 'expected one of 1.20, 1.26, 1.31 … 1.36, got "0.9"; the nearest is 1.20'],
    ['newest', 'expected a version such as 1.33 or v1.33.4, got "newest"'],
  ])('%s has none', (text, said) => {
    expect(refusal(text)).toBe(said)
  })

  it('is a preview only for a version that asks for it, and never the nearest', () => {
    const withPreview = presetOfVersion({ kubernetes_1_36: '36', kubernetes_1_37_preview: '37' })
    expect(withPreview('v1.37-preview')).toEqual(E.right('37'))
    expect(E.map(lineOf)(readRelease('1.37-preview'))).toEqual(E.right('1.37-preview'))
    for (const given of ['1.37', '1.37.0-preview', '1.36-preview', '1.38-preview'])
      expect(withPreview(given)).toEqual(
        E.left({ _tag: 'UnknownRelease', given, known: ['1.36', '1.37-preview'], nearest: ['1.36'] }),
      )
  })

  it('is none where no release has a preset', () => {
    expect(presetOfVersion({ docker_era: 1 })('1.33')).toEqual(
      E.left({ _tag: 'UnknownRelease', given: '1.33', known: [], nearest: [] }),
    )
  })
})

describe('releases', () => {
  it('in a row are named by their ends', () => {
    expect(sayLines(['1.6', '1.7', '2.0', '2.1', '2.2', '2.3'])).toBe('1.6, 1.7, 2.0 … 2.3')
    expect(sayLines([])).toBe('')
  })
})
