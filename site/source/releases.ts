/**
 * Says which releases of the real components a page's code follows: the module is the first that the page names before its first section; its
 * sources name the version that each rule follows, and its presets the releases whose rules it has.
 */
import type { Page } from './pages.js'
import { filesIn, isFolder, textOf } from './repository.js'

/** How the projects that rules follow are written. */
const NAMES: Readonly<Record<string, string>> = { kubernetes: 'Kubernetes', containerd: 'containerd' }

const modulesOf = ({ text }: Page): ReadonlyArray<string> => {
  const opening = text.split(/^## /m)[0] ?? ''
  return [...opening.matchAll(/`gcplan\/([a-z/-]+)`/g)].map(([, path = '']) => `src/${path}`).filter(isFolder)
}

const numbers = (version: string): ReadonlyArray<number> => version.split(/[._]/).map(Number)

const byVersion = (a: string, b: string): number => {
  const [left, right] = [numbers(a), numbers(b)]
  const at = left.findIndex((number, index) => number !== (right[index] ?? 0))
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0)
}

/** What a page's badges say; none where its code follows no release. */
export const releasesOf = (page: Page): ReadonlyArray<string> => {
  const sources = modulesOf(page).flatMap((folder) => filesIn(folder, '.ts'))
  const text = sources.map(textOf).join('\n')
  return Object.entries(NAMES).flatMap(([project, name]) => {
    const followed = [...text.matchAll(new RegExp(`@upstream ${project} v([\\d.]+)`, 'g'))].map(([, one = '']) => one)
    const presets = [...text.matchAll(new RegExp(`\\b${project}_(\\d+_\\d+)\\b`, 'g'))].map(([, one = '']) => one)
    const newest = followed.toSorted(byVersion).at(-1)
    const known = presets.toSorted(byVersion)
    const [first, last] = [known[0]?.replace('_', '.'), known.at(-1)?.replace('_', '.')]
    return [
      ...(newest === undefined ? [] : [`follows ${name} ${newest}`]),
      ...(first === undefined || last === undefined ? [] : [`rules of ${name} ${first} to ${last}`]),
    ]
  })
}

/** The same as HTML. */
export const badgesOf = (page: Page): string => {
  const said = releasesOf(page)
  return said.length === 0 ? '' : `\n<p class="releases">${said.map((one) => `<span>${one}</span>`).join(' ')}</p>\n`
}
