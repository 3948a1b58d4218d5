/**
 * Replays `kubernetes/legacy-token-cleaner`: one pass of the legacy token cleaner over listed Secrets.
 */
import { either as E, taskEither as TE } from 'fp-ts'

import * as TokenCleaner from '../../src/controllers/token-cleaner/index.js'
import { execute } from '../../src/execute/index.js'
import type { Case, Replayed, Shape } from '../shape.js'
import { tagsOf } from '../tags.js'
import { timeRead, timesRead } from './kubernetes-times.js'

type Input = Omit<TokenCleaner.Snapshot, 'at' | 'coverage'> & { readonly now: string }

const replay = async (recorded: Case): Promise<Replayed> => {
  const { now, ...listed } = timesRead(recorded.input) as Input
  const planned = TokenCleaner.plan(TokenCleaner.defaultPolicy)({
    ...listed,
    at: timeRead(now),
    coverage: { _tag: 'Everything' },
  })
  if (E.isLeft(planned)) return { _tag: 'Skipped', because: JSON.stringify(planned.left.problems) }
  const calls: object[] = []
  const noted = (call: object): TE.TaskEither<never, undefined> => {
    calls.push(call)
    return TE.right(undefined)
  }
  const port: TokenCleaner.Port<never> = {
    markInvalid: (secret, uid, invalidSince) => noted({ verb: 'patch', ...secret, uid, invalidSince }),
    delete: (secret, options) => noted({ verb: 'delete', ...secret, options }),
  }
  await execute(TokenCleaner.perform(port))<TokenCleaner.TokenFamily>(planned.right)()
  return { _tag: 'Replayed', actual: { calls }, tags: tagsOf(planned.right) }
}

/** Decisions of the legacy token cleaner. The real one takes the Secrets in no order. */
export const kubernetesLegacyTokenCleaner: Shape = {
  shape: 'kubernetes/legacy-token-cleaner',
  compared: { calls: 'set' },
  replay,
}
