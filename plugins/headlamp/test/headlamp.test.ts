/** Drives the built plugin in a page of Headlamp's own parts, against the recorded cluster. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'

import { type Look, openBrowser, openDetails, violationsIn } from './host/browser.js'
import { type Backend, type World, startBackend } from './host/server.js'
import { cluster, find } from './recorded.js'

const place = join(import.meta.dirname, '../../..')
const shots = join(place, 'reports/headlamp')

let backend: Backend
let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  mkdirSync(shots, { recursive: true })
  backend = await startBackend({ page: inject('page'), plugin: join(import.meta.dirname, '../dist/main.js') })
  browser = await openBrowser()
  context = await browser.newContext()
})
afterAll(async () => {
  await browser.close()
  await backend.close()
})
afterEach(() => page.close())

const inShop = (of: string, name: string, more: Partial<Look> = {}): Look => ({ of, name, namespace: 'shop', ...more })

const show = async (look: Look, world: World = {}): Promise<void> => {
  backend.show(world)
  page = await openDetails(context, backend.url, look)
}

/** Presses the button in the header, and waits until the lists have come. */
const ask = async (look: Look, world: World = {}): Promise<void> => {
  await show(look, world)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await part('What goes, in which order').waitFor({ timeout: 30_000 })
}

const dialog = () => page.getByRole('dialog')
const part = (name: string) => page.getByRole('region', { name })
const deleteButton = () => dialog().getByRole('button', { name: 'Delete', exact: true })
const waves = () => part('What goes, in which order').locator('ol > li').allInnerTexts()
const shot = (name: string) => page.screenshot({ path: join(shots, `${name}.png`) })

/** The recorded cluster, in which a driver deletes the storage of a volume once its claim is gone. */
const lossy = cluster.map((one) =>
  one.kind === 'PersistentVolume' && one.metadata.name === 'pv-2'
    ? { ...one, spec: { ...(one['spec'] as object), hostPath: undefined, csi: { driver: 'ebs.csi.aws.com' } } }
    : one,
)

/** Where a part of Headlamp looks for icons that this page does not hold. */
const iconHosts = ['https://api.iconify.design', 'https://api.unisvg.com', 'https://api.simplesvg.com']

const web = find('Deployment', 'web')

describe('the delete action', () => {
  it("stands in place of Headlamp's own, and is told to screen readers with its dialog", async () => {
    await show(inShop('Deployment', 'web'))
    const button = page.getByRole('button', { name: 'Delete', exact: true })
    await button.press('Enter')
    await page.getByRole('dialog', { name: 'Delete Deployment shop/web?' }).waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    expect(await button.count()).toBe(1)
    expect(backend.deletions()).toEqual([])
  })

  it('shows what goes, in which order, before anything is sent', async () => {
    await ask(inShop('Deployment', 'web'))
    const [first, second] = await waves()
    expect(first).toContain('Deployment shop/web is removed')
    expect(second?.match(/ReplicaSet shop\/web-/g)).toHaveLength(5)
    await dialog()
      .getByRole('status')
      .getByText(/8 objects go/)
      .waitFor()
    expect(backend.deletions()).toEqual([])
  })

  it('plans anew for another policy, and sends exactly that, for the object that was seen', async () => {
    await ask(inShop('Deployment', 'web'))
    await page.getByRole('radio', { name: /^Foreground/ }).check()
    expect((await waves()).at(-1)).toContain('Deployment shop/web is removed')
    await deleteButton().click()
    await dialog().waitFor({ state: 'detached' })
    await page.getByText('Deployment shop/web is deleted.').waitFor()
    expect(backend.deletions()).toEqual([
      {
        path: '/apis/apps/v1/namespaces/shop/deployments/web',
        body: {
          apiVersion: 'v1',
          kind: 'DeleteOptions',
          propagationPolicy: 'Foreground',
          preconditions: { uid: web.metadata.uid, resourceVersion: web.metadata['resourceVersion'] },
        },
      },
    ])
  })

  it('sends no policy where the default of the server was chosen, under which pods of a Job stay', async () => {
    await ask({ of: 'Job', name: 'multi', namespace: 'batch' })
    await page.getByRole('radio', { name: /^The default of the API server/ }).check()
    await part('What stays')
      .getByText(/^Pod batch\/multi-\S+ is left behind by Job batch\/multi$/)
      .first()
      .waitFor()
    await deleteButton().click()
    await dialog().waitFor({ state: 'detached' })
    expect(backend.deletions()[0]?.body).not.toHaveProperty('propagationPolicy')
  })

  it('asks for the name before data is lost', async () => {
    await ask(inShop('StatefulSet', 'cart'), { stored: lossy })
    await dialog()
      .getByRole('status')
      .getByText(/2 GiB.*shop\/data-cart-0/)
      .waitFor()
    expect(await deleteButton().isDisabled()).toBe(true)
    await page.getByLabel('To delete it, type its name: cart').fill('cart')
    expect(await deleteButton().isDisabled()).toBe(false)
  })

  it('says of a Namespace what would hang, and reads other namespaces on request', async () => {
    await ask({ of: 'Namespace', name: 'shop' })
    await part('What would hang')
      .getByText(/ConfigMap shop\/held/)
      .first()
      .waitFor()
    await part('What is unknown').getByRole('button', { name: 'Read all namespaces' }).click()
    await part('What is unknown').waitFor({ state: 'detached', timeout: 30_000 })
  })

  it('takes what may not be listed for unknown, and says so', async () => {
    await ask(inShop('ConfigMap', 'web-config'), { forbidden: ['secrets'] })
    await dialog().getByText('1 list could not be read: what they hold is unknown').waitFor()
    await dialog().getByText('Secret: you may not list it').waitFor()
    await dialog().getByText('Not all that follows is known').waitFor()
    expect(await deleteButton().isDisabled()).toBe(true)
  })

  it('says that the object changed meanwhile, and looks again', async () => {
    const body = { kind: 'Status', status: 'Failure', reason: 'Conflict', message: 'the UID does not match', code: 409 }
    await ask(inShop('Deployment', 'web'), { deletion: { status: 409, body } })
    await page.getByRole('radio', { name: /^Orphan/ }).check()
    await deleteButton().click()
    await dialog()
      .getByText(/it changed after you looked, or another object has its name/)
      .waitFor()
    await part('What goes, in which order').waitFor()
    expect(await page.getByRole('radio', { name: /^Orphan/ }).isChecked()).toBe(true)
    expect(backend.deletions()).toHaveLength(1)
  })

  it('gives a pod time to end, unless it is told otherwise', async () => {
    await ask(inShop('Pod', 'cart-0'))
    await page.getByRole('checkbox', { name: /^Evict it/ }).uncheck()
    await page.getByRole('checkbox', { name: /^At once/ }).check()
    await deleteButton().click()
    await dialog().waitFor({ state: 'detached' })
    expect(backend.deletions()).toMatchObject([
      { path: '/api/v1/namespaces/shop/pods/cart-0', body: { gracePeriodSeconds: 0 } },
    ])
  })

  it('evicts a pod where Headlamp is set to, as it is by default', async () => {
    await ask(inShop('Pod', 'cart-0'))
    await dialog().getByRole('button', { name: 'Evict' }).click()
    await page.getByText('The deletion of Pod shop/cart-0 has begun.').waitFor()
    const { uid } = find('Pod', 'cart-0').metadata
    expect(backend.deletions()).toMatchObject([
      {
        path: '/api/v1/namespaces/shop/pods/cart-0/eviction',
        body: { kind: 'Eviction', deleteOptions: { propagationPolicy: 'Background', preconditions: { uid } } },
      },
    ])
  })
})

describe('guards of the cluster', () => {
  it('refuse a deletion, and say why and what to do', async () => {
    const guards = { 'protect-kinds': 'Pod', 'data-loss': 'refuse' }
    await ask(inShop('StatefulSet', 'cart'), { stored: lossy, guards })
    const refusal = dialog().getByRole('alert')
    await refusal.getByText(/^Pod shop\/cart-0: /).waitFor()
    await refusal.getByText('PersistentVolumeClaim shop/data-cart-0: its data would be lost').waitFor()
    await refusal.getByText(/^Back the data up/).waitFor()
    expect(await deleteButton().isDisabled()).toBe(true)
  })

  it('that may not be read are strict, which is said', async () => {
    await ask(inShop('StatefulSet', 'cart'), { guards: 'forbidden' })
    await dialog().getByText('Strict guards hold, as those of this cluster are unknown').waitFor()
    await dialog().getByText('You may not read ConfigMap gcplan/guards.').waitFor()
    expect(await deleteButton().isDisabled()).toBe(true)
  })

  it('with a misspelt key are strict, and the key is named', async () => {
    await ask(inShop('Deployment', 'web'), { guards: { 'max-object': '3' } })
    await dialog()
      .getByText(/^data\.max-object: expected one of/)
      .waitFor()
  })
})

describe('the section about what keeps an object', () => {
  it('says by itself why one that is being deleted is still here', async () => {
    await show(inShop('ConfigMap', 'held'))
    await page.getByRole('heading', { name: 'Why is it still here?' }).waitFor()
    await part('What holds it')
      .getByText(/example\.com\/hold/)
      .waitFor()
    await part('Edits by hand that would end it')
      .getByText(/ConfigMap shop\/held/)
      .waitFor()
  })

  it('says on request what keeps any other', async () => {
    await show(inShop('Pod', 'cart-0'))
    await page.getByRole('button', { name: 'Find out what keeps it' }).click()
    await page.getByText(/owner StatefulSet cart/).waitFor()
  })
})

describe.each(['light', 'dark'] as const)('in %s', (theme) => {
  const guards = { 'max-objects': '3' }

  it.each([
    ['harmless', inShop('Deployment', 'web', { theme }), {}],
    ['data-lost', inShop('StatefulSet', 'cart', { theme }), { stored: lossy }],
    ['refused', inShop('Deployment', 'web', { theme }), { guards }],
    ['strict', inShop('Deployment', 'web', { theme }), { guards: 'forbidden' }],
    ['unknown', inShop('Deployment', 'web', { theme }), { forbidden: ['secrets'] }],
    ['namespace', { of: 'Namespace', name: 'shop', theme }, {}],
    ['narrow', inShop('StatefulSet', 'cart', { theme, width: 360 }), { stored: lossy }],
  ] satisfies ReadonlyArray<[string, Look, World]>)(
    'axe finds nothing in the dialog: %s',
    async (name, look, world) => {
      await ask(look, world)
      await shot(`dialog-${name}-${theme}`)
      expect(await violationsIn(page, '[role=dialog]')).toEqual([])
      const overflow = await dialog().evaluate((element) => element.scrollWidth - element.clientWidth)
      expect(overflow).toBeLessThanOrEqual(0)
    },
  )

  it('axe finds nothing in the section', async () => {
    await show(inShop('ConfigMap', 'held', { theme }))
    await part('What holds it').waitFor()
    await shot(`section-${theme}`)
    expect(await violationsIn(page, 'main')).toEqual([])
  })
})

describe('the plugin', () => {
  it('asks nobody but the backend', async () => {
    backend.show({})
    page = await context.newPage()
    const asked = new Set<string>()
    page.on('request', (request) => asked.add(new URL(request.url()).origin))
    await page.goto(`${backend.url}/c/main/details?class=Deployment&name=web&namespace=shop`)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await part('What goes, in which order').waitFor()
    expect([...asked].filter((origin) => !iconHosts.includes(origin))).toEqual([backend.url])
  })
})
