/**
 * Graceful deletion of pods: whether a kubelet must stop the pod first, and its grace period.
 *
 * @upstream kubernetes 1.36.2 pkg/registry/core/pod/strategy.go CheckGracefulDelete
 */
import { groupOf } from './coverage.js'
import type { KubeObject } from './object.js'

/** An object with what is outside its metadata, unread. */
export interface WholeObject extends KubeObject {
  readonly spec?: unknown
  readonly status?: unknown
}

/** True for pods, the only kind with graceful deletion. */
export const isPod = ({ apiVersion, kind }: KubeObject): boolean => kind === 'Pod' && groupOf(apiVersion) === ''

/** Seconds that a pod has to end, as asked for or by its specification; zero where no kubelet has to stop it. */
export const graceOf = (asked: number | undefined, pod: WholeObject): number => {
  if (nodeNameOf(pod) === undefined || isFinished(pod)) return 0
  return atLeastOne(asked ?? specified(pod))
}

/** The node that a pod is bound to; nothing when its specification says none. */
export const nodeNameOf = ({ spec }: WholeObject): string | undefined => {
  const name = field(spec, 'nodeName')
  return typeof name === 'string' && name !== '' ? name : undefined
}

/** True for a pod whose containers will not run again. */
export const isFinished = ({ status }: WholeObject): boolean => {
  const phase = field(status, 'phase')
  return phase === 'Failed' || phase === 'Succeeded'
}

/** A negative grace period counts as one second. */
export const atLeastOne = (seconds: number): number => (seconds < 0 ? 1 : seconds)

/** The server fills in 30 s when a pod is created without. */
const specified = (pod: WholeObject): number => {
  const seconds = field(pod.spec, 'terminationGracePeriodSeconds')
  return typeof seconds === 'number' ? seconds : 30
}

/** A field of a record of its own, whatever the value is. */
const field = (record: unknown, name: string): unknown =>
  typeof record === 'object' && record !== null && Object.hasOwn(record, name)
    ? (record as Readonly<Record<string, unknown>>)[name]
    : undefined
