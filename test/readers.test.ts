/**
 * What reads texts, files or snapshots answers with a value whatever it is given: no export whose name says that it reads or
 * plans throws for what is not of its type.
 */
import { describe, expect, it } from 'vitest'

import * as containerd from '../src/containerd/index.js'
import * as history from '../src/controllers/history/index.js'
import * as lifecycle from '../src/controllers/lifecycle/index.js'
import * as owner from '../src/controllers/owner/index.js'
import * as pod from '../src/controllers/pod/index.js'
import * as ttl from '../src/controllers/ttl/index.js'
import * as core from '../src/core/index.js'
import * as decode from '../src/decode/index.js'
import * as document from '../src/document/index.js'
import * as kubeletContainer from '../src/kubelet/container/index.js'
import * as eviction from '../src/kubelet/eviction/index.js'
import * as kubeletImage from '../src/kubelet/image/index.js'
import * as lint from '../src/lint/index.js'
import * as reclaim from '../src/reclaim/index.js'
import * as cascade from '../src/simulate/cascade/index.js'
import * as controlPlane from '../src/simulate/control-plane/index.js'
import * as node from '../src/simulate/node/index.js'
import * as outcomes from '../src/simulate/outcomes/index.js'
import * as upgrade from '../src/upgrade/index.js'

const entries: Readonly<Record<string, object>> = {
  ...{
    containerd,
    history,
    lifecycle,
    owner,
    pod,
    ttl,
    core,
    decode,
    document,
    kubeletContainer,
    eviction,
    kubeletImage,
  },
  ...{ lint, reclaim, cascade, controlPlane, node, outcomes, upgrade },
}

const reads =
  /^(decode|detect[A-Z]*$|parse|read|preset|plan$|planCascade|planKubernetes|diagnose|lint.*In$|lintOwners|explore|simulate|forecast|upgrade)/

const readers = Object.entries(entries).flatMap(([entry, exports]) =>
  Object.entries(exports).flatMap(([name, value]: readonly [string, unknown]) =>
    typeof value === 'function' && reads.test(name) ? [[`${entry}.${name}`, value] as const] : [],
  ),
)

const junk = [undefined, null, 5, NaN, '', 'x', [], {}, true, new Date(NaN), Symbol('s'), [null], { items: [null] }]

describe('what reads', () => {
  it.each(readers)('answers with a value: %s', (_, reader) => {
    const ask = (asked: unknown, depth: number): void => {
      if (typeof asked === 'function' && depth > 0) for (const one of junk) ask(asked(one), depth - 1)
    }
    expect(() => {
      ask(reader, 3)
    }).not.toThrow()
  })

  it('is most of what is exported', () => {
    expect(readers.length).toBeGreaterThan(75)
  })

  it('lets an exception of an input of the caller through, as it is', () => {
    const mine = new Error('mine')
    const snapshot = {
      get at(): Date {
        throw mine
      },
    }
    expect(() => ttl.plan(ttl.defaultPolicy)(snapshot as never)).toThrow(mine)
  })
})
