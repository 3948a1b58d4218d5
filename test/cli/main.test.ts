import { readFileSync } from 'node:fs'

import { beforeAll, describe, expect, it } from 'vitest'

import { bundle, gcplan, shell } from './bundle.js'

const config = 'captures/kubelet-1.36.2/config-2.yaml'

beforeAll(bundle)

describe('the program as a process', () => {
  it('prints the version of the package', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    expect(gcplan(['--version'])).toEqual({ stdout: `gcplan ${version}\n`, stderr: '', status: 0 })
  })

  it('explains itself on standard error when nothing was asked, and fails', () => {
    const { stdout, stderr, status } = gcplan([])
    expect([stdout, status]).toEqual(['', 1])
    expect(stderr).toContain('gcplan lint kubelet')
  })

  it('names a file that does not exist, or is a folder', () => {
    expect(gcplan(['lint', 'kubelet', 'absent.yaml'])).toEqual({
      stdout: '',
      stderr: 'gcplan: absent.yaml: no such file\n',
      status: 1,
    })
    expect(gcplan(['lint', 'kubelet', 'src']).stderr).toBe('gcplan: src: is a directory\n')
  })

  it('reads standard input, for a dash and without files', () => {
    const text = readFileSync(config, 'utf8')
    const named = gcplan(['lint', 'kubelet', config])
    expect(named.stdout).toContain('image collection (60 %) acts before eviction')
    expect(gcplan(['lint', 'kubelet', '-'], text)).toEqual(named)
    expect(gcplan(['lint', 'kubelet'], text)).toEqual(named)
  })

  it('ends quietly when its reader goes away', () => {
    const { stdout, stderr } = shell(`gcplan lint kubelet --help | head -c 5`)
    expect([stdout, stderr]).toEqual(['Usage', ''])
  })

  it('prints no colour into a pipe unless asked', () => {
    expect(gcplan(['lint', 'kubelet', config]).stdout).not.toContain('\u001b')
    expect(gcplan(['lint', 'kubelet', config, '--color', 'always']).stdout).toContain('\u001b[2mnote')
  })
})
