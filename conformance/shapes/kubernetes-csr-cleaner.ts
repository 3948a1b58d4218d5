/**
 * Replays `kubernetes/csr-cleaner`: one pass of the CSR cleaner over listed CertificateSigningRequests.
 */
import { either as E, taskEither as TE } from 'fp-ts'

import * as CsrCleaner from '../../src/controllers/csr-cleaner/index.js'
import { execute } from '../../src/execute/index.js'
import type { Case, Replayed, Shape } from '../shape.js'
import { tagsOf } from '../tags.js'
import { timeRead, timesRead } from './kubernetes-times.js'

interface Input {
  readonly now: string
  readonly requests: ReadonlyArray<CsrCleaner.SigningRequest>
  /** Minor version; default 1.36. */
  readonly version?: string
}

const replay = async (recorded: Case): Promise<Replayed> => {
  const { now, requests, version } = timesRead(recorded.input) as Input
  const policy = version === '1.34' ? CsrCleaner.presets.kubernetes_1_34 : CsrCleaner.defaultPolicy
  const planned = CsrCleaner.plan(policy)({ at: timeRead(now), requests })
  if (E.isLeft(planned)) return { _tag: 'Skipped', because: JSON.stringify(planned.left.problems) }
  const deletes: string[] = []
  const port: CsrCleaner.Port<never> = {
    delete: (name) => {
      deletes.push(name)
      return TE.right(undefined)
    },
  }
  await execute(CsrCleaner.perform(port))<CsrCleaner.CsrFamily>(planned.right)()
  return { _tag: 'Replayed', actual: { deletes }, tags: tagsOf(planned.right) }
}

/** Decisions of the CSR cleaner. The real one takes the requests in no order. */
export const kubernetesCsrCleaner: Shape = {
  shape: 'kubernetes/csr-cleaner',
  compared: { deletes: 'set' },
  replay,
}
