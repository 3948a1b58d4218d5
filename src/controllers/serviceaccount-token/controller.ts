/**
 * The tokens controller: a Secret with a token of a ServiceAccount goes when that account is gone, or is another of its name.
 * An account that is only being deleted keeps its tokens.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/serviceaccount/tokens_controller.go syncSecret
 * @upstream kubernetes 1.36.2 pkg/controller/serviceaccount/tokens_controller.go syncServiceAccount
 */
import { type WholeObject, annotationOf, groupOf, isBeingDeleted } from '../../apiserver/object.js'
import type { Address } from '../../apiserver/scope.js'
import { ownField } from '../../internal/lists.js'
import { deleteOf } from '../acts.js'
import { type Controller, type Reconciled, type View, noKeys } from '../controller.js'
import { namespacedKey, partsOf } from '../keys.js'
import { type GetAnswer, andThen, call, done, inTurn } from '../program.js'

/** Why a Secret with a token goes. */
export type TokenWhy =
  /**
   * There is no ServiceAccount of that name and uid.
   * @upstream kubernetes 1.36.2 pkg/controller/serviceaccount/tokens_controller.go deleteToken
   */
  { readonly _tag: 'TokenWithoutAccount'; readonly account: string }

/** What it is called. */
const tokensControllerName = 'serviceaccount-token-controller'

/** The controller; its keys are `namespace/name` of ServiceAccounts. */
export const tokensController = (): Controller<TokenWhy> => ({
  name: tokensControllerName,
  /** @upstream kubernetes 1.36.2 pkg/controller/serviceaccount/tokens_controller.go deleteToken */
  retries: 'refusals-but-conflicts',
  watches: ['ServiceAccount', 'Secret'],
  keysOf: ({ _tag, object }) => {
    if (isAccount(object)) return _tag === 'Deleted' ? namespacedKey(object) : noKeys
    const account = _tag === 'Deleted' || !isToken(object) ? undefined : accountOf(object)
    return account === undefined ? noKeys : namespacedKey(object, account)
  },
  reconcile: (view) => (key) => {
    const [namespace, account] = partsOf(key)
    const end = done<Reconciled<TokenWhy>>({ why: () => [{ _tag: 'TokenWithoutAccount', account }] })
    const tokens = view.listBy(tokenIndex, key).filter((secret) => !isBeingDeleted(secret))
    if (tokens.length === 0) return end
    return {
      _tag: 'Get',
      object: accountNamed(namespace, account),
      next: (found) => andThen(inTurn(orphansAmong(tokens, found).map(deletion(view))), () => end),
    }
  },
})

const isAccount = ({ apiVersion, kind }: WholeObject): boolean =>
  kind === 'ServiceAccount' && groupOf(apiVersion) === ''

const isToken = (object: WholeObject): boolean =>
  object.kind === 'Secret' &&
  groupOf(object.apiVersion) === '' &&
  ownField(object, 'type') === 'kubernetes.io/service-account-token'

const accountOf = (secret: WholeObject): string | undefined =>
  annotationOf(secret, 'kubernetes.io/service-account.name')

const accountNamed = (namespace: string, name: string): Address => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  resource: 'serviceaccounts',
  namespace,
  name,
})

/** Tokens by `namespace/name` of their accounts. */
const tokenIndex = (object: WholeObject): string | undefined => {
  const account = isToken(object) ? accountOf(object) : undefined
  return account === undefined ? undefined : namespacedKey(object, account)[0]
}

/** An account that may be there without being shown keeps its tokens. */
const orphansAmong = (tokens: ReadonlyArray<WholeObject>, account: GetAnswer): ReadonlyArray<WholeObject> => {
  if (account._tag === 'NotFound') return tokens
  if (account._tag !== 'Found') return []
  return tokens.filter((secret) => {
    const uid = annotationOf(secret, 'kubernetes.io/service-account.uid')
    return uid !== undefined && uid !== account.object.metadata.uid
  })
}

const deletion = (view: View) => (secret: WholeObject) => () =>
  inTurn(deleteOf(view, secret, { preconditions: { uid: secret.metadata.uid } }).map((request) => () => call(request)))
