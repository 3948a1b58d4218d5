/** Files of the playground: dropped, pasted, told apart, and what is wrong with them at its place. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { useBrowser } from './browser.js'
import { clusterOf } from './cluster.js'
import { answered, drop, openExample, paste } from './playground.js'

const visit = useBrowser()

const configMap = (uid: unknown): string =>
  JSON.stringify(
    { apiVersion: 'v1', kind: 'List', items: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', uid } }] },
    null,
    2,
  )

/** What `gcplan gather` leaves of a node without images, as tar packs it. */
const packed = (how: string): Uint8Array => {
  const folder = mkdtempSync(join(tmpdir(), 'gcplan-site-'))
  const manifest = { kind: 'gcplan/gathered', version: 1, takenAt: '2026-01-01T00:00:00Z', namespaces: [], failed: [] }
  try {
    mkdirSync(join(folder, 'gathered'))
    for (const [file, text] of [
      ['manifest.json', JSON.stringify(manifest)],
      ['images.json', '{"images": []}'],
      ['ps.json', '{"containers": []}'],
      ['df.txt', 'Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/sda 1000 100 900 10% /\n'],
    ] as const)
      writeFileSync(join(folder, 'gathered', file), text)
    return execFileSync('tar', [how, '-', '-C', folder, 'gathered'])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('files', () => {
  it('that are dropped are told apart, and what they show is planned at once', async () => {
    const { page, errors, outside } = await visit('playground/')
    await drop(page, [{ name: 'cluster.json', text: clusterOf(300) }])
    await answered(page)
    expect(await page.locator('.files').innerText()).toMatch(/cluster\.json\s+a list of kubectl get, 300 entries/)
    expect(await page.locator('.offers [aria-pressed="true"]').innerText()).toBe(
      'What would the controllers delete now?',
    )
    expect(await page.locator('.figures .keep').innerText()).toMatch(/300\s+stay/)
    expect([errors, outside]).toEqual([[], []])
  })

  it('that are pasted get a name, and YAML is read as JSON is', async () => {
    const { page } = await visit('playground/')
    await paste(page, 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  namespace: shop\n  uid: u-1\n')
    await answered(page)
    expect(await page.locator('.files .title').allInnerTexts()).toEqual(['pasted.yaml'])
    expect(await page.locator('.figures .keep').innerText()).toMatch(/1\s+stay/)
  })

  it('with a wrong value show the problem where the value is', async () => {
    const { page } = await visit('playground/')
    await drop(page, [{ name: 'list.json', text: configMap(7) }])
    await page.waitForSelector('.problems button')
    expect(await page.locator('.problems').innerText()).toMatch(/list\.json\s+items\[0\]\.metadata\.uid\s+expected/)
    await page.waitForSelector('.cm-lintRange-error')
    expect(await page.locator('.cm-lintRange-error').allInnerTexts()).toEqual(['7'])
  })

  it('that are broken show the line, and are planned once they are mended', async () => {
    const { page } = await visit('playground/')
    await drop(page, [{ name: 'list.json', text: configMap('u-1').replace('"kind": "List",', '"kind": "List"') }])
    await page.waitForSelector('.cm-lintRange-error')
    expect(await page.locator('.problems').innerText()).toContain('at line 4')
    await page.click('.cm-line >> nth=2')
    await page.waitForSelector('.cm-editor.cm-focused')
    await page.keyboard.press('End')
    await page.keyboard.type(',')
    await answered(page)
    expect(await page.locator('.problems').count()).toBe(0)
  })

  it('that no question takes say what to run instead', async () => {
    const { page } = await visit('playground/')
    await drop(page, [{ name: 'note.txt', text: 'nothing that a tool prints' }])
    await page.waitForSelector('.problems')
    expect(await page.locator('.problems').innerText()).toContain('a file of no known kind')
    expect(await page.locator('.nothing').innerText()).toContain('answer no question')
  })

  it('over two megabytes are held without an editor, and say so', async () => {
    const { page } = await visit('playground/')
    await drop(page, [{ name: 'large.json', text: clusterOf(10_000) }])
    await answered(page)
    expect(await page.locator('.held').innerText()).toContain('too large for the editor')
    expect(await page.locator('.cm-editor').count()).toBe(0)
  })

  it('of a gathered folder are read as the command reads the folder', async () => {
    const { page } = await visit('playground/')
    const manifest = {
      kind: 'gcplan/gathered',
      version: 1,
      takenAt: '2026-01-01T00:00:00Z',
      namespaces: [],
      failed: [],
    }
    await drop(page, [
      { name: 'manifest.json', text: JSON.stringify(manifest) },
      { name: 'images.json', text: '{"images": []}' },
      { name: 'ps.json', text: '{"containers": []}' },
      {
        name: 'df.txt',
        text: 'Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/sda 1000 100 900 10% /\n',
      },
    ])
    await page.click('.offers button:has-text("Which images would the kubelet remove")')
    await answered(page)
    expect(await page.locator('.files').innerText()).toContain('what gcplan gather collected')
    expect(await page.locator('.answer footer code').innerText()).toContain('gcplan plan kubelet-image')
  })

  it.each([
    ['gathered.tar', '-cf'],
    ['gathered.tar.gz', '-czf'],
  ])('of %s are read as the command reads the archive', async (name, how) => {
    const { page } = await visit('playground/')
    await drop(page, [{ name, bytes: [...packed(how)] }])
    await page.click('.offers button:has-text("Which images would the kubelet remove")')
    await answered(page)
    expect(await page.locator('.files').innerText()).toContain('what gcplan gather collected: 4 files')
    expect(await page.locator('.answer footer code').innerText()).toMatch(
      new RegExp(`^gcplan plan kubelet-image ${name.replaceAll('.', '[.]')}( |$)`),
    )
  })
})

describe('examples', () => {
  it.each([
    ['delete-deployment', 'cascade delete'],
    ['still-there', 'diagnose'],
    ['controllers', 'plan kubernetes'],
    ['image-gc', 'plan kubelet-image'],
    ['container-gc', 'plan kubelet-container'],
    ['layers', 'plan reclaim'],
    ['forecast', 'forecast node'],
    ['why-alive', 'why containerd'],
    ['ctr-tables', 'plan containerd'],
    ['docker-containers', 'plan kubelet-container'],
  ])('%s is answered, as %s would', async (id, command) => {
    const { page, errors } = await visit('playground/')
    await openExample(page, id)
    expect(await page.locator('.answer footer code').innerText()).toContain(`gcplan ${command}`)
    expect([await page.locator('.problems').count(), errors]).toEqual([0, []])
  })
})
