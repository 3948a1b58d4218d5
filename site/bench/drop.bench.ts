/**
 * How long it takes from dropping a cluster to seeing its plan, as a ratio to what the library alone takes in the same worker, and
 * for how long the page could not answer meanwhile: `npx vitest run --config site/bench/vitest.config.ts`, after `npm run site:test`
 * has built the site.
 */
import type { Page } from 'playwright-core'
import { it } from 'vitest'

import { useBrowser } from '../test/browser.js'
import { clusterOf } from '../test/cluster.js'
import { drop } from '../test/playground.js'

const visit = useBrowser()
/** Of which the median is taken. */
const runs = 5

/** One run, in milliseconds. */
interface Run {
  readonly dropToView: number
  /** Reading and planning, as the worker timed them around the library. */
  readonly library: number
  readonly longestTask: number
  readonly longTasks: number
}

const once = async (text: string): Promise<Run> => {
  const { page } = await visit('playground/')
  // What is loaded once stays loaded: a first small plan brings the worker and the view.
  await drop(page, [{ name: 'small.json', text: clusterOf(10) }])
  await page.waitForSelector('tbody tr')
  const run = await measured(page, text)
  await page.context().close()
  return run
}

const measured = async (page: Page, text: string): Promise<Run> => {
  // The text goes into the page before anything is measured.
  await page.evaluate((whole) => {
    Object.assign(globalThis, { dropped: new File([whole], 'small.json') })
  }, text)
  await page.evaluate(() => {
    const seen: number[] = []
    const observer = new PerformanceObserver((list) => seen.push(...list.getEntries().map(({ duration }) => duration)))
    observer.observe({ type: 'longtask' })
    Object.assign(globalThis, { longTasks: seen })
  })
  const times = await page.evaluate(async () => {
    const data = new DataTransfer()
    data.items.add((globalThis as unknown as { dropped: File }).dropped)
    const shown = (): boolean => document.querySelector('.plan')?.textContent.includes('web-1-') === true
    const before = document.querySelector('.plan .figures')?.textContent
    const begun = performance.now()
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
    await new Promise<void>((done) => {
      const look = (): void => {
        const isNew = document.querySelector('.plan .figures')?.textContent !== before
        if (isNew && shown() && document.querySelector('.answer')?.getAttribute('aria-busy') === 'false') done()
        else requestAnimationFrame(look)
      }
      look()
    })
    const took = document.querySelector<HTMLElement>('.answer footer')?.dataset ?? {}
    return { dropToView: performance.now() - begun, library: Number(took['read']) + Number(took['plan']) }
  })
  const tasks = await page.evaluate(() => (globalThis as unknown as { longTasks: number[] }).longTasks)
  return { ...times, longestTask: Math.max(0, ...tasks), longTasks: tasks.length }
}

const middle = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN

it.each([1000, 10_000])('%i objects, from drop to view', async (count) => {
  const text = clusterOf(count)
  const all: Run[] = []
  for (let run = 0; run < runs; run += 1) all.push(await once(text))
  const of = (figure: keyof Run): number => middle(all.map((run) => run[figure]))
  console.log(
    [
      `${count} objects, ${(text.length / 1e6).toFixed(1)} MB, median of ${runs}:`,
      `  from drop to view     ${of('dropToView').toFixed(0)} ms`,
      `  library alone         ${of('library').toFixed(0)} ms`,
      `  ratio                 ${(of('dropToView') / of('library')).toFixed(2)}`,
      `  longest task of page  ${of('longestTask').toFixed(0)} ms; ${of('longTasks')} tasks over 50 ms`,
    ].join('\n'),
  )
})
