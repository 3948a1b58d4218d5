import { either as E, option as O, taskEither as TE } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { ContainerdFamily } from '../../src/containerd/index.js'
import { conclude } from '../../src/containerd/index.js'
import type { Conclusion } from '../../src/core/index.js'
import { executeWith } from '../../src/execute/index.js'
import { signalOf, simulatedTime } from '../execute/build.js'
import { layer, planOf, snapshot } from './graph.js'

const plan = planOf(snapshot({ snapshots: [layer('a'), layer('b')] }))

const concluded = async (
  refused: ReadonlyArray<string>,
  signal = signalOf().signal,
): Promise<Conclusion<ContainerdFamily>> =>
  conclude(String)(plan)(
    await executeWith<ContainerdFamily, string>({
      perform: () => TE.right(undefined),
      clock: simulatedTime().clock,
      signal,
      admit: (proposal) =>
        proposal._tag === 'Remove' && refused.includes(proposal.removal.target.key)
          ? E.left({ _tag: 'NotApproved' })
          : E.right(undefined),
    })(plan)(),
  )

describe('a collection of containerd', () => {
  it('publishes nothing of a record that was not admitted', async () => {
    const keys = async (refused: ReadonlyArray<string>) =>
      (await concluded(refused)).events.map((event) => (event._tag === 'SnapshotRemove' ? event.key : event.name))
    expect(await keys([])).toEqual(['a', 'b'])
    expect(await keys(['a'])).toEqual(['b'])
  })

  it('that is called off is taken back', async () => {
    const off = signalOf()
    off.abort()
    expect(await concluded([], off.signal)).toEqual({ events: [], error: O.some('context canceled') })
  })
})
