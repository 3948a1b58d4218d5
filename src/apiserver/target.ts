import type { KubeObject } from './object.js'

/** An object of the cluster, identified by its uid. */
export interface Target {
  readonly _tag: 'Object'
  /** The uid. */
  readonly id: string
  readonly apiVersion: string
  readonly kind: string
  /** Absent for a cluster-scoped object. */
  readonly namespace?: string
  readonly name: string
}

/** An object as a target. */
export const targetOf = ({ apiVersion, kind, metadata: { namespace, name, uid } }: KubeObject): Target =>
  namespace === undefined || namespace === ''
    ? { _tag: 'Object', id: uid, apiVersion, kind, name }
    : { _tag: 'Object', id: uid, apiVersion, kind, namespace, name }
