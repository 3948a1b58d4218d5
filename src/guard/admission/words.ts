import type { Target } from '../../apiserver/object.js'

/** `Kind namespace/name`. */
export const addressText = ({ kind, namespace, name }: Pick<Target, 'kind' | 'namespace' | 'name'>): string =>
  namespace === undefined || namespace === '' ? `${kind} ${name}` : `${kind} ${namespace}/${name}`
