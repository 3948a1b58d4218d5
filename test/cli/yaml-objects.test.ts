import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { yaml } from '../../src/cli/yaml.js'
import { root } from './bundle.js'
import { call } from './call.js'

const asYaml = (path: string): string => yaml.print(JSON.parse(readFileSync(join(root, path), 'utf8')))
const before = 'captures/kubectl/cascade-foreground.0-before.json'
const crictl = 'captures/kubelet-1.36.2/2-before-image-gc.crictl'

describe('objects as YAML', () => {
  it('give what they give as JSON, from a file and through a pipe', async () => {
    const text = asYaml(before)
    const { stdout } = await call(`cascade delete deploy/d-foreground ${before} --at now`)
    expect((await call('cascade delete deploy/d-foreground o.yaml --at now', { 'o.yaml': text })).stdout).toBe(stdout)
    expect((await call('cascade delete deploy/d-foreground --at now', { '-': text })).stdout).toBe(stdout)
  })

  it('may be several documents', async () => {
    const map = (name: string): string =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata: {namespace: a, name: ${name}, uid: u-${name}}\n---\n`
    const { stdout } = await call('plan kubernetes-owners o.yaml --whole-cluster --at now', {
      'o.yaml': `# two\n---\n${map('one')}${map('two')}`,
    })
    expect(stdout).toContain('2 kept')
  })

  it('are those of crictl too', async () => {
    const flags = '--capacity-bytes 100GiB --available-bytes 90GiB --at 2026-11-21T03:07:36Z'
    const json = await call(`plan kubelet-image ${crictl}-images.json ${crictl}-ps-a.json ${flags}`)
    const files = { 'i.yaml': asYaml(`${crictl}-images.json`), 'p.yaml': asYaml(`${crictl}-ps-a.json`) }
    const { stdout, stderr } = await call(`plan kubelet-image --images i.yaml --containers p.yaml ${flags}`, files)
    expect(stderr).toBe(json.stderr)
    expect(stdout).toBe(json.stdout)
  })

  it('say where they are wrong', async () => {
    const { stderr, exitCode } = await call('plan kubernetes-owners o.yaml', { 'o.yaml': 'apiVersion: v1\nkind: [\n' })
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/^gcplan: o\.yaml: .* at line 3, column 1\n$/)
  })
})

describe('sizes', () => {
  it.each([
    ['107374182400', '100GiB'],
    ['107374182400', '100Gi'],
    ['100000000000', '100GB'],
    ['100000000000', '0.1T'],
    ['102400000000', '100000000KiB'],
  ])('of %s bytes may be written as %s', async (whole, short) => {
    const of = async (size: string) =>
      (
        await call(
          `plan kubelet-image ${crictl}-images.json ${crictl}-ps-a.json --capacity-bytes ${size} --available-bytes 1GB`,
        )
      ).stdout
    expect(await of(short)).toBe(await of(whole))
    expect(await of(short)).toContain('; to free ')
  })
})
