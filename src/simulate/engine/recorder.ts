/** Runs the reconciles of controllers against a server, and notes what each of them brought about. */
import type { Effect } from '../../apiserver/answer.js'
import type { ApiRequest } from '../../apiserver/request.js'
import type { Reconciled, Requests, WorkItem, View } from '../../controllers/controller.js'
import { type Program, done, runProgram } from '../../controllers/program.js'
import { isTriedAgain } from '../../controllers/tried-again.js'
import type { Actor } from './actor.js'
import type { ApiClient } from './client.js'

/** One reconcile, and its effects. */
export interface Step<Why> {
  /** The name of the controller. */
  readonly by: string
  /** Keys of one wave were all queued when it began; their effects are in the next. */
  readonly wave: number
  /** The earliest time at which it can be. */
  readonly at: Date
  readonly key: string
  readonly reconciled: Reconciled<Why>
  /** Requests that the server accepted. */
  readonly accepted: ReadonlyArray<Effect<ApiRequest>>
}

/** Runs reconciles, and notes who sent what. There is one for an engine, as a list of steps is as long as its cluster. */
export const recorderOf = <Why>({ get, send }: ApiClient, view: View) => {
  let by = ''
  let retries: Actor<Why>['retries']
  let accepted: Effect<ApiRequest>[] = nothingYet
  let errors = 0
  const run = runProgram({
    get,
    call: (request) => {
      const { answer, code, effect } = send(by, request)
      if (answer._tag === 'Failed' || (answer._tag === 'Conflict' && isTriedAgain(retries, code, request, view)))
        errors++
      // Most reconciles bring about one effect; a list that is made with it takes no room for more.
      if (effect !== undefined)
        if (accepted === nothingYet) accepted = [effect]
        else accepted.push(effect)
      return answer
    },
  })
  return ({ name, retries: own }: Actor<Why>, wave: number, { key, reconcile }: WorkItem<Why>): Step<Why> => {
    by = name
    retries = own
    accepted = nothingYet
    errors = 0
    const at = view.at
    const plan = reconcile(view)
    const ended = run('requests' in plan ? sendAll(plan) : plan)
    // Whoever meets an error comes back, unless it has said when.
    const reconciled = errors > 0 && ended.again === undefined ? { ...ended, ...comesBack } : ended
    return { by: name, wave, at, key, reconciled, accepted }
  }
}

const nothingYet: Effect<ApiRequest>[] = []

const comesBack = { again: { _tag: 'Retry' }, failed: true } as const

const sendAll = <Why>({ requests, why, again }: Requests<Why>): Program<Reconciled<Why>> => {
  const from = (index: number): Program<Reconciled<Why>> => {
    const request = requests[index]
    return request === undefined
      ? done({ why: () => [why], again })
      : { _tag: 'Call', request, next: () => from(index + 1) }
  }
  return from(0)
}
