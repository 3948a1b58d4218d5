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

/** An object of a made cluster. */
export interface Made {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: object
}

const uid = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`

/** A list of ReplicaSets with nine pods each; of every hundredth ReplicaSet the owner is gone. */
export const clusterOf = (count: number): string => {
  const items: Made[] = []
  for (let index = 0; items.length < count; index += 1) {
    const set = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: `web-${index}`, uid: uid(items.length) }
    const gone = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      name: `web-${index}`,
      uid: uid(900_000_000 + index),
      controller: true,
    }
    const metadata = { namespace: 'shop', name: set.name, uid: set.uid, creationTimestamp: '2026-01-01T00:00:00Z' }
    items.push({
      apiVersion: set.apiVersion,
      kind: set.kind,
      metadata: index % 100 === 0 ? { ...metadata, ownerReferences: [gone] } : metadata,
    })
    for (let pod = 0; pod < 9 && items.length < count; pod += 1)
      items.push({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: {
          ...{
            namespace: 'shop',
            name: `web-${index}-${pod}`,
            uid: uid(items.length),
            creationTimestamp: '2026-01-01T00:00:00Z',
          },
          ownerReferences: [{ ...set, controller: true, blockOwnerDeletion: true }],
        },
      })
  }
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items })
}
