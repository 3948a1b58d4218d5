/** Reads a node through its API server, as far as that goes. Loaded only by commands that are told to. */
import { either as E } from 'fp-ts'

import { sayCallError } from '../../adapters/kubernetes/index.js'
import type { Gathered, Ungathered } from '../gathered/gathered.js'
import { shownOnNode } from '../gathered/node.js'
import { ownField } from '../structured.js'
import type { Acting, OpenCluster } from '../world.js'

/** How many images a kubelet names in its Node, unless its settings say otherwise. */
const usualMost = 50

/** A node as files, and what of it nobody shows. */
export const readNode =
  (name: string, { signal, say, clock }: Pick<Acting, 'signal' | 'say' | 'clock'>) =>
  async (cluster: OpenCluster): Promise<E.Either<string, Gathered>> => {
    const at = clock.now()
    const path = `/api/v1/nodes/${encodeURIComponent(name)}`
    const ask = async (
      what: string,
      asked: string,
      query: Readonly<Record<string, string>> = {},
    ): Promise<E.Either<string, unknown>> => {
      say(`reading ${what} of ${name}`)
      const reply = await cluster.send({ method: 'GET', path: asked, query, signal })()
      if (E.isLeft(reply)) return E.left(sayCallError(reply.left))
      const { status, body } = reply.right
      if (status === 200) return E.right(body)
      const said = ownField(body, 'message')
      return E.left(`${status}${typeof said === 'string' ? ` ${said}` : ''}${missingRule(status, asked)}`)
    }
    const node = await ask('the Node', path)
    if (E.isLeft(node)) return E.left(`${cluster.context}: node ${name}: ${node.left}`)
    const stats = await ask('statistics', `${path}/proxy/stats/summary`)
    const configz = await ask('settings', `${path}/proxy/configz`)
    const pods = await ask('pods', '/api/v1/pods', { fieldSelector: `spec.nodeName=${name}` })
    const items = E.isRight(pods) ? ownField(pods.right, 'items') : []
    const { images, containers } = shownOnNode(node.right, Array.isArray(items) ? items : [], at)
    const answered: ReadonlyArray<readonly [file: string, from: string, answer: E.Either<string, unknown>]> = [
      ['node.json', path, node],
      ['stats.json', `${path}/proxy/stats/summary`, stats],
      ['configz.json', `${path}/proxy/configz`, configz],
      ['pods.json', '/api/v1/pods', pods],
      ['images.json', path, E.right({ images })],
      // No layer is known; images that no layer store holds stay.
      ['inspecti.json', path, E.right([])],
      ['ps.json', '/api/v1/pods', E.map(() => ({ containers }))(pods)],
    ]
    const files = new Map(
      answered.flatMap(([file, , answer]) =>
        E.isRight(answer) ? [[file, JSON.stringify(answer.right)] as const] : [],
      ),
    )
    const failed = answered.flatMap(([file, from, answer]): ReadonlyArray<Ungathered> =>
      E.isLeft(answer) ? [{ file, command: `GET ${from}`, because: answer.left }] : [],
    )
    return E.right({
      names: [...files.keys()],
      read: (file) => Promise.resolve(E.fromNullable(`${file}: not read`)(files.get(file))),
      manifest: { takenAt: at.toISOString(), namespaces: 'all', isWholeCluster: false, failed },
      notes: [
        {
          file: 'images.json',
          text: `unknown, so what depends on it is kept: which images are unused or pinned, and when each was last used: the Node shows no containers that are gone from their pods, no sandboxes, no mounted images, no image ids and no runtime handlers`,
        },
        { file: 'inspecti.json', text: 'unknown, so nothing counts as freed: the layers of images' },
        ...cappedNotes(images.length, E.toUnion(configz)),
        {
          file: 'sandboxes.json',
          text: 'not shown by the API server: sandboxes, logs, containers of pods that are gone, and dead containers but the last of each',
        },
      ],
    })
  }

/** Why a proxied request may be forbidden though reading nodes is not. */
const missingRule = (status: number, asked: string): string => {
  if (status !== 403) return ''
  const resource = asked.includes('/proxy/') ? 'nodes/proxy' : asked.startsWith('/api/v1/nodes/') ? 'nodes' : 'pods'
  const verb = resource === 'pods' ? 'list' : 'get'
  return `; a ClusterRole needs {apiGroups: [""], resources: ["${resource}"], verbs: ["${verb}"]}`
}

const cappedNotes = (listed: number, configz: unknown): Gathered['notes'] => {
  const set = ownField(ownField(configz, 'kubeletconfig'), 'nodeStatusMaxImages')
  const most = typeof set === 'number' ? set : usualMost
  return most < 0 || listed < most
    ? []
    : [
        {
          file: 'images.json',
          text: `the Node names its ${listed} largest images (nodeStatusMaxImages: ${most}); others are unknown`,
        },
      ]
}
