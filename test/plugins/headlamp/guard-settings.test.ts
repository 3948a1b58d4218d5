import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { decodeGuards, guardKeys, guardsFrom } from '../../../plugins/headlamp/src/model/guard/decode.js'
import { noSettings, settingsIn, strictSettings } from '../../../plugins/headlamp/src/model/guard/settings.js'

const of = (data: unknown) => decodeGuards({ apiVersion: 'v1', kind: 'ConfigMap', data })

describe('guards in a ConfigMap', () => {
  it('are read from text, with commas, spaces or line breaks between names', () => {
    const data = {
      'protect-namespaces': 'kube-system, prod\nbilling',
      'protect-kinds': 'Namespace PersistentVolumeClaim',
      'protect-labels': 'tier=gold example.com/keep',
      'max-objects': ' 50\n',
      'data-loss': 'refuse',
      endless: 'refuse\n',
      unknown: 'allow',
    }
    expect(Object.keys(data).sort()).toEqual([...guardKeys].sort())
    expect(of(data)).toEqual(
      E.right({
        namespaces: ['kube-system', 'prod', 'billing'],
        kinds: ['Namespace', 'PersistentVolumeClaim'],
        labels: [{ label: 'tier', value: 'gold' }, { label: 'example.com/keep' }],
        maxObjects: 50,
        dataLoss: 'refuse',
        endless: 'refuse',
        unknown: 'allow',
      }),
    )
  })

  it('refuse nothing where nothing is set', () => {
    expect(of({})).toEqual(E.right(noSettings))
    expect(of(undefined)).toEqual(E.right(noSettings))
  })

  it('take a limit of no objects at all', () => {
    expect(of({ 'max-objects': '0' })).toEqual(E.right({ ...noSettings, maxObjects: 0 }))
  })

  it('are told with every problem, a misspelt key as well', () => {
    const found = of({
      'max-object': '5',
      'max-objects': '-1',
      'data-loss': 'no',
      'protect-kinds': 'Pod; Job',
      unknown: 3,
    })
    expect(found).toEqual(
      E.left([
        {
          path: 'data.max-object',
          expected:
            'one of protect-namespaces, protect-kinds, protect-labels, max-objects, data-loss, endless, unknown',
          actual: '"max-object"',
        },
        { path: 'data.max-objects', expected: 'a whole number, 0 or more', actual: '"-1"' },
        { path: 'data.data-loss', expected: '"allow" or "refuse"', actual: '"no"' },
        { path: 'data.protect-kinds', expected: 'names, parted by commas or spaces', actual: '"Pod;"' },
        { path: 'data.unknown', expected: 'text', actual: '3' },
      ]),
    )
    expect(of(['a'])).toEqual(E.left([{ path: 'data', expected: 'an object of texts', actual: '["a"]' }]))
    expect(of({ toString: 'x' })._tag).toBe('Left')
  })
})

describe('the guards of a cluster', () => {
  it('are none only where the server says that there is no such ConfigMap', () => {
    expect(guardsFrom({ _tag: 'Failed', status: 404, message: '' })).toEqual({ _tag: 'None' })
    expect(settingsIn({ _tag: 'None' })).toBe(noSettings)
  })

  it.each([
    [{ _tag: 'Failed', status: 403, message: 'Forbidden' } as const, 'you may not read ConfigMap gcplan/guards', []],
    [
      { _tag: 'Failed', message: 'no connection' } as const,
      'ConfigMap gcplan/guards could not be read: no connection',
      [],
    ],
    [
      { _tag: 'Found', configMap: { data: { unknown: 'x' } } } as const,
      'ConfigMap gcplan/guards is not as it should be',
      ['data.unknown: expected "allow" or "refuse", got "x"'],
    ],
  ])('are the strict ones while they cannot be read, and it is said why', (answer, because, problems) => {
    const guards = guardsFrom(answer)
    expect(guards).toEqual({ _tag: 'Unreadable', because, problems })
    expect(settingsIn(guards)).toBe(strictSettings)
  })

  it('are the strict ones until they have come', () => {
    expect(settingsIn({ _tag: 'Awaited' })).toBe(strictSettings)
  })

  it('are what is set', () => {
    const guards = guardsFrom({ _tag: 'Found', configMap: { data: { 'max-objects': '3' } } })
    expect(settingsIn(guards)).toEqual({ ...noSettings, maxObjects: 3 })
  })
})
