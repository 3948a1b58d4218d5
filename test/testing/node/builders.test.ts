import { expect, it } from 'vitest'

import { KubeletContainer } from '../../../src/testing/index.js'

it('a log link that a test makes has a target that is gone, unless it says otherwise', () => {
  expect(KubeletContainer.logLink('/var/log/containers/a.log').targetExists).toBe(false)
  expect(KubeletContainer.logLink('/var/log/containers/a.log', { targetExists: true }).targetExists).toBe(true)
})
