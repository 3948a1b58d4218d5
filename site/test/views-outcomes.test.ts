/** Drives what may come otherwise: races with their branches, every course of a deletion, and a namespace that hangs. */
import { describe, expect, it } from 'vitest'

import { answered } from './playground.js'
import { expectCleanView, useExamples } from './views-opening.js'

const example = useExamples()
const race = 'A deletion that races'
const ends = 'One deletion, two ends'
const stuck = 'A namespace that stays Terminating'

describe('a race', () => {
  it('has a branch for each way in which an object may end', async () => {
    const { page } = await example(race)
    const branches = page.getByRole('list', { name: 'How ReplicaSet cascade/d-foreground-d6c75c947 may end' })
    expect(await branches.locator('li').allInnerTexts()).toEqual([
      expect.stringMatching(/^as planned\s+being deleted$/),
      expect.stringMatching(/^if the collector restarts\s+gone$/),
    ])
  })
})

describe('every course', () => {
  it('is followed when it is asked for: an object with two ends has a course to each', async () => {
    const { page } = await example(ends)
    const section = page.getByRole('region', { name: 'Every course' })
    const branches = section.getByRole('list', { name: 'How ConfigMap cascade/settings may end' })
    await branches.waitFor()
    expect(await section.innerText()).toContain('Proven: every course was followed')
    expect(await branches.locator('li').allInnerTexts()).toEqual([
      expect.stringMatching(/^as in end 1\s+stays$/),
      expect.stringMatching(/^as in end 2\s+gone$/),
    ])
    await section.getByText('One course to end 2').click()
    await expect.poll(async () => section.innerText()).toContain('deletes ConfigMap cascade/settings (it is gone)')
    expect(await page.locator('.answer footer code').innerText()).toContain('--outcomes')
  })

  it('is not followed before, and says so where there is but one end', async () => {
    const { page } = await example('Before you delete a Deployment')
    const section = page.getByRole('region', { name: 'Every course' })
    await section.getByRole('button', { name: 'Follow every course' }).click()
    await section.getByText('Whoever comes first, every object ends in the same way.').waitFor()
    await answered(page)
  })
})

describe('a namespace that hangs', () => {
  it('names the finalizers that hold it and who removes them', async () => {
    const { page } = await example(stuck)
    const said = await page.locator('.gc-view').first().innerText()
    expect(said).toContain('The controller of shop.example.com has to remove the finalizer shop.example.com/cleanup')
    expect(said).toContain('example.com/hold on 2 objects')
  })
})

it.each([race, ends, stuck])('%s is clean to axe, wide and narrow, light and dark', async (title) => {
  await expectCleanView(await example(title))
})
