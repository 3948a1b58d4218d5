/** Answers whether each type of page is clean to axe in light and dark, and writes what it looks like to `site/screenshots`. */
import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'

import { complaintsOf, overhangOf, useBrowser } from './browser.js'

const visit = useBrowser()
const folder = fileURLToPath(new URL('../screenshots', import.meta.url))

/** One page of each type. */
const types = {
  home: 'index.html',
  introduction: 'introduction.html',
  'guide-image-gc': 'guides/image-gc.html',
  'guide-delete': 'guides/before-you-delete.html',
  collector: 'collectors/kubelet-image.html',
  tables: 'founding-documents.html',
  pictures: 'node-pressure.html',
  api: 'api/gcplan/kubelet/image.html',
  playground: 'playground/index.html',
} as const

describe.each(['light', 'dark'] as const)('in %s', (theme) => {
  it.each(Object.entries(types))('the page %s is clean to axe, wide and narrow', async (name, path) => {
    const { page, errors } = await visit(path, { theme })
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: `${folder}/${name}-${theme}.png` })
    expect(await complaintsOf(page)).toEqual([])
    await page.setViewportSize({ width: 360, height: 740 })
    await page.screenshot({ path: `${folder}/${name}-${theme}-narrow.png` })
    expect(await overhangOf(page)).toBe(0)
    expect(await complaintsOf(page)).toEqual([])
    expect(errors).toEqual([])
  })

  it('the ground is that of the theme', async () => {
    const { page } = await visit('introduction.html', { theme })
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const [red = 0] = /\d+/.exec(ground) ?? []
    expect(Number(red) > 128).toBe(theme === 'light')
  })
})
