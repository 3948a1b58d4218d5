/**
 * Checks what a test's own controller answers, so that a slip ends the test with a sentence and not inside the engine.
 * Controllers of plain JavaScript have no compiler that would tell.
 */
import { show } from '../../core/problem.js'
import type { WholeObject } from '../../apiserver/object.js'
import type { ApiRequest, DeleteOptions, Patch } from '../../apiserver/request.js'
import type { Address } from '../../apiserver/scope.js'
import type { Controller, Reconciled, Reconciliation, View, WorkItem } from '../../controllers/controller.js'
import type { Program } from '../../controllers/program.js'
import { isObject, list, object } from '../../internal/schema/object.js'
import { type AnySchema, leaf, problemsOf, text } from '../../internal/schema/schema.js'
import { misuse } from '../misuse.js'

/** The same controller; ends the test at an answer that is none. */
export const checkedController = <Why>(controller: Controller<Why>): Controller<Why> => {
  const { name: who, keysOf, fold, waiting } = controller
  return {
    ...controller,
    keysOf: (change) => {
      const keys: unknown = keysOf(change)
      return areTexts(keys) ? keys : wrong(who, 'keysOf(change) must return a list of keys', keys)
    },
    reconcile: (view) => (key) => answerOf(who, key, view, (seen) => controller.reconcile(seen)(key)),
    ...(fold === undefined ? {} : { fold: (news) => checkedController(fold(news)) }),
    ...(waiting === undefined ? {} : { waiting: () => Array.from(waiting(), (item) => checkedItem(who, item)) }),
  }
}

const checkedItem = <Why>(who: string, { key, reconcile }: WorkItem<Why>): WorkItem<Why> => ({
  key,
  reconcile: (view) => answerOf(who, key, view, reconcile),
})

const answerOf = <Why>(who: string, key: string, view: View, reconcile: WorkItem<Why>['reconcile']) => {
  const answer = reconcile(view)
  const path = `reconcile(${JSON.stringify(key)})`
  if (!isAnswer(answer)) return wrong(who, `${path} must return { requests, why }`, answer)
  if ('requests' in answer) {
    answer.requests.forEach((request, index) => checkRequest(who, `${path}.requests[${index}]`, request))
    return answer
  }
  return checkedProgram(who, path, answer)
}

/** The same program, in which each request and what comes after it is checked when its turn comes. */
const checkedProgram = <Why>(
  who: string,
  path: string,
  program: Program<Reconciled<Why>>,
): Program<Reconciled<Why>> => {
  if (program._tag === 'Done') {
    const result: unknown = program.result
    if (isObject(result) && typeof result['why'] === 'function') return program
    return wrong(who, `${path}: the result of a program must be { why: (effect) => [reason] }`, result)
  }
  if (program._tag === 'Call') checkRequest(who, `${path}: request`, program.request)
  const after = <A>(next: (answer: A) => Program<Reconciled<Why>>): typeof next =>
    typeof next === 'function'
      ? (answer) => {
          const then = next(answer)
          if (!isProgram(then)) return wrong(who, `${path}: next(answer) must return a program`, then)
          return checkedProgram(who, path, then)
        }
      : wrong(who, `${path}: next of a program must be a function`, next)
  return program._tag === 'Get'
    ? { _tag: 'Get', object: program.object, next: after(program.next) }
    : { _tag: 'Call', request: program.request, next: after(program.next) }
}

const isProgram = (value: unknown): value is Program<unknown> =>
  isObject(value) && ['Done', 'Get', 'Call'].some((tag) => tag === value['_tag'])

const isAnswer = (answer: unknown): answer is Reconciliation<unknown> =>
  isProgram(answer) || (isObject(answer) && Array.isArray(answer['requests']))

const areTexts = (value: unknown): value is ReadonlyArray<string> => list(text).holds(value)

const checkRequest = (who: string, path: string, request: unknown): void => {
  const tag = isObject(request) ? request['_tag'] : undefined
  const schema = byTag.get(tag)
  if (schema === undefined)
    return wrong(who, `${path} must be a request with _tag ${[...byTag.keys()].join(', ')}`, tag ?? request)
  for (const { path: at, expected, actual } of problemsOf('request', schema)(request)?.problems ?? [])
    misuse(`controller ${who}: ${path}.${at}: expected ${expected}, got ${actual}`)
}

const wrong = (who: string, rule: string, actual: unknown): never =>
  misuse(`controller ${who}: ${rule}, got ${show(actual)}`)

const hasTexts = (value: unknown, ...names: ReadonlyArray<string>): value is Readonly<Record<string, unknown>> =>
  isObject(value) && names.every((each) => typeof value[each] === 'string')

const address = leaf('an address, as view.addressOf(object) gives it', (value): value is Address =>
  hasTexts(value, 'apiVersion', 'kind', 'resource', 'name'),
)
const whole = leaf(
  'an object with apiVersion, kind and metadata.name',
  (value): value is WholeObject => hasTexts(value, 'apiVersion', 'kind') && hasTexts(value['metadata'], 'name'),
)
const options = leaf('options such as kubectlOptions()', (value): value is DeleteOptions => isObject(value))
const patch = leaf(
  'a patch: { patchType, body }',
  (value): value is Patch => hasTexts(value, 'patchType') && isObject(value['body']),
)

/** What each request has to hold; whether it makes sense is the server's to say. */
const schemas: Readonly<Record<ApiRequest['_tag'], AnySchema>> = {
  Create: object<Fields<'Create'>>({ object: whole }),
  Update: object<Fields<'Update'>>({ object: whole }),
  Patch: object<Fields<'Patch'>>({ object: address, patch }),
  Delete: object<Fields<'Delete'>>({ object: address, options }),
  FinalizeNamespace: object<Fields<'FinalizeNamespace'>>({ object: address, finalizers: list(text) }),
}

type Fields<T extends ApiRequest['_tag']> = Omit<
  Extract<ApiRequest, { readonly _tag: T }>,
  '_tag' | 'isInternal' | 'subresource'
>

const byTag: ReadonlyMap<unknown, AnySchema> = new Map(Object.entries(schemas))
