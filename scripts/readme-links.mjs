/** Checks the links of the README, which is also the package's page: each leads to a heading or to a packed file. */
import { existsSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'

import { root } from './package.mjs'

/**
 * @param {ReadonlySet<string>} packed paths of the packed files, from the package's root
 * @returns {ReadonlyArray<string>} one line per broken link
 */
export const brokenReadmeLinks = (packed) => {
  const links = [...prose('README.md').matchAll(/\]\(([^)\s]+)/g)].map(([, link = '']) => link)
  return links.flatMap((link) => {
    if (/^[a-z]+:/.test(link)) return []
    const [path = '', anchor] = link.split('#')
    const file = path === '' ? 'README.md' : normalize(path)
    const isFolder = [...packed].some((each) => each.startsWith(`${file.replace(/\/$/, '')}/`))
    if (!packed.has(file) && !isFolder) return [`README.md links to ${link}, which is not packed`]
    if (anchor === undefined || (existsSync(join(root, file)) && anchorsOf(file).has(anchor))) return []
    return [`README.md links to ${link}, but ${file} has no heading #${anchor}`]
  })
}

/** A page without its code blocks. @param {string} file */
const prose = (file) => readFileSync(join(root, file), 'utf8').replace(/^```[\s\S]*?^```/gm, '')

/** The anchors that code hosts give to headings: lower case, no punctuation, hyphens for blanks. @param {string} file */
const anchorsOf = (file) => {
  /** @type {Set<string>} */
  const anchors = new Set()
  for (const [, heading = ''] of prose(file).matchAll(/^#+ (.+)$/gm)) {
    const anchor = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
    let free = anchor
    for (let again = 1; anchors.has(free); again++) free = `${anchor}-${again}`
    anchors.add(free)
  }
  return anchors
}
