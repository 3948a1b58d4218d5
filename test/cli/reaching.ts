import { taskEither as TE } from 'fp-ts'

import { type Send, systemClock } from '../../src/adapters/kubernetes/index.js'
import { noCluster } from './call.js'
import type { Acting } from '../../src/cli/world.js'
import type { FakeCluster } from '../../src/testing/index.js'
import { type ServerOptions, apiServer } from '../adapters/kubernetes/server.js'

/** A machine that reaches a fake cluster, without any network. */
export const reaching = (
  cluster: FakeCluster,
  options: ServerOptions = {},
  address = 'https://127.0.0.1:6443',
): Acting => {
  const server = apiServer(cluster, options)
  const send: Send = ({ method, path, query = {}, body, contentType = '', accept = '' }) => {
    const asked = { method, path, query, body, contentType, accept }
    const trouble = options.trouble?.(asked)
    const answer = trouble?._tag === 'Reply' ? { ...trouble, body: trouble.body } : server.answer(asked)
    return TE.right(answer._tag === 'Reply' ? { status: answer.status, body: answer.body } : { status: 500, body: {} })
  }
  return {
    withCluster: () => (use) =>
      use({
        send,
        open: () => {
          throw new Error('nothing is watched')
        },
        context: 'kind-test',
        namespace: 'default',
        server: address,
      }),
    files: noCluster.files,
    members: noCluster.members,
    hostName: () => 'node-a',
    say: () => undefined,
    print: () => undefined,
    note: () => undefined,
    signal: new AbortController().signal,
    clock: systemClock,
  }
}
