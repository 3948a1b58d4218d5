/** The schema of a snapshot. */
import { eachUidOnce, kubeObject, terms } from '../../apiserver/check.js'
import type { WholeObject } from '../../apiserver/object.js'
import type { InvalidInput } from '../../core/problem.js'
import { distinctBy, list, object, tagged } from '../../internal/schema/object.js'
import { type Schema, instant, name, problemsOf, text } from '../../internal/schema/schema.js'
import { memory } from './record-schema.js'
import type { OwnerStatus, Snapshot } from './snapshot.js'

const wholeObject: Schema<WholeObject> = kubeObject

const ownerStatus = tagged<OwnerStatus>({
  Classified: { uid: name, solid: list(text), dangling: list(text), waiting: list(text) },
  Unclassified: { uid: name, because: text },
})

/** Every problem of a snapshot; null when there is none. */
export const snapshotProblems: (snapshot: unknown) => InvalidInput | null = problemsOf(
  'Kubernetes lifecycle snapshot',
  object<Snapshot>({
    at: instant,
    objects: eachUidOnce(list(wholeObject)),
    owners: distinctBy('uid', list(ownerStatus)),
    memory,
    ...terms,
  }),
)
