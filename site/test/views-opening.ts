/** Opens an example of the playground and waits for its view. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { type Look, type Visit, expectClean, useBrowser } from './browser.js'
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

/** Expects that the view of an example is clean to axe in every look, and wrote no error. */
export const expectCleanView = async ({ page, errors }: Visit): Promise<void> => {
  await expectClean(page)
  expect(errors).toEqual([])
}
