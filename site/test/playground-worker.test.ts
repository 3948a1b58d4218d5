/** What the worker offers for files, how settings are written, and what becomes of objects wave by wave. */
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { planKubeletImage } from '../../src/cli/commands/plan-kubelet-image.js'
import type { GraphNode } from '../../src/view/index.js'
import { settingsIn, yamlOf } from '../playground/policy/settings-yaml.js'
import { jsonOf, sharedIn } from '../playground/state/fragment.js'
import { type Turn, fateAt, noEnds } from '../playground/views/cascade/fates.js'
import type { HeldFile } from '../playground/worker/files.js'
import { offersFor } from '../playground/worker/offers.js'
import type { Offer } from '../playground/worker/protocol.js'
import { commandLine } from '../playground/worker/settings.js'

const offered = async (...kinds: ReadonlyArray<HeldFile['kind']>): Promise<ReadonlyArray<Offer>> =>
  offersFor({
    bundles: new Map(),
    problems: [],
    files: kinds.map((kind) => ({
      file: { name: kind, text: '' },
      kind,
      known: { name: kind, bytes: 0, kind, is: kind, language: 'json', isHeld: false },
    })),
  })
const questions = (offers: ReadonlyArray<Offer>) => offers.map(({ question }) => question)

describe('offers', () => {
  it('about images need both the images and the containers of a node', async () => {
    expect(questions(await offered('CrictlImages')).map(({ kind }) => kind)).not.toContain('images')
    const both = questions(await offered('CrictlImages', 'CrictlPs')).map(({ kind }) => kind)
    expect(both).toContain('images')
    expect(both).not.toContain('layers')
  })

  it('are questions that come back from a link, whatever they are about', async () => {
    const all = questions(await offered('KubectlList', 'CrictlImages', 'CrictlPs', 'ContainerdSnapshot'))
    expect(new Set(all.map(({ kind }) => kind)).size).toBe(7)
    for (const question of all) expect(sharedIn(jsonOf({ files: [], question }))).toEqual({ files: [], question })
  })
})

describe('settings', () => {
  const known = ['a', 'b', 'c'].map((name) => ({ name, value: 'TEXT', about: '' }))

  it('are the same after YAML, also where a text looks like a number', () => {
    const settings = { a: '010', b: '', c: '80' }
    expect(settingsIn(yamlOf(settings), known)).toEqual(E.right(settings))
    expect(yamlOf({ c: '80' }).trim()).toBe('c: 80')
  })

  it('take several values only where the command does', () => {
    expect(settingsIn('a: [1, 2]', known)).toEqual(E.left('a: expected one value'))
    expect(settingsIn('a: [1, 2]', [{ name: 'a', value: 'TEXT', many: true, about: '' }])).toEqual(
      E.right({ a: ['1', '2'] }),
    )
  })

  it('are written so that a shell and the command read them back', () => {
    const values = new Map([
      ['at', ['-1 day']],
      ['file', ["it's.json"]],
      ['all-agree', ['']],
    ])
    expect(commandLine(planKubeletImage, [], values)).toBe(
      String.raw`gcplan ${planKubeletImage.words.join(' ')} '--at=-1 day' -f 'it'\''s.json' --all-agree`,
    )
  })
})

describe('the fate of an object', () => {
  const node = { id: 'a', state: 'stays', begins: 0, goes: 1, isLost: false } as unknown as GraphNode
  const marked = { wave: 0, change: { what: 'Marked' } } as unknown as Turn
  const at = (step: number, of: GraphNode = node) => fateAt(step, new Map([['a', [marked]]]), noEnds)(of)

  it('changes once its wave has passed, and not before', () => {
    expect([0, 1, 2].map((step) => at(step))).toEqual(['stays', 'marked', 'gone'])
    expect(at(2, { ...node, isLost: true })).toBe('lost')
  })
})
