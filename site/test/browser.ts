/** Chromium for tests: one for each file, and pages that note what no page may do. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { type Browser, type Page, chromium } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'

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

/** Quiet and alone: nothing of Chromium's own goes to the network. */
const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync', '--disable-dev-shm-usage', '--hide-scrollbars'],
]

/** Where an address below the site is. */
export const addressOf = (path: string): string => `${inject('site')}${path}`

/** Starts Chromium for the tests of a file; answers a function that opens a page of the site. */
export const useBrowser = (): ((path: string, look?: Look) => Promise<Visit>) => {
  let browser: Browser | undefined
  beforeAll(async () => {
    const { path, libraries } = inject('chromium')
    const env = { ...process.env, ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries }) }
    browser = await chromium.launch({ executablePath: path, args: FLAGS, env })
  })
  afterAll(async () => browser?.close())
  return async (path, look = {}) => {
    if (browser === undefined) throw new Error('no browser: call useBrowser outside of tests')
    return open(browser, path, look)
  }
}

const open = async (
  browser: Browser,
  path: string,
  { theme = 'light', width = 1280, height = 900, hasTouch = false, motion = 'reduce' }: Look,
): Promise<Visit> => {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    serviceWorkers: 'block',
    reducedMotion: motion,
    hasTouch,
  })
  const page = await context.newPage()
  const errors: string[] = []
  const outside: string[] = []
  page.on('console', (message) => {
    // A page that is not there is asked for on purpose.
    if (message.type() === 'error' && !/404 \(Not Found\)/.test(message.text())) errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  await page.route('**/*', async (route) => {
    const url = route.request().url()
    if (url.startsWith(inject('site')) || url.startsWith('data:') || url.startsWith('blob:')) return route.continue()
    outside.push(url)
    return route.abort()
  })
  const answer = await page.goto(addressOf(path), { waitUntil: 'load' })
  await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}))
  return { page, errors, outside, status: answer?.status() ?? 0 }
}

/** What axe finds on a page, one line each. */
export const complaintsOf = async (page: Page): Promise<ReadonlyArray<string>> => {
  // As text, since the page's own rules on scripts do not matter to a test.
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run: (
          options: unknown,
        ) => Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>
      }
    }
    const { violations } = await axe.run({ resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)}: ${failureSummary ?? ''}`),
    )
  })
}

/** By how much a page is wider than its window. */
export const overhangOf = async (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
