/** Requests and what the API server answers, in words. */
import type { Answer } from '../../apiserver/answer.js'
import { type Target, named } from '../../apiserver/object.js'
import type { DeleteOptions } from '../../apiserver/request.js'
import { safeText } from '../../internal/safe-text.js'
import type { CascadePlan, CascadeRequest } from '../../simulate/cascade/reason.js'
import type { RequestView } from './model.js'

/**
 * Requests in words, with the objects named as a plan names them.
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import * as Owner from 'gcplan/controllers/owner'
 * import { planCascade } from 'gcplan/simulate/cascade'
 * import { scopes_1_36 } from 'gcplan/apiserver'
 * import { sayRequest } from 'gcplan/view'
 *
 * const request = { _tag: 'Vanish', target: 'u' } as const
 * const planned = planCascade(Owner.defaultPolicy)([request])({
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   objects: [{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'worker', uid: 'u' } }],
 *   scopes: scopes_1_36.scopes,
 *   coverage: { _tag: 'Everything' },
 * })
 * if (E.isRight(planned)) console.log(sayRequest(planned.right)(request)) // Node worker vanishes
 * ```
 */
export const sayRequest = ({ outcomes }: CascadePlan): ((request: CascadeRequest) => string) => {
  let targets: ReadonlyMap<string, Target> | undefined
  const nameOf = (uid: string): string => {
    targets ??= new Map(Object.values(outcomes).flatMap((some: Some) => some.map((target) => [target.id, target])))
    const target = targets.get(uid)
    return target === undefined ? uid : named(target)
  }
  return (request) => {
    switch (request._tag) {
      case 'DeleteNamespace':
        return `delete Namespace ${request.namespace} ${sayPolicy(request.options)}`
      case 'Delete':
        return `delete ${nameOf(request.target)} ${sayPolicy(request.options)}`
      case 'Vanish':
        return `${nameOf(request.target)} vanishes`
    }
  }
}

type Some = ReadonlyArray<Target>

const sayPolicy = ({ propagationPolicy }: DeleteOptions): string =>
  propagationPolicy === undefined ? 'without a policy' : `with policy ${propagationPolicy}`

/** What the API server answers. */
const sayAnswer = (answer: Answer): string => {
  switch (answer._tag) {
    case 'Refused':
      return `refused with ${answer.code} ${answer.reason}: ${answer.message}`
    case 'Gone':
      return `${answer.code}, it is gone at once`
    case 'Stays':
      return `${answer.code}, its deletion begins`
  }
}

const unlistedAnswer = 'the lists hold its content but not the Namespace; it is deleted as if it were listed'

/** The requests of a plan, in their order, with what the server answers to each. */
export const requestViews = (
  plan: CascadePlan,
  requests: ReadonlyArray<CascadeRequest>,
  unlisted: ReadonlyArray<string>,
): ReadonlyArray<RequestView> => {
  const say = sayRequest(plan)
  return requests.map((request, index) => {
    const said = safeText(say(request))
    // The server never sees what vanishes.
    const answer = request._tag === 'Vanish' ? undefined : plan.answers[index]
    if (request._tag === 'DeleteNamespace' && (unlisted.includes(request.namespace) || answer?.code === 404))
      return { said, answer: unlistedAnswer, code: null, isRefused: false }
    return {
      said,
      answer: answer === undefined ? null : safeText(sayAnswer(answer)),
      code: answer?.code ?? null,
      isRefused: answer?._tag === 'Refused',
    }
  })
}
