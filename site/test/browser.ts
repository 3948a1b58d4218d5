/** Pages of the one Chromium of all tests; they note what no page may do. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { type Browser, type Page, chromium } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** How a page is looked at. */
export interface Look {
  readonly theme?: 'light' | 'dark'
  /** Of the window, in pixels; default 1280 by 900. */
  readonly width?: number
  readonly height?: number
  /** Whether it is touched by fingers. */
  readonly hasTouch?: boolean
  /** Whether things may move; tests wait for nothing that moves unless they ask for it. */
  readonly motion?: 'reduce' | 'no-preference'
}

/** A page that is open. */
export interface Visit {
  readonly page: Page
  /** Errors that it wrote to the console or did not catch. */
  readonly errors: ReadonlyArray<string>
  /** Addresses outside the site that it asked for. */
  readonly outside: ReadonlyArray<string>
  /** The status of its own answer. */
  readonly status: number
}

/** Where an address below the site is. */
export const addressOf = (path: string): string => `${inject('site')}${path}`

/** Answers a function that opens a page of the site, in a tab that earlier tests of the file have left: a new window is dear. */
export const useBrowser = (): ((path: string, look?: Look) => Promise<Visit>) => {
  let browser: Browser | undefined
  beforeAll(async () => {
    browser = await chromium.connect(inject('chromium'))
  })
  afterAll(async () => browser?.close())
  const tabs = { free: new Map<boolean, Page[]>(), taken: new Map<Page, boolean>() }
  afterEach(async () => {
    for (const [page, hasTouch] of tabs.taken) {
      await emptied(page)
      tabs.free.set(hasTouch, [...(tabs.free.get(hasTouch) ?? []), page])
    }
    tabs.taken.clear()
  })
  return async (path, { theme = 'light', width = 1280, height = 900, hasTouch = false, motion = 'reduce' } = {}) => {
    if (browser === undefined) throw new Error('no browser: call useBrowser outside of tests')
    const page =
      tabs.free.get(hasTouch)?.pop() ??
      (await (await browser.newContext({ serviceWorkers: 'block', hasTouch })).newPage())
    tabs.taken.set(page, hasTouch)
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: theme, reducedMotion: motion })
    return goTo(page, path)
  }
}

/** Leaves nothing in a tab of what a test did. */
const emptied = async (page: Page): Promise<void> => {
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.goto('about:blank')
}

/** Opens an address in a page, and listens to what comes of it from then on. */
const goTo = async (page: Page, path: string): Promise<Visit> => {
  const errors: string[] = []
  const outside: string[] = []
  page.removeAllListeners('console').removeAllListeners('pageerror').removeAllListeners('request')
  page.on('console', (message) => {
    // A page that is not there is asked for on purpose.
    if (message.type() === 'error' && !/404 \(Not Found\)/.test(message.text())) errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('request', (request) => {
    if (!['data:', 'blob:', inject('site')].some((ours) => request.url().startsWith(ours))) outside.push(request.url())
  })
  const answer = await page.goto(addressOf(path), { waitUntil: 'load' })
  await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}))
  await still(page)
  return { page, errors, outside, status: answer?.status() ?? 0 }
}

/** Waits until nothing on a page is busy and nothing moves; what moves for ever does not count. */
export const still = async (page: Page): Promise<void> => {
  await page.waitForFunction(
    () =>
      document.querySelector('[aria-busy="true"]') === null &&
      document
        .getAnimations()
        .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  )
}

/** Rules of axe that colours decide; all others find the same in light and in dark. */
const ofColours = ['color-contrast', 'link-in-text-block']

/** What axe finds on a page once it stands still, one line each: colours half way to others are nobody's. */
export const complaintsOf = async (page: Page, rules: 'all' | 'colours' = 'all'): Promise<ReadonlyArray<string>> => {
  await still(page)
  // As text, since the page's own rules on scripts do not matter to a test.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  return page.evaluate(
    async (only) => {
      const { axe } = globalThis as unknown as {
        axe: {
          run: (
            options: unknown,
          ) => Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>
        }
      }
      const { violations } = await axe.run({
        resultTypes: ['violations'],
        ...(only.length === 0 ? {} : { runOnly: only }),
      })
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)}: ${failureSummary ?? ''}`),
      )
    },
    rules === 'all' ? [] : ofColours,
  )
}

/** Expects that a page is clean to axe and no wider than its window, wide and at 360 pixels, light and dark; `seen` is called for each. */
export const expectClean = async (page: Page, seen = async (_look: string): Promise<void> => {}): Promise<void> => {
  for (const width of [1280, 360])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await still(page)
      await seen(`${colorScheme}${width === 360 ? '-narrow' : ''}`)
      expect(await overhangOf(page)).toBe(0)
      expect(await complaintsOf(page, colorScheme === 'light' ? 'all' : 'colours')).toEqual([])
    }
}

/** By how much a page that stands still is wider than its window. */
export const overhangOf = async (page: Page): Promise<number> => {
  await still(page)
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
