/** Opens a cluster through kubectl. Loaded only by commands that need it. */
import { either as E } from 'fp-ts'

import { fromKubectl } from '../../adapters/kubernetes/index.js'
import type { Acting } from '../world.js'

/** Opens a cluster, uses it, and closes it again. */
export const withCluster: Acting['withCluster'] = (ask) => async (use) => {
  const opened = await fromKubectl(ask)()
  if (E.isLeft(opened)) return E.left(`no files given, and no cluster to read: ${opened.left.message}`)
  try {
    return await use(opened.right)
  } finally {
    await opened.right.close()
  }
}
