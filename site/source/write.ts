/** Writes the pages that VitePress reads, from the Markdown of the repository. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { decisionsPage } from './decisions.js'
import { withExamples } from './examples.js'
import { pagesByTarget, withLinks } from './links.js'
import { type Page, allPages } from './pages.js'
import { mapProse } from './prose.js'
import { badgesOf } from './releases.js'
import { repository } from './repository.js'

/** Where they are written, named from the repository's root. */
export const pagesFolder = 'site/.pages'

/** A name in angle brackets would be read as an element; components and the elements that pages use begin otherwise. */
const withoutElements = (text: string): string =>
  mapProse(text, (prose) => prose.replace(/<(?!\/?(?:br|p|span|div|details|summary|[A-Z][A-Za-z]+)\b|!--)/g, '&lt;'))

const withBadges = (text: string, page: Page): string => text.replace(/^(# .+\n)/m, (title) => title + badgesOf(page))

/** A page that is unchanged is not touched, so that a running server reloads only what changed. */
const writeIfChanged = (path: string, text: string): void => {
  const file = join(repository, pagesFolder, `${path}.md`)
  try {
    if (readFileSync(file, 'utf8') === text) return
  } catch {
    mkdirSync(dirname(file), { recursive: true })
  }
  writeFileSync(file, text)
}

/**
 * Writes every page; those of the API are written by typedoc.
 *
 * @throws where a page links to what is not there, with every such link
 */
export const writePages = (): ReadonlyArray<Page> => {
  const read = allPages()
  const pages = [...read, decisionsPage(read)]
  const targets = pagesByTarget(pages)
  const problems: string[] = []
  for (const page of pages) {
    const linked = withLinks(page, targets, (problem) => problems.push(problem))
    const text = page.file.startsWith('site/') ? linked : withBadges(withoutElements(linked), page)
    writeIfChanged(page.path, withExamples(text))
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return pages
}
