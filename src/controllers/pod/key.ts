import type { Pod } from './snapshot.js'

/** The uid, or the namespace and name of a pod without one; no uid has a slash in it. */
export const keyOf = ({ metadata: { uid, namespace = '', name } }: Pod): string => uid ?? `${namespace}/${name}`
