import { describe, expect, it } from 'vitest'

import { serverPresets } from '../../../src/apiserver/index.js'
import { presets as signingRequests } from '../../../src/controllers/csr-cleaner/index.js'
import { presets as history } from '../../../src/controllers/history/index.js'
import { presets as owner } from '../../../src/controllers/owner/index.js'
import { presets as pod } from '../../../src/controllers/pod/index.js'
import { presets as legacyTokens } from '../../../src/controllers/token-cleaner/index.js'
import { presets as ttl } from '../../../src/controllers/ttl/index.js'
import { cascadePresets } from '../../../src/simulate/cascade/index.js'
import { presets, releases } from '../../../src/simulate/control-plane/index.js'

import { since } from '../../since.js'

type Name = keyof typeof releases
const names = Object.keys(releases) as ReadonlyArray<Name>

describe('a release', () => {
  it('is one of eight', () => {
    expect(names).toEqual(
      ['1_20', '1_26', '1_31', '1_32', '1_33', '1_34', '1_35', '1_36'].map((it) => `kubernetes_${it}`),
    )
  })

  it.each(names)('%s has the rules of everybody in that release', (name) => {
    expect(presets[name]).toMatchObject({
      agreement: 'each-on-its-own',
      pod: pod[name],
      ttl: ttl[name],
      history: history[name],
      owner: owner[name],
    })
    expect(releases[name]).toEqual({
      collectors: presets[name],
      cascade: cascadePresets[name],
      signingRequests: signingRequests[name],
      legacyTokens: legacyTokens[name],
      server: serverPresets[name],
      scopes: releases[name].scopes,
    })
  })

  it('has the kinds that are served since', () => {
    expect(
      since(Object.fromEntries(names.map((name) => [name, { kinds: releases[name].scopes.scopes.length }]))),
    ).toEqual({
      kinds: { '1.20': 54, '1.32': 52, '1.33': 54, '1.34': 59, '1.36': 61 },
    })
  })

  it.each([owner, pod, ttl, history, signingRequests, legacyTokens, cascadePresets, serverPresets])(
    'is known to each collector by the same names',
    (known) => {
      expect(Object.keys(known)).toEqual(names)
    },
  )
})
