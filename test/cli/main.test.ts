import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { bundle, bundled, gcplan, node, root, shell } from './bundle.js'
import { commandsIn, withPrinted } from './pages.js'

const config = 'captures/kubelet-1.36.2/config-2.yaml'
const plan = ['plan', 'kubelet-image', 'demo/article.json']

beforeAll(bundle)
afterAll(() => {
  rmSync(join(root, dirname(bundled)), { recursive: true })
})

describe('the program as a process', () => {
  it('prints the version of the package', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    expect(gcplan(['--version'])).toEqual({ stdout: `gcplan ${version}\n`, stderr: '', status: 0 })
  })

  it('explains itself on standard error when nothing was asked, and fails', () => {
    const { stdout, stderr, status } = gcplan([])
    expect([stdout, status]).toEqual(['', 1])
    expect(stderr).toContain('gcplan plan kubelet-image')
  })

  it('names a file that does not exist, or is a folder', () => {
    expect(gcplan(['lint', 'kubelet', 'absent.yaml'])).toEqual({
      stdout: '',
      stderr: 'gcplan: absent.yaml: no such file\n',
      status: 1,
    })
    expect(gcplan(['lint', 'kubelet', 'src']).stderr).toBe(
      'gcplan: src: is a directory that gcplan gather did not write: it has no manifest.json\n',
    )
  })

  it('reads standard input, for a dash and without files', () => {
    const text = readFileSync(join(root, config), 'utf8')
    const named = gcplan(['lint', 'kubelet', config])
    expect(named.stdout).toContain('image GC (60 %) acts before eviction')
    expect(gcplan(['lint', 'kubelet', '-'], text)).toEqual(named)
    expect(gcplan(['lint', 'kubelet'], text)).toEqual(named)
  })

  it('makes the plan for now when nobody says when, and says so', () => {
    const images = readFileSync(join(root, 'captures/containerd-2.1.9/crictl/images.json'), 'utf8')
    const { stdout, stderr, status } = gcplan(
      ['plan', 'kubelet-image', '-', '--containers', 'captures/containerd-2.1.9/crictl/ps-a.json'],
      images,
    )
    expect(status).toBe(0)
    const [, now] = /^gcplan: no --at given; planning for now, (\S+)$/m.exec(stderr) ?? []
    expect(stdout.split('\n')[0]).toBe(`plan at ${now?.replace('.000Z', 'Z')}`)
  })

  it('writes output whole that is longer than what is made at once, and ends quietly when its reader goes away', () => {
    const folder = mkdtempSync(join(root, dirname(bundled), 'big-'))
    const file = join(folder, 'images.json')
    const images = Array.from({ length: 5000 }, (_, index) => ({
      id: `sha256:${index}`,
      size: '7',
      repoTags: [`t:${index}${'x'.repeat(3500)}`],
    }))
    writeFileSync(file, JSON.stringify({ images }))
    writeFileSync(join(folder, 'ps.json'), '{"containers": []}')
    const args = `plan kubelet-image ${file} ${join(folder, 'ps.json')} --at 2026-01-01T12:00:00Z -o json`
    const { stdout } = gcplan(args.split(' '))
    expect(stdout.length).toBeGreaterThan(2 ** 24)
    expect((JSON.parse(stdout) as { passes: { kept: unknown[] }[] }).passes[0]?.kept).toHaveLength(5000)
    const cut = shell(`gcplan ${args} | head -c 5; echo " \${PIPESTATUS[0]}"`)
    expect(cut.stdout).toBe('{\n  " 0\n')
    expect(cut.stderr).not.toMatch(/EPIPE|^ +at /m)
  })

  it('prints no colour into a pipe unless asked', () => {
    expect(gcplan(plan).stdout).not.toContain('\u001b')
    expect(gcplan([...plan, '--color', 'always']).stdout).toContain('\u001b[1mspace:\u001b[22m')
  })
})

describe('the demo', () => {
  it('prints what stands beside this test', async () => {
    const { stdout, stderr, status } = node(['scripts/run-ts.mjs', 'demo/main.ts', bundled])
    expect([stderr, status]).toEqual(['', 0])
    await expect(stdout).toMatchFileSnapshot('demo.golden.txt')
  })

  it('shows the example of the article: 9123558236 bytes to free, 9180449480 counted', () => {
    const golden = readFileSync(join(root, 'test/cli/demo.golden.txt'), 'utf8')
    expect(golden).toContain('disk at 77 %, high threshold 74 %: least recently used')
    expect(golden).toContain('removed    19 images, 9180449480 bytes counted')
    expect(golden).toContain('wanted to free 9123558236 bytes, but freed 9180449480 bytes')
  })

  it('holds the images of the recorded example', () => {
    const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'))
    const { cases } = read('vectors/kubelet/image-gc-worked-example.json') as {
      cases: { input: { images: { id: string; size: string }[] } }[]
    }
    const { images } = read('demo/article.json') as { images: { id: string; size: string }[] }
    const sizes = (of: { id: string; size: string }[] = []) => of.map(({ id, size }) => `${id} ${size}`)
    expect(images).toHaveLength(20)
    expect(sizes(cases[0]?.input.images)).toEqual(expect.arrayContaining(sizes(images)))
  })
})

const guides = ['before-you-delete', 'stuck-namespace', 'disk-full', 'blob-alive', 'unused-configmaps']

describe.each([
  'README.md',
  'docs/cli.md',
  'docs/collectors/kubernetes-lifecycle.md',
  ...guides.map((guide) => `docs/guides/${guide}.md`),
])('the commands of %s', (page) => {
  const printedBy = (command: string): string => shell(`{ ${command}; } 2>&1`).stdout

  it('print what the page says', async () => {
    expect(commandsIn(page)).not.toEqual([])
    await expect(withPrinted(page, printedBy)).toMatchFileSnapshot(join(root, page))
  })
})
