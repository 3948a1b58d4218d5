/** Sends a deletion. */
import { ApiProxy } from '@kinvolk/headlamp-plugin/lib'
import { either as E } from 'fp-ts'
import { type DeleteCall, sayFailure } from '../model/request.js'
import { messageOf, statusOf } from './discovery.js'

/** What the server did: the object is gone, or stays until something is done. */
export type Sent = 'gone' | 'stays'

/** Sends it once. Fails in words, which say what became of the object. */
export const sendDeletion = async (
  cluster: string,
  name: string,
  { method, path, body }: DeleteCall,
): Promise<E.Either<string, Sent>> => {
  try {
    const answer: unknown = await ApiProxy.clusterRequest(path, {
      cluster,
      method,
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(body),
    })
    return E.right(method === 'DELETE' && isStatus(answer) ? 'gone' : 'stays')
  } catch (error) {
    return E.left(sayFailure(name, { status: statusOf(error), message: messageOf(error) }))
  }
}

/** The server answers with a Status where the object is gone, else with the object. */
const isStatus = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && (answer as { readonly kind?: unknown }).kind === 'Status'
