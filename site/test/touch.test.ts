/** The playground under fingers, and for those who asked that nothing moves. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'

import { answered } from './playground.js'
import { useExamples } from './views-opening.js'

const example = useExamples()
const filling = 'A disk that fills up'
const deployment = 'Before you delete a Deployment'
const phone = { width: 390, height: 844, hasTouch: true } as const

/** Puts a finger down, moves it and takes it away. */
const swipe = async (page: Page, from: { x: number; y: number }, by: { x: number; y: number }): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number): Promise<unknown> =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: from.x + by.x * share, y: from.y + by.y * share }],
    })
  await touch('touchStart', 0)
  for (let share = 0.2; share <= 1; share += 0.2) await touch('touchMove', share)
  await touch('touchEnd', 1)
}

describe('under a finger', () => {
  it('a threshold follows, and the page stays where it is', async () => {
    const { page } = await example(filling, phone)
    const high = page.getByRole('slider', { name: 'high threshold' })
    await high.locator('.knob').scrollIntoViewIfNeeded()
    const knob = await high.locator('.knob').boundingBox()
    if (knob === null) throw new Error('the threshold has no knob')
    const chart = high.locator('xpath=ancestor::*[local-name()="svg"]')
    const before = await chart.boundingBox()
    await swipe(page, { x: knob.x + knob.width / 2, y: knob.y + knob.height / 2 }, { x: 0, y: 60 })
    await expect.poll(async () => Number(await high.getAttribute('aria-valuenow'))).toBeLessThan(80)
    const after = await chart.boundingBox()
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(20)
  })

  it('a tap on an object says why it goes', async () => {
    const { page } = await example(deployment, phone)
    await page.locator('[data-box][aria-label^="ReplicaSet"]').first().tap()
    await page.getByRole('region', { name: /^ReplicaSet/ }).waitFor()
    await answered(page)
  })
})

describe('what moves', () => {
  const spans = async (motion: 'reduce' | 'no-preference'): Promise<ReadonlyArray<string>> => {
    const { page } = await example(deployment, { motion })
    const found = await page.evaluate(() =>
      [...document.querySelectorAll('.gc-playground *')].flatMap((element) => {
        const { transitionDuration, animationName, animationDuration } = getComputedStyle(element)
        const seconds = [transitionDuration, animationName === 'none' ? '0s' : animationDuration]
          .flatMap((text) => text.split(','))
          .map(parseFloat)
        return Math.max(...seconds) > 0.01 ? [element.tagName] : []
      }),
    )
    return found
  }
  it('stands still for those who asked for it', async () => {
    expect(await spans('reduce')).toEqual([])
  })
  it('moves for the others', async () => {
    expect((await spans('no-preference')).length).toBeGreaterThan(0)
  })
})
