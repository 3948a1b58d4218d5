/**
 * How long it takes from dropping a cluster to seeing its plan, the first time on a page and once it is warm, as a ratio to what the
 * library alone takes in a worker of the same browser; and for how long the page could not answer meanwhile:
 * `npm run site:bench`.
 */
import { loadavg } from 'node:os'

import type { Page } from 'playwright-core'
import { it } from 'vitest'

import { useBrowser } from '../test/browser.js'
import { clusterOf } from '../test/cluster.js'
import { bundled } from './bundled.js'

const visit = useBrowser()
/** Pages that are opened. */
const runs = 5
/** Drops on each page, and plans of each worker; the last is the warm one. */
const drops = 5
/** A visitor looks for a file before dropping it; meanwhile the page warms its worker. */
const beforeFirst = 3000

/** In milliseconds. */
interface Dropped {
  readonly seen: number
  readonly longestTask: number
}

/** Puts a text into a page, so that no drop is charged for its way there. */
const given = async (page: Page, text: string): Promise<void> =>
  page.evaluate((whole) => {
    Object.assign(globalThis, { given: new Blob([whole]) })
  }, text)

/** Drops what was given and waits until its plan is on the screen. */
const dropped = async (page: Page, name: string): Promise<Dropped> =>
  page.evaluate(async (called) => {
    const data = new DataTransfer()
    data.items.add(new File([(globalThis as unknown as { given: Blob }).given], called))
    const tasks: number[] = []
    const note = (entries: ReadonlyArray<PerformanceEntry>): void => {
      tasks.push(...entries.map(({ duration }) => duration))
    }
    const observer = new PerformanceObserver((list) => {
      note(list.getEntries())
    })
    observer.observe({ type: 'longtask' })
    const isSeen = (): boolean =>
      document.querySelector('.files')?.textContent.includes(called) === true &&
      document.querySelector('.answer footer code')?.textContent.includes(called) === true &&
      document.querySelector('.answer')?.getAttribute('aria-busy') === 'false' &&
      document.querySelector('.plan')?.textContent.includes('web-1-') === true
    const begun = performance.now()
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
    await new Promise<void>((done) => {
      const look = (): void => {
        if (isSeen()) done()
        else requestAnimationFrame(look)
      }
      look()
    })
    const seen = performance.now() - begun
    note(observer.takeRecords())
    observer.disconnect()
    return { seen, longestTask: Math.max(0, ...tasks) }
  }, name)

/** What the library takes for the same bytes, each time in the same new worker. */
const alone = async (page: Page, code: string): Promise<ReadonlyArray<number>> =>
  page.evaluate(
    async ([script, times]) => {
      const worker = new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })))
      const took: number[] = []
      for (let time = 0; time < times; time += 1)
        took.push(
          await new Promise<number>((done, fail) => {
            worker.addEventListener('message', ({ data }: MessageEvent<{ took: number }>) => done(data.took), {
              once: true,
            })
            worker.addEventListener('error', ({ message }) => fail(new Error(message)), { once: true })
            worker.postMessage((globalThis as unknown as { given: Blob }).given)
          }),
        )
      worker.terminate()
      return took
    },
    [code, drops] as const,
  )

const middle = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN
const least = (values: ReadonlyArray<number>): number => Math.min(...values)

it.each([1000, 10_000])('%i objects, from drop to view', async (count) => {
  const code = await bundled()
  const text = clusterOf(count)
  const [first, warm]: [Dropped[], Dropped[]] = [[], []]
  const [firstAlone, warmAlone]: [number[], number[]] = [[], []]
  for (let run = 0; run < runs; run += 1) {
    const { page } = await visit('playground/')
    await given(page, text)
    await page.waitForTimeout(beforeFirst)
    for (let drop = 0; drop < drops; drop += 1) {
      const one = await dropped(page, `cluster-${drop}.json`)
      await page.click('.input button:has-text("Clear")')
      await page.waitForSelector('.welcome')
      if (drop === 0) first.push(one)
      if (drop === drops - 1) warm.push(one)
    }
    const took = await alone(page, code)
    firstAlone.push(took[0] ?? NaN)
    warmAlone.push(took.at(-1) ?? NaN)
  }
  const line = (name: string, page: ReadonlyArray<Dropped>, library: ReadonlyArray<number>): string => {
    const seen = page.map((one) => one.seen)
    const both = (of: (values: ReadonlyArray<number>) => number): string =>
      `${of(seen).toFixed(0)} ms, alone ${of(library).toFixed(0)} ms, ratio ${(of(seen) / of(library)).toFixed(2)}`
    const tasks = middle(page.map(({ longestTask }) => longestTask)).toFixed(0)
    return `  ${name}: median ${both(middle)}; least ${both(least)}; longest task of the page ${tasks} ms`
  }
  console.log(
    [
      `${count} objects, ${(text.length / 1e6).toFixed(1)} MB, ${runs} pages, load ${loadavg()[0]?.toFixed(1)}:`,
      line('first drop', first, firstAlone),
      line('warm drop ', warm, warmAlone),
    ].join('\n'),
  )
})
