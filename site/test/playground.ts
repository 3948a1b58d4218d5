/** What tests of the playground share: they use it as a visitor does. */
import type { Page } from 'playwright-core'

import { still } from './browser.js'

/** A file as a visitor has it. */
export type Dropped = { readonly name: string } & (
  | { readonly text: string }
  | { readonly bytes: ReadonlyArray<number> }
)

/** Waits until the playground takes files. */
const ready = async (page: Page): Promise<void> => {
  await page.waitForSelector('.gc-playground')
}

/** Drops files somewhere on the page. */
export const drop = async (page: Page, files: ReadonlyArray<Dropped>): Promise<void> => {
  await ready(page)
  await page.evaluate((dropped) => {
    const data = new DataTransfer()
    for (const file of dropped)
      data.items.add(new File(['text' in file ? file.text : new Uint8Array(file.bytes)], file.name))
    document.body.dispatchEvent(new DragEvent('dragover', { dataTransfer: data, bubbles: true, cancelable: true }))
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
  }, files)
}

/** Pastes a text outside of every field. */
export const paste = async (page: Page, text: string): Promise<void> => {
  await ready(page)
  await page.evaluate((pasted) => {
    const data = new DataTransfer()
    data.setData('text/plain', pasted)
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, text)
}

/** Waits until the question is answered, its view is there with all it draws, and nothing more is asked. */
export const answered = async (page: Page): Promise<void> => {
  await page.waitForSelector('.answer[aria-busy="false"] .view > *')
  await still(page)
}

/** Opens an example of the catalogue. */
export const openExample = async (page: Page, id: string): Promise<void> => {
  await page.click(`[data-example="${id}"]`)
  await answered(page)
}
