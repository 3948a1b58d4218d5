/** What visitors meet who have one file, not the right ones, and have read nothing. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

import { describe, expect, it } from 'vitest'

import { useBrowser } from './browser.js'
import { type Dropped, answered, drop } from './playground.js'
import { headlineOf } from './views-opening.js'

const visit = useBrowser()
const repository = new URL('../../', import.meta.url)
const fileOf = (path: string): Dropped => ({
  name: basename(path),
  text: readFileSync(new URL(path, repository), 'utf8'),
})
const stuck = 'demo/stuck-namespace.json'
const whyStill = 'button:has-text("Why is it still there, or terminating?")'

describe('a visitor', () => {
  it('with two tables of ctr reads beside the question which others are missing', async () => {
    const { page } = await visit('playground/')
    const tables = 'captures/containerd-2.1.9/ctr/0-initial'
    await drop(page, [fileOf(`${tables}/k8s.io.content-ls.txt`), fileOf(`${tables}/k8s.io.images-ls.txt`)])
    const refused = page.locator('.answer [role="alert"]')
    await refused.waitFor()
    expect(await refused.innerText()).toContain('ctr -n k8s.io snapshots ls, containers ls, leases ls, content active')
  })

  it('with statistics of a kubelet reads every command that has to be added', async () => {
    const { page } = await visit('playground/')
    await drop(page, [fileOf('captures/kubelet-1.36.2/1-running.stats-summary.json')])
    await page.waitForSelector('.nearly')
    expect(await page.locator('.nearly code').allInnerTexts()).toEqual([
      'crictl images -o json',
      'crictl ps -a -o json',
    ])
  })

  it('who deletes reads first how much goes, whatever else is unknown', async () => {
    const { page } = await visit('playground/')
    await drop(page, [fileOf('captures/kubectl/cluster-before.all.json')])
    await answered(page)
    await page.click('button:has-text("What goes when an object is deleted?")')
    await page.click('.suggested button:has-text("Deployment shop/web")')
    await answered(page)
    expect(await headlineOf(page)).toBe('8 objects go; not everything is known')
  })

  it('with a namespace alone reads what its controller reports, and how to list its content', async () => {
    const { page } = await visit('playground/')
    const { items } = JSON.parse(readFileSync(new URL(stuck, repository), 'utf8')) as {
      readonly items: ReadonlyArray<{ readonly kind: string }>
    }
    const namespace = items.find(({ kind }) => kind === 'Namespace')
    await drop(page, [{ name: 'shop.json', text: JSON.stringify(namespace) }])
    await answered(page)
    await page.click(whyStill)
    await page.locator('details[open]', { hasText: 'Reported by its controller' }).waitFor()
    expect(await page.locator('.view').innerText()).toMatch(
      /kubectl get .*api-resources --namespaced.* -n shop -o json/,
    )
  })

  it('with a namespace and its content reads of the namespace first, and a link leads to the object that is chosen', async () => {
    const { page } = await visit('playground/')
    await drop(page, [fileOf(stuck)])
    await answered(page)
    await page.click(whyStill)
    await expect.poll(async () => headlineOf(page)).toBe('Namespace shop is being deleted')
    await page.click('tbody tr:has-text("Cache shop/dying")')
    await expect.poll(async () => headlineOf(page)).toBe('Cache shop/dying is being deleted')
    await page.click('button:has-text("Copy link")')
    await page.waitForFunction(() => location.hash.startsWith('#1.'))
    const other = await visit(`playground/${new URL(page.url()).hash}`)
    await answered(other.page)
    expect(await headlineOf(other.page)).toBe('Cache shop/dying is being deleted')
  })
})
