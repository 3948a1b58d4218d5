import { either as E, option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Request } from '../../src/cli/args.js'
import { parseCommandLine, parseFlags } from '../../src/cli/args.js'
import type { Command, Flag, UsageError } from '../../src/cli/command.js'

const flags: ReadonlyArray<Flag> = [
  { name: 'images', value: 'FILE', about: '' },
  { name: 'output', short: 'o', value: 'FORMAT', about: '' },
  { name: 'limit', value: 'N', about: '' },
  { name: 'label', value: 'TEXT', many: true, about: '' },
  { name: 'synced', about: '' },
]

const command = (...words: readonly [string, ...string[]]): Command => ({
  words,
  summary: words.join(' '),
  usage: '[FLAGS]',
  about: [],
  groups: [{ heading: 'Flags', flags }],
  examples: [],
  prepare: () => E.left('not run here'),
})

const commands = [command('plan', 'kubelet-image'), command('plan', 'kubelet-container'), command('lint', 'kubelet')]

const ask = (...argv: string[]): E.Either<UsageError, Request> => parseCommandLine(commands)(argv)

describe('parseCommandLine', () => {
  it.each<[string[], boolean, string[]]>([
    [[], false, []],
    [['--help'], true, []],
    [['-h'], true, []],
    [['help'], true, []],
    [['plan'], false, ['plan']],
    [['plan', '--help'], true, ['plan']],
    [['help', 'plan'], true, ['plan']],
    [['plan', 'kubelet-image', '--help'], true, ['plan', 'kubelet-image']],
    [['plan', 'kubelet-image', '--images', 'a.json', '-h'], true, ['plan', 'kubelet-image']],
    [['help', 'plan', 'kubelet-image'], true, ['plan', 'kubelet-image']],
  ])('%j asks for help: asked %s, about %j', (argv, asked, words) => {
    expect(ask(...argv)).toEqual(E.right({ _tag: 'Help', words, asked }))
  })

  it.each([['--version'], ['-V']])('%s asks for the version', (flag) => {
    expect(ask(flag)).toEqual(E.right({ _tag: 'Version' }))
  })

  it.each<[string[], string[], string]>([
    [['pln'], [], 'unknown command "pln"; did you mean plan?'],
    [['destroy'], [], 'unknown command "destroy"; known: plan, lint'],
    [['plan', 'kubelet-images'], ['plan'], 'unknown command "kubelet-images"; did you mean kubelet-image?'],
    [['--images', 'a'], [], 'expected a command before --images'],
    [
      ['plan', 'kubelet-image', '--image', 'a'],
      ['plan', 'kubelet-image'],
      'unknown flag --image; did you mean --images?',
    ],
    [['plan', 'kubelet-image', '--frobnicate'], ['plan', 'kubelet-image'], 'unknown flag --frobnicate'],
    [['plan', 'kubelet-image', '-x'], ['plan', 'kubelet-image'], 'unknown flag -x'],
    [['plan', 'kubelet-image', '--images'], ['plan', 'kubelet-image'], '--images needs a value: --images FILE'],
    [['plan', 'kubelet-image', '--images='], ['plan', 'kubelet-image'], '--images needs a value: --images FILE'],
    [
      ['plan', 'kubelet-image', '--images', '--synced'],
      ['plan', 'kubelet-image'],
      '--images needs a value: --images FILE',
    ],
    [
      ['plan', 'kubelet-image', '--images', '-ab'],
      ['plan', 'kubelet-image'],
      '--images needs a value: --images FILE; one that begins with a dash: --images=-ab',
    ],
    [['plan', 'kubelet-image', '--synced=yes'], ['plan', 'kubelet-image'], '--synced takes no value, got "yes"'],
    [['plan', 'kubelet-image', '-o', 'json', '--output', 'yaml'], ['plan', 'kubelet-image'], '--output is given twice'],
    [['plan', 'kubelet-image', '--__proto__', 'x'], ['plan', 'kubelet-image'], 'unknown flag --__proto__'],
  ])('%j is refused', (argv, words, message) => {
    expect(ask(...argv)).toEqual(E.left({ _tag: 'UsageError', words, message }))
  })

  it('a word after the command is a file, a help flag after two dashes as well', () => {
    const request = ask('plan', 'kubelet-image', 'plan', '--', '--help')
    expect(E.isRight(request) && request.right._tag === 'Run' && request.right.given.files).toEqual(['plan', '--help'])
  })
})

describe('parseFlags', () => {
  const given = parseFlags(flags, [
    'a.json',
    '--images=i.json',
    '-o',
    'wide',
    '--limit',
    '-1',
    '--label',
    'x',
    '-',
    '--label',
    'y',
  ])

  it('takes a value that begins with a dash after an equals sign', () => {
    const dashed = parseFlags(flags, ['--images=-a,-b'])
    expect(E.isRight(dashed) && dashed.right.value('images')).toEqual(O.some('-a,-b'))
  })

  it('reads values in every spelling, negative numbers too', () => {
    if (E.isLeft(given)) throw new Error(given.left)
    expect(given.right.value('images')).toEqual(O.some('i.json'))
    expect(given.right.value('output')).toEqual(O.some('wide'))
    expect(given.right.value('limit')).toEqual(O.some('-1'))
    expect(given.right.value('absent')).toEqual(O.none)
  })

  it('keeps repeated values and files in order, a lone dash is a file', () => {
    if (E.isLeft(given)) throw new Error(given.left)
    expect(given.right.values('label')).toEqual(['x', 'y'])
    expect(given.right.files).toEqual(['a.json', '-'])
  })

  it('tells a given switch from an absent one', () => {
    const without = parseFlags(flags, [])
    const within = parseFlags(flags, ['--synced'])
    expect(E.isRight(without) && without.right.has('synced')).toBe(false)
    expect(E.isRight(within) && within.right.has('synced')).toBe(true)
  })
})
