/** Makes a world on a daemon, by the requests that clients make. */
import { request } from 'node:http'

import type { Daemon } from '../../src/adapters/docker/index.js'
import { ownField } from '../../src/internal/lists.js'
import { type Made, archiveOf } from '../images/archive.js'
import { imagesOf } from '../images/world.js'
import type { Random } from '../random.js'

const send = (
  { socket }: Daemon,
  method: 'POST' | 'DELETE',
  path: string,
  type: string = 'application/json',
  body: Uint8Array | string = '',
): Promise<{ readonly status: number; readonly text: string }> =>
  new Promise((resolve, reject) => {
    const sent = request(
      { socketPath: socket, method, path, headers: { host: 'docker', 'content-type': type } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })

const done = async (asked: ReturnType<typeof send>): Promise<string> => {
  const { status, text } = await asked
  if (status >= 300 || /"error"|errorDetail/.test(text)) throw new Error(`${status} ${text}`)
  return text
}

/** What is in a world beside its images. */
export type State = 'created' | 'running' | 'exited'

/** Loads images and makes containers of some of them. */
export const buildWorld = async (
  daemon: Daemon,
  seed: number,
  random: Random,
): Promise<{ readonly made: ReadonlyArray<Made>; readonly states: ReadonlyArray<State> }> => {
  const { made, tar } = archiveOf(imagesOf(seed, random, { mayDangle: true }))
  await done(send(daemon, 'POST', '/images/load?quiet=1', 'application/x-tar', tar))
  const states: State[] = []
  const wanted = random.below(4)
  const named = made.filter(({ names }) => names.length > 0)
  for (let container = 0; container < wanted; container++) {
    const { names } = random.pick(named)
    const state = random.pick<State>(['created', 'running', 'exited'])
    const name = random.chance(0.5) ? `k8s_c${container}_p${seed}_ns_u${seed}_0` : `other-${seed}-${container}`
    const body = {
      Image: random.pick(names),
      Cmd: [state === 'exited' ? '/end' : '/wait'],
      HostConfig: { NetworkMode: 'host' },
    }
    const answer: unknown = JSON.parse(
      await done(send(daemon, 'POST', `/containers/create?name=${name}`, 'application/json', JSON.stringify(body))),
    )
    const id = String(ownField(answer, 'Id'))
    if (state !== 'created') await done(send(daemon, 'POST', `/containers/${id}/start`))
    if (state === 'exited') await done(send(daemon, 'POST', `/containers/${id}/wait`))
    states.push(state)
  }
  return { made, states }
}

/** Removes containers, whatever they do. */
export const removeContainers = async (
  daemon: Daemon,
  containers: ReadonlyArray<{ readonly id: string }>,
): Promise<void> => {
  for (const { id } of containers) await done(send(daemon, 'DELETE', `/containers/${id}?force=1`))
}
