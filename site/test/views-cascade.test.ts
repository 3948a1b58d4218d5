/** Drives the view of cascades and that of diagnoses with what kubectl printed. */
import { describe, expect, it } from 'vitest'

import { answered } from './playground.js'
import { expectCleanView, useExamples } from './views-opening.js'

const example = useExamples()
const deployment = 'Before you delete a Deployment'

describe('a cascade', () => {
  it('is stepped through by the arrow keys of its slider: objects change wave by wave', async () => {
    const { page } = await example(deployment)
    const slider = page.getByRole('slider').first()
    const box = page.locator('[data-box][aria-label^="Deployment d-background"]')
    expect(await box.getAttribute('aria-label')).toContain(', gone')
    await slider.focus()
    await page.keyboard.press('Home')
    await expect.poll(async () => box.getAttribute('aria-label')).toContain(', stays')
    expect(await slider.getAttribute('aria-valuetext')).toBe('Before the request')
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => box.getAttribute('aria-label')).toContain(', gone')
    const pod = page.locator('[data-box][aria-label^="Pod "]').first()
    expect(await pod.getAttribute('aria-label')).toContain(', stays')
    await page.keyboard.press('End')
    await expect.poll(async () => pod.getAttribute('aria-label')).toContain(', gone')
  })

  it('plays by itself from the beginning to the end, and then pauses', async () => {
    const { page } = await example(deployment)
    await page.getByRole('button', { name: 'Play' }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await page.getByRole('button', { name: 'Play' }).waitFor()
    expect(await page.getByRole('slider').first().getAttribute('aria-valuetext')).toMatch(/^Wave 4 of 4/)
  })

  it('leads from an object to the rule, the function that it follows and recorded cases', async () => {
    const { page } = await example(deployment)
    await page.locator('[data-box][aria-label^="ReplicaSet"]').first().click()
    const card = page.getByRole('region', { name: /^ReplicaSet/ })
    await card.getByText('attemptToDeleteItem').waitFor()
    expect(await card.innerText()).toContain('pkg/controller/garbagecollector/garbagecollector.go')
    expect(await card.innerText()).toMatch(/\d+ recorded cases reach it/)
    expect(await card.innerText()).toContain('vectors/kubernetes/owner-gc.json')
  })

  it('is walked along arrows by keyboard', async () => {
    const { page } = await example(deployment)
    await page.locator('[data-box][tabindex="0"]').focus()
    const focused = async (): Promise<string | null> =>
      page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null)
    expect(await focused()).toMatch(/^Deployment/)
    await page.keyboard.press('ArrowRight')
    await expect.poll(focused).toMatch(/^ReplicaSet/)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(focused).toMatch(/^Deployment/)
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Deployment d-background' }).waitFor()
  })

  it('says where foreground differs from background, and a link says the same', async () => {
    const { page } = await example(deployment)
    await page.getByText('foreground', { exact: true }).click()
    const compared = page.locator('section.gc-panel', {
      has: page.getByRole('heading', { name: 'Compared with background' }),
    })
    await compared.getByRole('row', { name: /^Deployment d-background gone wave 6 gone wave 1/ }).waitFor()
    await answered(page)
    const said = await compared.innerText()
    await page.click('button:has-text("Copy link")')
    await page.waitForFunction(() => location.hash.startsWith('#1.'))
    await page.reload()
    await compared.waitFor()
    await answered(page)
    expect(await compared.innerText()).toBe(said)
  })

  it('asks anew with another propagation policy: orphans stay', async () => {
    const { page } = await example(deployment)
    await page.getByText('orphan', { exact: true }).click()
    await page.getByRole('heading', { name: 'Left behind' }).waitFor()
    await answered(page)
    expect(await page.locator('[data-box][aria-label^="ReplicaSet"]').first().getAttribute('aria-label')).not.toContain(
      ', gone',
    )
  })

  it('has a table of the same objects as the graph, whose headers show how it is sorted', async () => {
    const { page } = await example(deployment)
    expect(await page.locator('.gc-view tbody tr').count()).toBe(await page.locator('[data-box]').count())
    const object = page.getByRole('columnheader', { name: 'Object' })
    const seen = async (): Promise<ReadonlyArray<string | null>> => [
      await object.getAttribute('aria-sort'),
      await object.locator('.arrow').innerText(),
    ]
    expect(await seen()).toEqual(['none', '↕'])
    await object.getByRole('button').click()
    expect(await seen()).toEqual(['ascending', '↑'])
    await object.getByRole('button').click()
    expect(await seen()).toEqual(['descending', '↓'])
  })
})

describe('a diagnosis', () => {
  it('names what holds each object and who acts next, and goes on to what a deletion would do', async () => {
    const { page } = await example('What is stuck in this cluster')
    expect(await page.locator('.gc-view').first().innerText()).toContain('has to remove the finalizer example.com/hold')
    await page.getByRole('button', { name: 'What goes if it is deleted?' }).click()
    await page.getByRole('group', { name: 'Waves' }).waitFor()
  })
})

it.each([deployment, 'Before you delete a namespace', 'What is stuck in this cluster'])(
  '%s is clean to axe, wide and narrow, light and dark',
  async (title) => {
    await expectCleanView(await example(title))
  },
)
