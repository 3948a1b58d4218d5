import { describe, expect, it } from 'vitest'

import { clipped } from '../../src/cli/clip.js'
import type { Command } from '../../src/cli/command.js'
import { program } from '../../src/cli/program.js'
import { right } from 'fp-ts/Either'
import { noCluster } from './call.js'

const table: Command = {
  words: ['table'],
  summary: '',
  usage: '',
  about: [],
  groups: [{ heading: 'Output', flags: [{ name: 'output', short: 'o', value: 'FORMAT', about: '' }] }],
  examples: [],
  prepare: () =>
    right({
      paths: [],
      stdin: 'optional',
      run: () => ({ stdout: 'NAME  REASON\nweb   it is used\n', stderr: '', exitCode: 0 }),
    }),
}

const printed = async (isTerminal: boolean, output: string): Promise<string> => {
  const { stdout } = await program([table])({
    readFile: () => Promise.reject(new Error('no file')),
    openGathered: () => Promise.reject(new Error('no directory')),
    readStdin: () => Promise.reject(new Error('no pipe')),
    stdinIsTerminal: true,
    stdoutIsTerminal: isTerminal,
    stdoutColumns: 12,
    environment: new Map(),
    clock: () => new Date(0),
    version: () => Promise.resolve(''),
    acting: noCluster,
    loadYaml: () => Promise.reject(new Error('no YAML')),
    loadToml: () => Promise.reject(new Error('no TOML')),
  })(['table', '-o', output])
  return stdout
}

describe('a table', () => {
  it('fits the width of a terminal', async () => {
    expect(await printed(true, 'table')).toBe('NAME  REASON\nweb   it is…\n')
  })

  it('is whole in a pipe, and where all is asked for', async () => {
    const whole = 'NAME  REASON\nweb   it is used\n'
    expect([await printed(false, 'table'), await printed(true, 'wide'), await printed(true, 'text')]).toEqual([
      whole,
      whole,
      whole,
    ])
  })
})

describe('a cut line', () => {
  it.each([
    ['short', 'short'],
    ['exactly ten', 'exactly t…'],
    ['1234567890', '1234567890'],
    ['🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀', '🚀🚀🚀🚀🚀🚀🚀🚀🚀…'],
    ['\u001B[31mremove\u001B[39m  sha256', '\u001B[31mremove\u001B[39m  s…'],
    ['\u001B[31mremove it all\u001B[39m', '\u001B[31mremove it…\u001B[39m'],
  ])('of %j', (line, cut) => {
    expect(clipped(10, `${line}\nnext`)).toBe(`${cut}\nnext`)
  })
})
