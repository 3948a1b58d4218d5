import { either as E, option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { KubeletLoop } from '../../../../src/simulate/loop/index.js'
import { noon, signalOf, simulatedTime } from '../../../execute/build.js'

const node = (notes: string[], at: () => number): KubeletLoop.Node => ({
  collectContainers: () => {
    notes.push(`containers ${at()}`)
    return Promise.resolve(O.some('no runtime'))
  },
  collectImages: (beganGC) => () => {
    notes.push(`images ${at()} since ${(beganGC.getTime() - noon) / 1000}`)
    throw new Error('boom')
  },
  detect: () => {
    notes.push(`detect ${at()}`)
    return Promise.resolve(O.none)
  },
  listImages: () => {
    notes.push(`list ${at()}`)
    return Promise.resolve(
      at() === 0
        ? E.right([{ id: 'sha256:a', runtimeHandler: '', size: 1, pinned: false, tags: [] }])
        : E.left('no runtime'),
    )
  },
  recordEvent:
    ({ reason, message }) =>
    () => {
      notes.push(`${reason} ${message}`)
      return Promise.reject(new Error('nobody listens'))
    },
})

describe('the loops of a node', () => {
  it('run by the periods of the kubelet, whatever fails', async () => {
    const time = simulatedTime()
    const notes: string[] = []
    const since = (): number => (time.clock.now().getTime() - noon) / 1000
    const loops = KubeletLoop.drive(KubeletLoop.defaultConfig)({ clock: time.clock })(node(notes, since))
    while (since() <= 300) await time.passes()
    expect(notes.filter((note) => note.startsWith('containers'))).toEqual(
      [0, 60, 120, 180, 240, 300].map((at) => `containers ${at}`),
    )
    expect(notes.filter((note) => note.startsWith('images'))).toEqual(['images 0 since 0', 'images 300 since 0'])
    expect(notes.filter((note) => note.startsWith('detect'))).toEqual(['detect 0', 'detect 300'])
    expect(notes.filter((note) => note.startsWith('list'))).toHaveLength(11)
    expect(notes.filter((note) => note.startsWith('ContainerGCFailed'))).toHaveLength(6)
    expect(notes.filter((note) => note.startsWith('ImageGCFailed'))).toEqual(['ImageGCFailed the port threw: boom'])
    expect(O.isSome(loops.state().imageList)).toBe(true)
    loops.stop()
  })

  it('end with the signal: no timer is left, and nothing runs again', async () => {
    const time = simulatedTime()
    const off = signalOf()
    const notes: string[] = []
    const driving = { clock: time.clock, signal: off.signal }
    const loops = KubeletLoop.drive(KubeletLoop.defaultConfig)(driving)(node(notes, () => 0))
    await time.passes()
    off.abort()
    const { loops: standing } = await loops.ended()
    const before = notes.length
    expect(await time.passes()).toBe(false)
    expect(notes).toHaveLength(before)
    expect(standing['container-gc']._tag).toBe('Waiting')
    expect([loops.isOver(), off.listeners()]).toEqual([true, 0])
  })

  it('never begin when they are called off before', async () => {
    const off = signalOf()
    off.abort()
    const notes: string[] = []
    const driving = { clock: simulatedTime().clock, signal: off.signal }
    await KubeletLoop.drive(KubeletLoop.defaultConfig)(driving)(node(notes, () => 0)).ended()
    expect(notes).toEqual([])
  })
})
