import { either as E, taskEither as TE } from 'fp-ts'
import { expect, it } from 'vitest'

import { perform } from '../../../src/kubelet/image/index.js'

it('removes an image through the port by its plain id, and passes its answer on', async () => {
  const calls: string[] = []
  const port = {
    removeImage: (id: string): TE.TaskEither<string, void> => {
      calls.push(id)
      return id === 'a' ? TE.right(undefined) : TE.left(`no ${id}`)
    },
  }
  expect(await perform(port)({ _tag: 'RemoveImage', id: 'a' })()).toEqual(E.right(undefined))
  expect(await perform(port)({ _tag: 'RemoveImage', id: 'b' })()).toEqual(E.left('no b'))
  expect(calls).toEqual(['a', 'b'])
})
