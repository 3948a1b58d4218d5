/**
 * Leads the links between files of the repository to the pages made of them. A link to a file that is no page becomes its text, since the
 * repository has no address that the site could name; one to nothing, or to a heading that is not there, is an error.
 */
import { dirname, join, normalize } from 'node:path'

import { type Page, addressOf } from './pages.js'
import { anchorsOf, mapProse } from './prose.js'
import { isFolder, isThere } from './repository.js'

const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g

/** Pages by file, and those of folders by folder. */
export type Pages = ReadonlyMap<string, Page>

/** Pages found by what a link may name. */
export const pagesByTarget = (pages: ReadonlyArray<Page>): Pages =>
  new Map(
    pages.flatMap((page) => [
      [page.file, page] as const,
      ...(page.path.endsWith('index') ? [[dirname(page.file), page] as const] : []),
    ]),
  )

/** A page's text with its links led to pages; what is wrong is told to `complain`. */
export const withLinks = (page: Page, pages: Pages, complain: (problem: string) => void): string =>
  mapProse(page.text, (prose) =>
    prose.replace(LINK, (whole: string, picture: string, text: string, link: string) => {
      if (/^[a-z]+:/.test(link) || link.startsWith('/')) return whole
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? page.file : normalize(join(dirname(page.file), path)).replace(/\/$/, '')
      if (picture !== '')
        return pictureOf(target, text, () => complain(`${page.file} shows ${link}, which is not there`))
      const found = pages.get(target)
      if (found === undefined) {
        if (!isThere(target)) complain(`${page.file} links to ${link}, which is not there`)
        if (!isFolder(target) && target.endsWith('.md') && target.startsWith('docs/')) complain(`${target} is no page`)
        return text
      }
      if (anchor !== undefined && !anchorsOf(found.text).has(anchor))
        complain(`${page.file} links to ${link}, but ${found.file} has no such heading`)
      return `[${text}](${addressOf(found.path)}${anchor === undefined ? '' : `#${anchor}`})`
    }),
  )

/** Drawn in the page itself, so that it follows the page's colours. */
const pictureOf = (target: string, text: string, lacks: () => void): string => {
  if (!isThere(target)) lacks()
  return `<DocPicture file="${target.replace(/^docs\/pictures\//, '')}" alt="${text.replaceAll('"', '&quot;')}" />`
}
