/** Drives the page in Debian's Chromium, with a profile of its own that is empty. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core'

/** Where Chromium is. */
export const chromiumPath = '/usr/bin/chromium'

/** A browser that asks nobody outside. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath,
    args: [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ],
  })

/** What is looked at. */
export interface Look {
  /** Headlamp's class, e.g. `Deployment`. */
  readonly of: string
  readonly name: string
  readonly namespace?: string
  readonly theme?: 'light' | 'dark'
  readonly width?: number
}

/** Opens the details of an object, and waits until they are there. */
export const openDetails = async (context: BrowserContext, url: string, look: Look): Promise<Page> => {
  const { of, name, namespace, theme = 'light', width = 1100 } = look
  const page = await context.newPage()
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  const query = new URLSearchParams({ class: of, name, theme, ...(namespace === undefined ? {} : { namespace }) })
  await page.goto(`${url}/c/main/details?${query.toString()}`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  return page
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds in a part of a page, in one line each. */
export const violationsIn = async (page: Page, selector: string): Promise<ReadonlyArray<string>> => {
  await page.evaluate(axe)
  return page.evaluate(async (within) => {
    const { violations } = await (globalThis as unknown as { readonly axe: Axe }).axe.run(within)
    return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 160)}`))
  }, selector)
}

interface Axe {
  readonly run: (within: string) => Promise<{
    readonly violations: ReadonlyArray<{
      readonly id: string
      readonly help: string
      readonly nodes: ReadonlyArray<{ readonly html: string }>
    }>
  }>
}
