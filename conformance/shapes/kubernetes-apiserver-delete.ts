/**
 * Replays `kubernetes/apiserver-delete`: requests to delete one object and to change its finalizers, one after the other,
 * with nobody else at work.
 */
import * as Kubernetes from '../../src/apiserver/index.js'
import type { Case, Replayed, Shape } from '../shape.js'

type Step =
  | { readonly op: 'delete'; readonly options: Kubernetes.DeleteOptions }
  | { readonly op: 'removeFinalizer' | 'addFinalizer'; readonly finalizer: string }

interface Input {
  readonly object: Omit<Kubernetes.WholeObject, 'metadata'> & {
    readonly metadata: Omit<Kubernetes.WholeObject['metadata'], 'uid'>
  }
  readonly steps: ReadonlyArray<Step>
}

const at = new Date('2026-01-01T12:00:00Z')
const uid = 'the-object'

const replay = (recorded: Case): Promise<Replayed> => {
  const { object, steps } = recorded.input as Input
  let now: Kubernetes.WholeObject | undefined = {
    ...object,
    metadata: { ...object.metadata, uid, resourceVersion: '0' },
  }
  const answered: Array<unknown> = []
  for (const [index, step] of steps.entries()) {
    const answer: Kubernetes.Answer<Kubernetes.WholeObject> = ask(step, now)
    now = Kubernetes.objectAfter(now, answer)
    if (now !== undefined) now = { ...now, metadata: { ...now.metadata, resourceVersion: String(index + 1) } }
    answered.push({
      code: answer.code,
      ...(answer._tag === 'Refused' ? { reason: answer.reason } : {}),
      object: now === undefined ? null : seen(now),
    })
  }
  return Promise.resolve({ _tag: 'Replayed', actual: { steps: answered } })
}

const ask = (step: Step, now: Kubernetes.WholeObject | undefined): Kubernetes.Answer<Kubernetes.WholeObject> => {
  switch (step.op) {
    case 'delete':
      return Kubernetes.requestDelete(at)(optionsOf(step.options, now))(now)
    case 'removeFinalizer':
      return Kubernetes.removeFinalizer(step.finalizer)(now)
    case 'addFinalizer':
      return Kubernetes.update({ finalizers: [...(now?.metadata.finalizers ?? []), step.finalizer] })(now)
  }
}

/** Recorded preconditions say `same` for the object's own value and `other` for a wrong one. */
export const optionsOf = (
  { preconditions, ...options }: Kubernetes.DeleteOptions,
  now: Kubernetes.WholeObject | undefined,
): Kubernetes.DeleteOptions => {
  if (preconditions === undefined) return options
  const own = (name: 'uid' | 'resourceVersion'): string | undefined =>
    preconditions[name] === 'same' ? now?.metadata[name] : preconditions[name]
  return { ...options, preconditions: { uid: own('uid'), resourceVersion: own('resourceVersion') } }
}

/** What the recording shows of an object. */
export const seen = ({ metadata }: Kubernetes.WholeObject): unknown => {
  const { finalizers = [], deletionTimestamp, deletionGracePeriodSeconds, generation } = metadata
  return {
    ...(finalizers.length === 0 ? {} : { finalizers }),
    ...(deletionTimestamp === undefined ? {} : { deletionTimestampSet: true }),
    ...(deletionGracePeriodSeconds === undefined ? {} : { deletionGracePeriodSeconds }),
    ...(generation === undefined ? {} : { generation }),
  }
}

/** The shape. */
export const kubernetesApiserverDelete: Shape = {
  shape: 'kubernetes/apiserver-delete',
  compared: { steps: 'ordered' },
  replay,
}
