/** A hundred thousand objects: the worker reads and plans, the page has few rows and answers meanwhile. */
import { describe, expect, it } from 'vitest'

import { useBrowser } from './browser.js'
import { clusterOf } from './cluster.js'
import { answered, drop } from './playground.js'

const visit = useBrowser()

describe('a cluster of 100,000 objects', () => {
  it('is planned in the worker, while the page answers clicks, with at most 200 rows in the page', async () => {
    const { page, errors } = await visit('playground/')
    await drop(page, [{ name: 'cluster.json', text: clusterOf(100_000) }])
    // The answer is not there yet, and the page shows its shortcuts on a key.
    await page.waitForSelector('.top')
    await page.click('button:has-text("Keys")')
    await page.waitForSelector('.shortcuts')
    expect(await page.locator('.answer footer').count()).toBe(0)
    await answered(page)
    await page.waitForSelector('tbody tr')
    expect(await page.locator('tbody tr').count()).toBe(200)
    expect(await page.locator('.gc-table .count').innerText()).toMatch(/1–200 of 100,000/)
    await page.click('button:has-text("Next")')
    await page.waitForSelector('.gc-table .count:has-text("201–400")')
    await page.fill('.gc-table input[type="search"]', 'web-9999-')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.gc-table .count:has-text("9")')
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 9)
    expect(errors).toEqual([])
  })
})
