/** What the worker offers for files, how settings are written, and what becomes of objects wave by wave. */
import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { planKubeletImage } from '../../src/cli/commands/plan-kubelet-image.js'
import type { CascadeView, GraphNode } from '../../src/view/index.js'
import { settingsIn, yamlOf } from '../playground/policy/settings-yaml.js'
import { noteOf } from '../playground/shell/remedies.js'
import { jsonOf, sharedIn } from '../playground/state/fragment.js'
import { type Turn, fateAt, noEnds } from '../playground/views/cascade/fates.js'
import { sayExtent } from '../playground/views/containerd/words.js'
import type { Held, HeldFile } from '../playground/worker/files.js'
import { nearlyFor, offersFor } from '../playground/worker/offers.js'
import type { Offer } from '../playground/worker/offer.js'
import { comparedWith } from '../playground/worker/questions/compared.js'
import { commandLine } from '../playground/worker/settings.js'

const heldOf = (kinds: ReadonlyArray<HeldFile['kind']>): Held => ({
  bundles: new Map(),
  problems: [],
  files: kinds.map((kind) => ({
    file: { name: kind, text: '' },
    kind,
    known: { name: kind, bytes: 0, kind, is: kind, language: 'json', isHeld: false },
  })),
})
const offered = async (...kinds: ReadonlyArray<HeldFile['kind']>): Promise<ReadonlyArray<Offer>> =>
  offersFor(heldOf(kinds))
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

describe('a question that lacks files', () => {
  it('names the commands that print them, and is gone once it can be asked', () => {
    const [images, forecast] = nearlyFor(heldOf(['CrictlImages']))
    expect(images?.add).toEqual(['crictl ps -a -o json'])
    expect(forecast?.add).toEqual(['crictl ps -a -o json', 'crictl inspecti -o json $(crictl images -q)'])
    expect(nearlyFor(heldOf(['CrictlImages', 'CrictlPs', 'CrictlInspecti']))).toEqual([])
    expect(nearlyFor(heldOf(['KubectlList']))).toEqual([])
  })
})

describe('a note', () => {
  const left = 'unknown, so what depends on it is kept'

  it('offers to state what its flags state, and says what prints the file', () => {
    const volumes = noteOf(`${left}: which images are mounted as volumes: --inspect FILE, or --assume-no-image-volumes`)
    expect(volumes.said).toBe(`${left}: which images are mounted as volumes`)
    expect(volumes.add).toBe('crictl inspect -o json $(crictl ps -aq)')
    expect(volumes.remedies.map(({ settings }) => settings)).toEqual([{ 'assume-no-image-volumes': true }])
  })

  it('about pods that were not listed does not offer to call the list whole', () => {
    expect(noteOf(`${left}: which pods are gone: --pods FILE, and --assume-pods-synced`).remedies).toEqual([])
    expect(noteOf(`${left}: whether pods missing from --pods are gone: --assume-pods-synced`).remedies).toHaveLength(1)
  })

  it('without flags stays as it is', () => {
    const said = 'api-resources.txt: 3 kinds were not listed'
    expect(noteOf(said)).toEqual({ said, add: undefined, remedies: [], asksForDisk: false })
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

describe('a deletion beside the same in the background', () => {
  const node = (id: string, goes: number | null, begins = goes) => ({
    ...{ id, kind: 'Pod', label: id, state: 'stays', isLost: false, begins, goes },
  })
  const course = (...nodes: ReadonlyArray<ReturnType<typeof node>>) =>
    ({
      waves: [],
      sections: { later: { lines: [] }, stuck: { lines: [] } },
      graph: { nodes, omitted: 0 },
    }) as unknown as CascadeView
  const background = course(node('owner', 0), node('dependent', 1), node('other', 2))

  it('differs nowhere from itself', () => {
    expect(comparedWith(background, background)).toEqual({
      said: 'Every object ends the same, in the same wave.',
      rows: [],
    })
  })

  it('is not made of graphs that leave objects out, which may be anything', () => {
    const cut = { ...background, graph: { ...background.graph, omitted: 1 } } as CascadeView
    expect([comparedWith(cut, background), comparedWith(background, cut)]).toEqual([null, null])
  })

  it('names what goes in another wave', () => {
    const found = comparedWith(background, course(node('owner', 1), node('dependent', 0), node('other', 2)))
    expect(found?.said).toBe('Every object ends the same, 2 objects in another wave.')
    expect(found?.rows.map(({ id, here, there }) => [id, here.wave, there.wave])).toEqual([
      ['owner', 2, 1],
      ['dependent', 1, 2],
    ])
  })

  it('begins with what ends otherwise, also where it is in one of the two alone', () => {
    const found = comparedWith(background, course(node('owner', 1), node('dependent', null), node('new', 0)))
    expect(found?.said).toBe('The end differs for 3 objects, and the wave for one object more.')
    expect(found?.rows.map(({ id, here, there }) => [id, here.fate, there.fate])).toEqual([
      ['dependent', 'stays', 'gone'],
      ['other', 'stays', 'gone'],
      ['new', 'gone', 'stays'],
      ['owner', 'gone', 'gone'],
    ])
  })
})

describe('number and size of records', () => {
  it('say apart what has an unknown size', () => {
    expect(sayExtent({ records: 0, bytes: 0, unknown: 0 })).toBe('nothing')
    expect(sayExtent({ records: 3, bytes: 94_400, unknown: 0 })).toBe('94.4 kB in 3 records')
    expect(sayExtent({ records: 3, bytes: 181_000, unknown: 2 })).toBe(
      '181 kB in one record, and 2 records of unknown size',
    )
    expect(sayExtent({ records: 1, bytes: 0, unknown: 1 })).toBe('one record of unknown size')
  })
})
