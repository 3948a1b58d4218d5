import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { added, makeObservation } from '../../../../src/controllers/owner/index.js'
import { object, to } from '../build.js'

const problems = (input: unknown): ReadonlyArray<string> => {
  const made = makeObservation(input)
  return E.isLeft(made) ? made.left.problems.map(({ path }) => path) : []
}

describe('makeObservation', () => {
  it('takes what is sound as it is', () => {
    const observation = added(object('b', [to('a')]))
    expect(makeObservation(observation)).toEqual(E.right(observation))
  })

  it.each([
    ['nothing', undefined, ['']],
    ['text', 'Added', ['']],
    ['a word that is no event', { _tag: 'Bookmark', object: object('a') }, ['']],
    ['the word of the prototype', { _tag: '__proto__', object: object('a') }, ['']],
    ['no object', { _tag: 'Added' }, ['object']],
    ['no uid', { _tag: 'Deleted', object: object('') }, ['object.metadata.name', 'object.metadata.uid']],
    [
      'an owner without kind',
      { _tag: 'Added', object: object('b', [to('a', { kind: '' })]) },
      ['object.metadata.ownerReferences[0].kind'],
    ],
    [
      'a time that is none',
      { _tag: 'Added', object: object('b', [], { deletionTimestamp: new Date(Number.NaN) }) },
      ['object.metadata.deletionTimestamp'],
    ],
    ['an old object that is none', { _tag: 'Updated', object: object('b'), old: 7 }, ['old']],
    [
      'half an identity',
      { _tag: 'FoundAbsent', identity: { apiVersion: 'v1', kind: 'Pod', name: 'a' } },
      ['identity.uid'],
    ],
    ['null', null, ['']],
  ])('names what is wrong with %s', (_, input, paths) => {
    expect(problems(input)).toEqual(paths)
  })

  it('says which words there are', () => {
    const made = makeObservation({ _tag: 'Bookmark' })
    expect(E.isLeft(made) && made.left.problems).toEqual([
      { path: '', expected: 'an object with _tag Added or Updated or Deleted or FoundAbsent', actual: 'an object' },
    ])
  })
})
