import { either as E, taskEither as TE } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { clusterOf, deleted, object, planOf, to } from '../controllers/owner/build.js'
import type { Action, OwnerFamily } from '../../src/controllers/owner/index.js'
import type { Report } from '../../src/core/report.js'
import { execute } from '../../src/execute/index.js'

const plan = planOf(
  clusterOf([
    object('b', [to('a')]),
    object('c', [to('a')]),
    object('a', [], deleted('orphan')),
    object('d', [to('x')]),
  ]),
)

const carriedOut = async (
  fails: (action: Action) => boolean,
): Promise<{ readonly calls: ReadonlyArray<string>; readonly report: Report<OwnerFamily, string> }> => {
  const calls: string[] = []
  const perform = (action: Action): TE.TaskEither<string, unknown> => {
    calls.push(`${action._tag} ${action.object.name}`)
    return TE.fromEither(fails(action) ? E.left('refused') : E.right(undefined))
  }
  return { report: await execute(perform)<OwnerFamily>(plan)(), calls }
}

describe('targets that stay', () => {
  it('are changed before anything is removed', async () => {
    const { calls, report } = await carriedOut(() => false)
    expect(calls).toEqual(['RemoveOwnerReferences b', 'RemoveOwnerReferences c', 'RemoveFinalizer a', 'Delete d'])
    expect(report.passes[0]?.amended?.map(({ _tag }) => _tag)).toEqual(['Amended', 'Amended'])
  })

  it('hold back the removal that requires their change, when that fails', async () => {
    const { calls, report } = await carriedOut(({ object: { name } }) => name === 'b')
    expect(calls).toEqual(['RemoveOwnerReferences b', 'RemoveOwnerReferences c', 'Delete d'])
    expect(report.passes[0]?.outcomes).toMatchObject([{ _tag: 'Skipped', because: 'requirement-failed' }])
    expect(report.passes[0]?.amended).toMatchObject([{ _tag: 'Failed', error: 'refused' }, { _tag: 'Amended' }])
  })

  it('are not spoken of where the component changes none', async () => {
    const [orphan, deletion] = plan.passes
    const { amendments, ...bare } = deletion
    const { passes } = await execute(() => TE.right(undefined))({ ...plan, passes: [orphan, bare] })()
    expect(amendments).toEqual([])
    expect(passes.map((pass) => 'amended' in pass)).toEqual([true, false])
  })
})
