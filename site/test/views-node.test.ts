/** Drives the views of images, forecasts and layers with what crictl, ctr and a kubelet printed. */
import { describe, expect, it } from 'vitest'

import { answered } from './playground.js'
import { expectCleanView, headlineOf, useExamples } from './views-opening.js'

const example = useExamples()
const full = 'The kubelet runs out of disk'
const filling = 'A disk that fills up'
const sharing = 'Images that share layers'

describe('an image collection', () => {
  it('goes on with the others when a removal is made to fail', async () => {
    const { page } = await example(full)
    expect(await page.locator('.banner').first().innerText()).toContain('3 images removed')
    await page.getByRole('checkbox').first().check()
    await expect.poll(async () => page.locator('.banner').first().innerText()).toContain('2 images removed, 1 failed')
    await answered(page)
    expect(await page.getByRole('row', { name: /fails/ }).count()).toBe(1)
  })

  it('is asked anew as a threshold is moved by keyboard', async () => {
    const { page } = await example(full)
    const high = page.getByRole('slider', { name: 'high threshold' })
    expect(await high.getAttribute('aria-valuenow')).toBe('60')
    await high.focus()
    await page.keyboard.press('End')
    await expect.poll(async () => headlineOf(page)).toBe('No image can go')
    await expect.poll(async () => high.getAttribute('aria-valuenow')).toBe('100')
  })
})

describe('a forecast', () => {
  it('names the images that go first', async () => {
    const { page } = await example(filling)
    expect(await page.locator('.banner p').first().innerText()).toMatch(
      /^in 7 h 10 min, .* UTC, the first images go: localhost\/shop\/web:dev, 467d0b8907f0…$/i,
    )
  })

  it('follows a threshold that the arrow keys move', async () => {
    const { page } = await example(filling)
    const low = page.getByRole('slider', { name: 'low threshold' })
    const before = await page.locator('.gc-view tbody').innerText()
    await low.focus()
    for (let press = 0; press < 3; press++) await page.keyboard.press('PageDown')
    await expect.poll(async () => low.getAttribute('aria-valuenow')).toBe('65')
    await expect.poll(async () => page.locator('.gc-view tbody').innerText()).not.toBe(before)
  })

  it('follows a threshold that is dragged', async () => {
    const { page } = await example(filling)
    const high = page.getByRole('slider', { name: 'high threshold' })
    await high.locator('.knob').scrollIntoViewIfNeeded()
    const knob = await high.locator('.knob').boundingBox()
    if (knob === null) throw new Error('the threshold has no knob')
    await page.mouse.move(knob.x + knob.width / 2, knob.y + knob.height / 2)
    await page.mouse.down()
    await page.mouse.move(knob.x, knob.y + 60, { steps: 5 })
    await page.mouse.up()
    await expect.poll(async () => Number(await high.getAttribute('aria-valuenow'))).toBeLessThan(80)
  })

  it('marks each run on the curve and in the table', async () => {
    const { page } = await example(filling)
    await page.getByRole('button', { name: /^2: at 85 % collection removes/ }).press('Enter')
    const said = async (of: string): Promise<string> => page.locator(of).innerText()
    await expect.poll(async () => said('.chosen[role=status]')).toContain('at 85 % collection removes')
    expect(await said('tbody tr.chosen')).toContain('at 85 % collection removes')
  })
})

describe('layers', () => {
  it('show three ways beside each other, and in the forest the one that is chosen', async () => {
    const { page } = await example(sharing)
    expect(await page.locator('.way').count()).toBe(3)
    const forest = page.getByRole('region', { name: 'Layers and the images on them' })
    const cheapest = await forest.innerHTML()
    await page.getByRole('radio', { name: "the kubelet's order" }).check({ force: true })
    await expect.poll(async () => forest.innerHTML()).not.toBe(cheapest)
  })

  it('are headed by what each way comes to, which names the way once', async () => {
    const { page } = await example(sharing)
    const sentences = await page.locator('.banner p').allTextContents()
    expect(sentences.map((sentence) => sentence.replace(/\d+ image.*/, '...'))).toEqual([
      "the kubelet's order: ...",
      'the same order, counted exactly: ...',
      'the cheapest set: ...',
    ])
  })
})

it.each([
  [full, /counted \d\S* k?B, really frees/],
  [sharing, /frees \d\S* k?B alone, counted \d\S* k?B/],
])('%s: on a phone its table does not scroll sideways, and tells of bytes below a name', async (title, bytes) => {
  const { page } = await example(title, { width: 360 })
  const table = page.locator('.gc-view .gc-table .scroll')
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  expect(await table.locator('tbody tr').first().innerText()).toMatch(bytes)
})

it.each([full, filling, sharing])('%s is clean to axe, wide and narrow, light and dark', async (title) => {
  await expectCleanView(await example(title))
})
