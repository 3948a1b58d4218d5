/** Reads the guards of a cluster. */
import { ApiProxy } from '@kinvolk/headlamp-plugin/lib'
import { type GuardsAnswer, guardsFrom } from '../model/guard/decode.js'
import { type ClusterGuards, guardsAt } from '../model/guard/settings.js'
import { messageOf, statusOf } from './discovery.js'

/** Asked anew each time: what somebody has just protected must hold. */
export const guardsOf = async (cluster: string): Promise<ClusterGuards> => guardsFrom(await answerOf(cluster))

const answerOf = async (cluster: string): Promise<GuardsAnswer> => {
  try {
    const path = `/api/v1/namespaces/${guardsAt.namespace}/configmaps/${guardsAt.name}`
    const configMap: unknown = await ApiProxy.clusterRequest(path, { cluster, autoLogoutOnAuthError: false })
    return { _tag: 'Found', configMap }
  } catch (error) {
    return { _tag: 'Failed', status: statusOf(error), message: messageOf(error) }
  }
}
