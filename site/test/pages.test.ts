/** Answers whether every page opens without an error, without another origin, and without a sideways scroll on a phone. */
import { expect, it } from 'vitest'

import { overhangOf, useBrowser } from './browser.js'
import { builtPages } from './built.js'

const visit = useBrowser()

it.each(builtPages)('%s opens, says what it is, asks nobody else and fits 360 pixels', async (path) => {
  const { page, errors, outside, status } = await visit(path, { width: 360, height: 740 })
  await page.locator('h1').first().waitFor()
  const seen = { status, errors, outside, overhang: await overhangOf(page), headings: await page.locator('h1').count() }
  expect(seen).toEqual({ status: 200, errors: [], outside: [], overhang: 0, headings: 1 })
})

it('an address that leads nowhere gets a page that says so', async () => {
  const { page, errors, status } = await visit('no-such-page.html')
  expect(status).toBe(404)
  await page.getByText('404').first().waitFor()
  expect(errors).toEqual([])
})
