/** How sentences name objects. */
import type { Target } from '../../apiserver/object.js'

/** E.g. `Pod shop/web-0`. */
export const named = ({
  kind,
  namespace,
  name,
}: Pick<Target, 'kind' | 'name'> & { readonly namespace?: string }): string =>
  `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`
