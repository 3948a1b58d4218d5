/** Policies as a form and as YAML: a change on one side is one on the other, and is planned. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'

import { useBrowser } from './browser.js'
import { answered, openExample } from './playground.js'

const visit = useBrowser()

const openPolicy = async (id: string): Promise<Page> => {
  const { page } = await visit('playground/')
  await openExample(page, id)
  await page.click('button:has-text("Policy and assumptions")')
  await page.waitForSelector('.policy .cm-content')
  return page
}

const yamlOf = async (page: Page): Promise<string> =>
  (await page.locator('.policy .cm-line').allInnerTexts()).join('\n')

describe('a policy', () => {
  it('that is changed in the form is changed in the YAML and in the plan', async () => {
    const page = await openPolicy('controllers')
    const field = page.getByLabel('Terminated pod GC threshold')
    expect(await field.inputValue()).toBe('3')
    await field.fill('20')
    await field.blur()
    await page.waitForFunction(
      () => document.querySelector('.answer footer code')?.textContent.includes('threshold 20') === true,
    )
    expect(await yamlOf(page)).toContain('terminated-pod-gc-threshold: 20')
  })

  it('that is changed in the YAML is changed in the form and in the plan', async () => {
    const page = await openPolicy('controllers')
    await page.click('.policy .cm-content')
    await page.keyboard.press('Control+End')
    await page.keyboard.type('all-agree: true\n')
    await page.waitForFunction(
      () => document.querySelector('.answer footer code')?.textContent.includes('--all-agree') === true,
    )
    expect(await page.getByLabel('All agree').isChecked()).toBe(true)
  })

  it('with an unknown setting is refused in the YAML, and the last plan stays', async () => {
    const page = await openPolicy('controllers')
    await page.click('.policy .cm-content')
    await page.keyboard.press('Control+End')
    await page.keyboard.type('no-such-thing: 1\n')
    await page.waitForSelector('.policy [role="alert"]')
    expect(await page.locator('.policy [role="alert"]').innerText()).toContain('no-such-thing there is no such setting')
    expect(await page.locator('.answer footer code').innerText()).not.toContain('no-such-thing')
  })

  it('offers the presets of releases', async () => {
    const page = await openPolicy('image-gc')
    const options = await page.getByLabel('Preset').locator('option').allInnerTexts()
    expect(options).toEqual(expect.arrayContaining(['default', 'kubernetes_1_26', 'kubernetes_1_36']))
    await page.getByLabel('Preset').selectOption('kubernetes_1_26')
    await answered(page)
    await page.waitForFunction(
      () => document.querySelector('.answer footer code')?.textContent.includes('--preset kubernetes_1_26') === true,
    )
  })

  it('of coverage is unknown until somebody says it', async () => {
    const page = await openPolicy('owners')
    await page.getByLabel('These lists cover').selectOption('unknown')
    await page.waitForFunction(
      () => document.querySelector('.answer footer code')?.textContent.includes('all-namespaces') === false,
    )
    await page.getByLabel('These lists cover').selectOption('listed-in')
    await page.getByLabel('Namespaces', { exact: true }).fill('shop, batch')
    await page.getByLabel('Namespaces', { exact: true }).blur()
    await page.waitForFunction(
      () => document.querySelector('.answer footer code')?.textContent.includes('--listed-in shop,batch') === true,
    )
  })
})
