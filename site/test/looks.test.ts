/** Answers whether each type of page is clean to axe in light and dark, and writes what it looks like to `site/screenshots`. */
import { fileURLToPath } from 'node:url'

import { expect, it } from 'vitest'

import { expectClean, useBrowser } from './browser.js'

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

it.each(Object.entries(types))('the page %s is clean to axe, wide and narrow, light and dark', async (name, path) => {
  const { page, errors } = await visit(path)
  await page.waitForLoadState('networkidle')
  await expectClean(page, async (look) => {
    await page.screenshot({ path: `${folder}/${name}-${look}.png` })
  })
  expect(errors).toEqual([])
})

it.each(['light', 'dark'] as const)('the ground is that of the theme, %s', async (theme) => {
  const { page } = await visit('introduction.html', { theme })
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const [red = 0] = /\d+/.exec(ground) ?? []
  expect(Number(red) > 128).toBe(theme === 'light')
})
