/** Links to the playground hold everything, and open to exactly that. */
import { describe, expect, it } from 'vitest'

import { playgroundFragment } from '../playground/state/link-node.js'
import { useBrowser } from './browser.js'
import { answered, drop, openExample } from './playground.js'

const visit = useBrowser()

describe('a link', () => {
  it('restores files, question and settings', async () => {
    const { page } = await visit('playground/')
    await openExample(page, 'delete-deployment')
    await page.click('button:has-text("Copy link")')
    await page.waitForFunction(() => location.hash.startsWith('#1.'))
    const hash = new URL(page.url()).hash
    const other = await visit(`playground/${hash}`)
    await answered(other.page)
    expect(await other.page.locator('.files .title').allInnerTexts()).toEqual(['shop.json'])
    expect(await other.page.locator('.chip').innerText()).toContain('d-background')
    expect(await other.page.locator('.answer footer code').innerText()).toBe(
      await page.locator('.answer footer code').innerText(),
    )
    await other.page.evaluate(() => {
      history.replaceState(null, '', location.pathname)
    })
    await other.page.click('button:has-text("Copy link")')
    await expect.poll(() => new URL(other.page.url()).hash).toBe(hash)
  })

  it('shows the wave and the object that were chosen', async () => {
    const { page } = await visit('playground/')
    await openExample(page, 'delete-deployment')
    await page.getByRole('slider').first().focus()
    for (const key of ['Home', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
    await page.locator('[data-box][aria-label^="Deployment d-background"]').click()
    await page.click('button:has-text("Copy link")')
    await page.waitForFunction(() => location.hash.startsWith('#1.'))
    const other = await visit(`playground/${new URL(page.url()).hash}`)
    await answered(other.page)
    expect(await other.page.getByRole('slider').first().getAttribute('aria-valuetext')).toMatch(/^Wave 2 of 4/)
    expect(await other.page.getByRole('region', { name: 'Deployment d-background' }).count()).toBe(1)
  })

  it('that was made while the site was built opens too', async () => {
    const text = JSON.stringify({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'ä', namespace: 'n', uid: 'u' },
    })
    const fragment = playgroundFragment({
      files: [{ name: 'one.json', text }],
      question: { kind: 'plan', of: 'kubernetes-owners', settings: { 'whole-cluster': true } },
    })
    const { page } = await visit(`playground/${fragment}`)
    await answered(page)
    expect(await page.locator('.answer footer code').innerText()).toBe(
      'gcplan plan kubernetes-owners -f one.json --whole-cluster',
    )
  })

  it('is not made of an input that is too large, and the page says why', async () => {
    const { page } = await visit('playground/')
    const noise = Array.from({ length: 20_000 }, (_, index) => Math.imul(index + 1, 2_654_435_761).toString(36)).join(
      ' ',
    )
    await drop(page, [{ name: 'noise.txt', text: noise }])
    await page.waitForSelector('.files .title')
    await page.click('button:has-text("Copy link")')
    await page.waitForSelector('.share :text("too large for a link")')
    expect(new URL(page.url()).hash).toBe('')
  })

  it('that was cut off says so and leaves the page usable', async () => {
    const { page } = await visit('playground/#1.7VZtb9s2EP4')
    await page.waitForSelector('[role="alert"]')
    expect(await page.locator('[role="alert"]').innerText()).toContain('cut off or damaged')
    expect(await page.locator('.welcome').count()).toBe(1)
  })
})
