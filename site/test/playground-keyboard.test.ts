/** The playground without a mouse. */
import { describe, expect, it } from 'vitest'

import { useBrowser } from './browser.js'
import { answered } from './playground.js'

const visit = useBrowser()

describe('the keyboard alone', () => {
  it('opens an example, asks what goes with an object, and walks the answer', async () => {
    const { page } = await visit('playground/')
    await page.focus('[data-example="controllers"]')
    await page.keyboard.press('Enter')
    await answered(page)
    await page.keyboard.press('q')
    const focused = async (): Promise<string> => page.locator(':focus').innerText()
    await expect.poll(focused).toBe('What would the controllers delete now?')
    await page.keyboard.press('Tab')
    await expect.poll(focused).toBe('What goes when an object is deleted?')
    await page.keyboard.press('Enter')
    await page.waitForSelector('[role="combobox"]')
    await page.keyboard.press('o')
    await page.waitForSelector('[role="combobox"]:focus')
    await page.keyboard.type('deployment web')
    await page.waitForSelector('[role="option"]:has-text("Deployment shop/web")')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await answered(page)
    expect(await page.locator('.answer footer code').innerText()).toContain('gcplan cascade delete deployment/web')
    await page.keyboard.press('Escape')
    await page.keyboard.press('a')
  })

  it('walks the rows of a table and opens one', async () => {
    const { page } = await visit('playground/')
    await page.focus('[data-example="controllers"]')
    await page.keyboard.press('Enter')
    await answered(page)
    await page.focus('tbody .open')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForSelector('tbody tr.chosen')
    expect(await page.locator('tbody tr.chosen').count()).toBe(1)
    expect(await page.locator('tbody tr').nth(2).getAttribute('class')).toContain('chosen')
  })

  it('shows its shortcuts', async () => {
    const { page } = await visit('playground/')
    await page.click('[data-example="container-gc"]')
    await answered(page)
    await page.keyboard.press('?')
    expect(await page.locator('.shortcuts').innerText()).toContain('Copy a link')
  })
})
