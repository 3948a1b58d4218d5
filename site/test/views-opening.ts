/** Opens an example of the playground and waits for its view. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { type Look, type Visit, complaintsOf, overhangOf, useBrowser } from './browser.js'
import { answered } from './playground.js'

/** Opens examples by their title. */
export const useExamples = (): ((title: string, look?: Look) => Promise<Visit>) => {
  const visit = useBrowser()
  return async (title, look) => {
    const visited = await visit('playground/index.html', look)
    await visited.page.getByRole('button', { name: title }).first().click()
    await answered(visited.page)
    return visited
  }
}

/** The words in the middle of a banner. */
export const headlineOf = async (page: Page): Promise<string> => page.locator('.banner h3').first().innerText()

/** Expects that a page is clean to axe, wide and at 360 pixels, fits there, and wrote no error. */
export const expectClean = async ({ page, errors }: Visit): Promise<void> => {
  expect(await complaintsOf(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await overhangOf(page)).toBe(0)
  expect(await complaintsOf(page)).toEqual([])
  expect(errors).toEqual([])
}
