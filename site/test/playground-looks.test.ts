/** How the playground looks: axe in light and dark, at 360 pixels, and its first load. */
import { gzipSync } from 'node:zlib'
import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'

import { complaintsOf, overhangOf, useBrowser } from './browser.js'
import { openExample } from './playground.js'

const visit = useBrowser()
const screenshot = (name: string): string =>
  fileURLToPath(new URL(`../screenshots/playground-${name}.png`, import.meta.url))

/** Bytes of script, style and document that the shell may load, by gzip. */
const mostBytes = 250_000

describe('the playground', () => {
  it.each(['light', 'dark'] as const)('is clean to axe before and after files, %s', async (theme) => {
    const { page } = await visit('playground/', { theme })
    await page.waitForSelector('.welcome')
    const rules = theme === 'light' ? 'all' : 'colours'
    expect(await complaintsOf(page, rules)).toEqual([])
    await page.screenshot({ path: screenshot(`welcome-${theme}`) })
    await openExample(page, 'controllers')
    await page.click('button:has-text("Policy and assumptions")')
    await page.waitForSelector('.policy .cm-content')
    await page.waitForSelector('.input .cm-content')
    expect(await complaintsOf(page, rules)).toEqual([])
    await page.screenshot({ path: screenshot(`plan-${theme}`) })
  })

  it('is no wider than 360 pixels', async () => {
    const { page } = await visit('playground/', { width: 360, height: 740 })
    await page.waitForSelector('.welcome')
    expect(await overhangOf(page)).toBe(0)
    await openExample(page, 'controllers')
    await page.click('button:has-text("Policy and assumptions")')
    await page.waitForSelector('.policy .cm-content')
    expect(await overhangOf(page)).toBe(0)
    await page.screenshot({ path: screenshot('narrow') })
  })

  it('loads less than 250 kB before there are files', async () => {
    const { page } = await visit('playground/')
    await page.waitForSelector('.welcome')
    await page.waitForLoadState('networkidle')
    const addresses = await page.evaluate(() => [
      location.href,
      ...performance.getEntriesByType('resource').map(({ name }) => name),
    ])
    const loaded = [...new Set(addresses)].filter((address) => /(\.js|\.css|\.html|\/)$/.test(address))
    const sizes = await Promise.all(
      loaded.map(async (address) => gzipSync(new Uint8Array(await (await fetch(address)).arrayBuffer())).length),
    )
    expect(sizes.length).toBeGreaterThan(3)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(mostBytes)
  })
})
