/** Answers whether a reader finds a word, goes on to what it names, and moves what can be moved. */
import { describe, expect, it } from 'vitest'

import { useBrowser } from './browser.js'

const visit = useBrowser()

describe('the search', () => {
  it('finds a word of the documentation and leads to its page', async () => {
    const { page, outside } = await visit('index.html')
    await page
      .getByRole('button', { name: /search/i })
      .first()
      .click()
    await page.getByRole('searchbox').fill('quarantine')
    const found = page.locator('.result').first()
    await found.waitFor()
    await found.click()
    await expect.poll(async () => page.locator('main, .VPContent').first().innerText()).toMatch(/quarantine/i)
    expect(outside).toEqual([])
  })
})

describe('the search for a name of the API', () => {
  it('finds its module', async () => {
    const { page } = await visit('cli.html')
    await page
      .getByRole('button', { name: /search/i })
      .first()
      .click()
    await page.getByRole('searchbox').fill('drawForest')
    await page.locator('.result', { hasText: 'gcplan/render' }).first().waitFor()
  })
})

describe('the image collection of the guide', () => {
  it("shows the article's figures, and others when a threshold moves", async () => {
    const { page, errors } = await visit('guides/image-gc.html')
    const said = page.locator('.image-gc [role=status]')
    await said.waitFor()
    expect(await said.innerText()).toContain('52 images')
    expect(await page.locator('.image-gc tbody tr').first().innerText()).toMatch(/9\.12 GB.*9\.18 GB.*1\.88 GB/s)
    const high = page.getByRole('slider', { name: /high threshold/i })
    await high.focus()
    for (let press = 0; press < 4; press++) await page.keyboard.press('ArrowRight')
    await expect.poll(async () => said.innerText()).toContain('78 %')
    expect(await page.locator('.image-gc tbody tr').count()).toBe(0)
    expect(errors).toEqual([])
  })

  it('reaches its low threshold in one run where no image shares a layer', async () => {
    const { page } = await visit('guides/image-gc.html')
    await page.getByRole('checkbox', { name: /share layers/ }).uncheck()
    await page.getByText(/^One run removes/).waitFor()
    expect(await page.locator('.image-gc tbody tr').count()).toBe(1)
  })
})

describe('the first page', () => {
  it('draws what becomes free when an image is chosen', async () => {
    const { page } = await visit('index.html')
    const live = page.locator('.live')
    const said = live.getByRole('status')
    await said.filter({ hasText: 'The disk gets back 1.1 GB' }).waitFor()
    await live.getByRole('button', { name: 'model:3' }).click()
    await said.filter({ hasText: 'The disk gets back 34 MB' }).waitFor()
    expect(await live.getByRole('button', { name: 'model:3' }).getAttribute('aria-pressed')).toBe('false')
  })
})
