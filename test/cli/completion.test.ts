import { execFileSync } from 'node:child_process'

import { describe, expect, it } from 'vitest'

import { call } from './call.js'

/** What bash offers for a line, of which the last word is being written. */
const offered = async (...words: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const { stdout } = await call('completion bash')
  const line = words.map((word) => `'${word}'`).join(' ')
  const script = `${stdout}\nCOMP_WORDS=(gcplan ${line}); COMP_CWORD=${words.length}; _gcplan; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n')
}

describe('gcplan completion', () => {
  it('offers commands, the words after them, and flags', async () => {
    expect(await offered('cas')).toStrictEqual(['cascade'])
    expect(await offered('cascade', '')).toStrictEqual(['delete', 'vanish'])
    expect(await offered('cascade', 'delete', '--cont')).toStrictEqual(['--context'])
    expect(await offered('cascade', 'delete', 'deploy/web', '--outc')).toStrictEqual(['--outcomes'])
  })

  it('is there for zsh and fish as well, and for no other shell', async () => {
    expect((await call('completion zsh')).stdout).toMatch(/^#compdef gcplan\n/)
    expect((await call('completion fish')).stdout).toContain(
      "complete -c gcplan -f -n '__gcplan_next cascade' -a 'delete vanish'",
    )
    expect((await call('completion csh')).stderr).toContain('bash, zsh, fish')
  })
})
