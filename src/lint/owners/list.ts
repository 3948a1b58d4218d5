/**
 * Lint of an object's list of owner references as a whole: duplicates and length.
 */
import { elementAt, groupBy } from '../../internal/lists.js'
import { type OwnerReference, isBlocking, ownersOf } from '../../apiserver/object.js'
import { ownerOf } from '../../controllers/owner/pass-input.js'
import type { LintInput, Say } from './lint-input.js'

/** What etcd takes in one request by default, in bytes; an object beyond it cannot be written. */
const objectLimit = 1_572_864

/** Reports the findings on a node's list of references. */
export const sayOfList = ({ objects }: LintInput, node: number, say: Say): void => {
  const references = ownersOf(elementAt(objects, node))
  if (references.length < 2) return
  for (const same of groupBy(({ uid }) => uid, references).values()) {
    const [first] = same
    if (first === undefined || same.length === 1) continue
    const named = same.some((each) => !isNamedAs(each, first))
    const blocking = same.some((each) => isBlocking(each) !== isBlocking(first))
    const differ = [...(named ? (['name'] as const) : []), ...(blocking ? (['blocking'] as const) : [])]
    const reference = ownerOf(first)
    say(node, named ? 'problem' : 'advice', {
      _tag: 'DuplicateReferences',
      reference,
      references: same.length,
      differ,
    })
  }
  const bytes = bytesOf(references)
  if (2 * bytes >= objectLimit)
    say(node, bytes >= objectLimit ? 'problem' : 'advice', {
      _tag: 'OwnerListNearLimit',
      references: references.length,
      bytes,
      limit: objectLimit,
    })
}

const isNamedAs = (a: OwnerReference, b: OwnerReference): boolean =>
  a.apiVersion === b.apiVersion && a.kind === b.kind && a.name === b.name

/** Names of the API are plain ASCII, a byte each. */
const bytesOf = (references: ReadonlyArray<OwnerReference>): number =>
  references.reduce(
    (sum, { apiVersion, kind, name, uid, controller, blockOwnerDeletion }) =>
      sum +
      apiVersion.length +
      kind.length +
      name.length +
      uid.length +
      punctuation +
      (controller === undefined ? 0 : `,"controller":${String(controller)}`.length) +
      (blockOwnerDeletion === undefined ? 0 : `,"blockOwnerDeletion":${String(blockOwnerDeletion)}`.length),
    0,
  )

const punctuation = '{"apiVersion":"","kind":"","name":"","uid":""},'.length
