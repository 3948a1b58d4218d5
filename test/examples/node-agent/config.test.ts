import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { configOf } from '../../../examples/node-agent/config.js'

describe('the settings of the node agent', () => {
  it.each([
    [{ INTERVAL_SECONDS: '0' }, 'INTERVAL_SECONDS: expected a whole number from 1 to 1000000000, got "0"'],
    [{ INTERVAL_SECONDS: '' }, 'INTERVAL_SECONDS: expected a whole number from 1 to 1000000000, got ""'],
    [{ MAX_REMOVALS: ' ' }, 'MAX_REMOVALS: expected a whole number from 0 to 1000000000, got " "'],
    [{ PORT: '70000' }, 'PORT: expected a whole number from 0 to 65535, got "70000"'],
    [{ RECLAIM: 'yes' }, 'RECLAIM: expected "true" or "false", got "yes"'],
    [{ RECLAIM_HIGH_PERCENT: '101' }, 'RECLAIM_HIGH_PERCENT: expected a whole number from 0 to 100, got "101"'],
    [{ KUBELET_URL: 'here' }, 'KUBELET_URL: expected a URL, got "here"'],
    [{ KUBERNETES_VERSION: 'new' }, expect.stringMatching(/^KUBERNETES_VERSION: /) as string],
  ])('%j is refused by name', (environment, message) => {
    expect(configOf(environment)).toStrictEqual(E.left(message))
  })

  it('keeps images by patterns of their names, in which a dot is a dot', () => {
    const config = configOf({ KEEP_IMAGES: ' registry.local/*, pause:3 ,' })
    if (E.isLeft(config)) throw new Error(config.left)
    const { keeps } = config.right.reclaiming
    expect(['registry.local/web:1', 'pause:3'].map(keeps)).toStrictEqual([true, true])
    expect(['registryXlocal/web:1', 'pause:31', 'my-pause:3', ''].map(keeps)).toStrictEqual(Array(4).fill(false))
    expect(E.map(({ reclaiming }: typeof config.right) => reclaiming.keeps('any'))(configOf({}))).toStrictEqual(
      E.right(false),
    )
  })

  it('has the rules of the release, and the image of sandboxes where it is named', () => {
    const config = configOf({ KUBERNETES_VERSION: '1.26', SANDBOX_IMAGE: 'pause:3' })
    expect(E.isRight(config) && config.right.rules.image).toMatchObject({ pinned: 'ignored', sandboxImage: 'pause:3' })
  })
})
