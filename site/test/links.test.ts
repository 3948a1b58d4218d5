/** Answers whether every link of the built site leads somewhere, below the base it was built for. */
import { posix } from 'node:path'

import { describe, expect, inject, it } from 'vitest'

import { builtFiles, builtPages, builtText } from './built.js'

const base = new URL(inject('site')).pathname

const idsOf = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id))

const ids = new Map(builtPages.map((page) => [page, idsOf(builtText(page))]))

const fileOf = (path: string): string | undefined =>
  [path, posix.join(path, 'index.html')].find((file) =>
    file.endsWith('.html') ? ids.has(file) : builtFiles.has(file) && /\.\w+$/.test(file),
  )

const brokenIn = (page: string): ReadonlyArray<string> =>
  [...builtText(page).matchAll(/\s(?:href|src)="([^"]*)"/g)].flatMap(([, link = '']) => {
    if (/^(https?:|data:|mailto:)/.test(link)) return []
    const { pathname, hash } = new URL(link.replaceAll('&amp;', '&'), `http://site${base}${page}`)
    if (!pathname.startsWith(base)) return [`${page}: ${link} leaves the base`]
    const file = fileOf(decodeURIComponent(pathname.slice(base.length)))
    if (file === undefined) return [`${page}: ${link} leads nowhere`]
    const anchor = decodeURIComponent(hash.slice(1))
    // A fragment of the playground is a state.
    if (anchor === '' || file.startsWith('playground/') || ids.get(file)?.has(anchor) === true) return []
    return [`${page}: ${link} names no heading`]
  })

describe('the built site', () => {
  it('has the pages of the documentation, the guides, the API and the playground', () => {
    expect(builtPages).toEqual(
      expect.arrayContaining([
        'index.html',
        'introduction.html',
        'cli.html',
        'adapters/index.html',
        'api/index.html',
        'playground/index.html',
      ]),
    )
    expect(builtPages.filter((page) => page.startsWith('guides/')).length).toBeGreaterThanOrEqual(7)
  })

  it('has no dead link', () => {
    expect(builtPages.flatMap(brokenIn)).toEqual([])
  })

  it('has no service worker', () => {
    const scripts = [...builtFiles].filter((file) => file.endsWith('.js'))
    expect(scripts.filter((file) => builtText(file).includes('serviceWorker.register'))).toEqual([])
  })
})
