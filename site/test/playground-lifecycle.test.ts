/** The lifecycle policy and the settings of containerd's scheduler: a form and its text, each of which follows the other. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'

import { complaintsOf, expectClean, overhangOf, useBrowser } from './browser.js'
import { answered, openExample } from './playground.js'

const visit = useBrowser()

const open = async (id: string): Promise<Page> => {
  const { page } = await visit('playground/')
  await openExample(page, id)
  await page.click('button:has-text("Policy and assumptions")')
  return page
}

const withLifecycle = async (): Promise<Page> => {
  const page = await open('controllers')
  await page.getByRole('button', { name: 'Add a lifecycle policy' }).click()
  await page.waitForSelector('.lifecycle .cm-content')
  await saysCommand(page, '--lifecycle lifecycle.yaml')
  return page
}

const saysCommand = async (page: Page, part: string): Promise<void> => {
  await page.waitForFunction(
    (text) => document.querySelector('.answer footer code')?.textContent.includes(text) === true,
    part,
  )
}

const textOf = async (page: Page, panel: string): Promise<string> =>
  (await page.locator(`${panel} .cm-line`).allInnerTexts()).join('\n')

describe('a lifecycle policy', () => {
  it('is a file that the command reads, and the form writes it', async () => {
    const page = await withLifecycle()
    expect(await page.locator('.files').innerText()).toMatch(/lifecycle\.yaml\s+a lifecycle policy/)
    await page.getByRole('button', { name: 'Add a namespace' }).click()
    const rules = page.getByRole('group', { name: 'default', exact: true })
    await rules.getByLabel('Namespace').fill('batch')
    await rules.getByLabel('Namespace').blur()
    const batch = page.getByRole('group', { name: 'batch', exact: true })
    await batch.getByLabel('After finished').selectOption('true')
    await batch.getByLabel('TTL in seconds').fill('soon')
    await batch.getByLabel('TTL in seconds').blur()
    expect(await batch.getByLabel('TTL in seconds').getAttribute('aria-invalid')).toBe('true')
    await page.waitForSelector('.problems:has-text("namespaces[0].rules.ttlSeconds")')
    await batch.getByLabel('TTL in seconds').fill('0')
    await batch.getByLabel('TTL in seconds').blur()
    await page.waitForSelector('.problems', { state: 'detached' })
    await answered(page)
    const text = await textOf(page, '.lifecycle')
    expect(text).toContain('ttlSeconds: 0')
    expect(text).toContain('namespace: batch')
    expect(await page.locator('.gc-playground .answer').innerText()).toMatch(
      /its TTL of 0 s|afterFinished|has finished/,
    )
  })

  it('that is written as text shows in the form, and what it says wrong is said beside it', async () => {
    const page = await withLifecycle()
    await page.click('.lifecycle .cm-content')
    await page.keyboard.press('Control+End')
    await page.keyboard.type('liveness: reachability\n')
    await expect.poll(async () => page.getByLabel('Liveness').inputValue()).toBe('reachability')
    await page.keyboard.type('cluster: [')
    await page.waitForSelector('.lifecycle [role="alert"]')
    expect(await page.getByLabel('Liveness').inputValue()).toBe('reachability')
  })

  it('is made without a mouse', async () => {
    const page = await open('controllers')
    await page.getByRole('button', { name: 'Add a lifecycle policy' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForSelector('.lifecycle .cm-content')
    await page.getByRole('button', { name: 'Add a kind' }).focus()
    await page.keyboard.press('Space')
    await page.getByRole('group', { name: 'ConfigMap', exact: true }).getByLabel('Kind', { exact: true }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => (document.activeElement as HTMLSelectElement).labels[0]?.innerText)).toBe(
      'Enabled',
    )
    await page.getByRole('button', { name: 'Remove ConfigMap' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(async () => textOf(page, '.lifecycle')).toContain('kinds: []')
  })

  it('is clean to axe, wide and narrow, light and dark', async () => {
    const page = await withLifecycle()
    await page.getByRole('button', { name: 'Add a kind' }).click()
    await page.getByRole('button', { name: 'Add a capacity' }).click()
    await answered(page)
    await expectClean(page)
  })
})

describe('the scheduler of containerd', () => {
  it('is asked about with a course of events: each collection has its reason', async () => {
    const { page, errors } = await visit('playground/')
    await openExample(page, 'schedule')
    expect(await page.locator('.gc-view tbody tr').first().innerText()).toMatch(/100ms\s+the first tick/)
    expect(await page.locator('.gc-view').first().innerText()).toMatch(/events\[3\] was answered at 4\d[\d.]*s/)
    expect(await complaintsOf(page)).toEqual([])
    await page.setViewportSize({ width: 360, height: 740 })
    expect([await overhangOf(page), errors]).toEqual([0, []])
  })

  it('takes its settings from the form and from the YAML', async () => {
    const page = await open('schedule')
    await page.waitForSelector('.policy .cm-content')
    const field = page.getByLabel('Deletion threshold')
    expect(await field.inputValue()).toBe('2')
    await field.fill('1')
    await field.blur()
    await saysCommand(page, '--deletion-threshold 1')
    expect(await textOf(page, '.policy')).toContain('deletion-threshold: 1')
    await page.click('.policy .cm-content')
    await page.keyboard.press('Control+End')
    await page.keyboard.type('startup-delay: 0s\n')
    await saysCommand(page, '--startup-delay 0s')
    expect(await page.getByLabel('Startup delay').inputValue()).toBe('0s')
    expect(await page.locator('.gc-view tbody').innerText()).not.toContain('100ms')
  })
})
