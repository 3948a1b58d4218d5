import { either as E } from 'fp-ts'
import { expect, it } from 'vitest'

import type { Action, Port } from '../../../src/kubelet/container/index.js'
import { perform } from '../../../src/kubelet/container/index.js'

/** A port that fails with what it was asked to do. */
const echo = (name: string) => (subject: string) => () => Promise.resolve(E.left(`${name} ${subject}`))

const port: Port<string> = {
  inspectContainer: echo('inspectContainer'),
  stopContainer: echo('stopContainer'),
  removeContainerLog: echo('removeContainerLog'),
  removeContainer: echo('removeContainer'),
  stopSandbox: echo('stopSandbox'),
  removeSandbox: echo('removeSandbox'),
  removeLogDirectory: echo('removeLogDirectory'),
  removeLogLink: echo('removeLogLink'),
}

const everyAction: ReadonlyArray<readonly [Action, string]> = [
  [{ _tag: 'InspectContainer', id: 'c' }, 'inspectContainer c'],
  [{ _tag: 'StopContainer', id: 'c' }, 'stopContainer c'],
  [{ _tag: 'RemoveContainerLog', id: 'c' }, 'removeContainerLog c'],
  [{ _tag: 'RemoveContainer', id: 'c' }, 'removeContainer c'],
  [{ _tag: 'StopSandbox', id: 's' }, 'stopSandbox s'],
  [{ _tag: 'RemoveSandbox', id: 's' }, 'removeSandbox s'],
  [{ _tag: 'RemoveLogDirectory', name: 'd' }, 'removeLogDirectory d'],
  [{ _tag: 'RemoveLogLink', path: 'l' }, 'removeLogLink l'],
]

it.each(everyAction)('hands %o to its method with its subject and gives the error back', async (action, asked) => {
  expect(await perform(port)(action)()).toEqual(E.left(asked))
})

it('has one method for each action', () => {
  expect(everyAction.length).toBe(Object.keys(port).length)
})

it('asks the port nothing before the task is run', () => {
  let asked = false
  const lazy: Port<string> = {
    ...port,
    removeContainer: () => () => {
      asked = true
      return Promise.resolve(E.right(undefined))
    },
  }
  const task = perform(lazy)({ _tag: 'RemoveContainer', id: 'c' })
  expect(asked).toBe(false)
  return task().then(() => {
    expect(asked).toBe(true)
  })
})
