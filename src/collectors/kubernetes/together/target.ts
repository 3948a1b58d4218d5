/**
 * Answers which target an object is.
 */
import type { KubeObject } from '../object.js'
import type { Target } from './reason.js'

/** An object as a target. */
export const targetOf = ({ apiVersion, kind, metadata: { namespace, name, uid } }: KubeObject): Target =>
  namespace === undefined || namespace === ''
    ? { _tag: 'Object', id: uid, apiVersion, kind, name }
    : { _tag: 'Object', id: uid, apiVersion, kind, namespace, name }
