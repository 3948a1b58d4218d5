/** Drives the view of containerd with a snapshot of its metadata. */
import { describe, expect, it } from 'vitest'

import { answered } from './playground.js'
import { expectCleanView, useExamples } from './views-opening.js'

const example = useExamples()
const alive = 'Why is this blob alive?'

describe('records of containerd', () => {
  it('are found by typing, and show the path from their root and what dropping it frees', async () => {
    const { page } = await example(alive)
    await page.getByRole('combobox', { name: 'Why is it alive?' }).fill('content')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'The path that keeps it' }).waitFor()
    await expect.poll(async () => page.locator('.path > li').count()).toBeGreaterThan(1)
    await answered(page)
    expect(await page.getByText('Becomes free:').count()).toBe(1)
    await page.getByRole('button', { name: 'which rule?' }).first().click()
    await page.getByText('core/metadata/gc.go').first().waitFor()
  })

  it('tell what goes when some are dropped together', async () => {
    const { page } = await example(alive)
    await page.getByText('What retains most').click()
    const drops = page.getByRole('checkbox', { name: /^Drop / })
    await drops.first().check()
    await page.getByRole('heading', { name: 'If it is dropped' }).waitFor()
    await answered(page)
    await drops.nth(1).check()
    await page.getByRole('heading', { name: 'If these 2 are dropped together' }).waitFor()
  })
})

it('a record is clean to axe, wide and narrow, light and dark', async () => {
  const visited = await example(alive)
  await visited.page.locator('.graph [data-box]').first().waitFor()
  await answered(visited.page)
  await expectCleanView(visited)
})
