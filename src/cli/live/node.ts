/** Reads a node through its API server, as far as that goes. Loaded only by commands that are told to. */
import { either as E, function as F, option as O, readonlyArray, taskEither as TE } from 'fp-ts'

import { type Reply, sayCallError } from '../../adapters/kubernetes/index.js'
import type { Gathered, Ungathered } from '../gathered/gathered.js'
import { podsOnNode, shownOnNode } from '../gathered/node.js'
import { ownField } from '../structured.js'
import type { Acting, OpenCluster } from '../world.js'

/** How many images a kubelet names in its Node, unless its settings say otherwise. */
const usualMost = 50

/** A node as files, and what of it nobody shows. */
export const readNode =
  (name: string, { signal, say, clock }: Pick<Acting, 'signal' | 'say' | 'clock'>) =>
  (cluster: OpenCluster): Promise<E.Either<string, Gathered>> => {
    const at = clock.now()
    const path = `/api/v1/nodes/${encodeURIComponent(name)}`
    const ask: Ask = (what, asked, query = {}) =>
      F.pipe(
        TE.fromIO(() => say(`reading ${what} of ${name}`)),
        TE.flatMap(() => cluster.send({ method: 'GET', path: asked, query, signal })),
        TE.mapLeft(sayCallError),
        TE.flatMapEither(bodyOf(asked)),
      )
    return F.pipe(
      ask('the Node', path),
      TE.mapLeft((because) => `${cluster.context}: node ${name}: ${because}`),
      TE.flatMapTask((node) => seenOf(ask, { name, path, node, at })),
    )()
  }

type Ask = (what: string, path: string, query?: Readonly<Record<string, string>>) => TE.TaskEither<string, unknown>

interface Node {
  readonly name: string
  readonly path: string
  readonly node: unknown
  readonly at: Date
}

const seenOf =
  (ask: Ask, { name, path, node, at }: Node) =>
  async (): Promise<Gathered> => {
    const stats = await ask('statistics', `${path}/proxy/stats/summary`)()
    const configz = await ask('settings', `${path}/proxy/configz`)()
    const pods = await ask('pods', '/api/v1/pods', { fieldSelector: `spec.nodeName=${name}` })()
    const held = ownField(E.toUnion(pods), 'items')
    const items: ReadonlyArray<unknown> = Array.isArray(held) ? held : []
    const { images, containers } = shownOnNode(node, items, at)
    const answered: ReadonlyArray<Answered> = [
      ['node.json', path, E.right(node)],
      ['stats.json', `${path}/proxy/stats/summary`, stats],
      ['configz.json', `${path}/proxy/configz`, configz],
      ['pods.json', '/api/v1/pods', E.map(() => podsOnNode(items))(pods)],
      ['images.json', path, E.right({ images })],
      // No layer is known; images that no layer store holds stay.
      ['inspecti.json', path, E.right([])],
      ['ps.json', '/api/v1/pods', E.map(() => ({ containers }))(pods)],
    ]
    const files = new Map(
      readonlyArray.filterMap(([file, , answer]: Answered) =>
        O.map((value: unknown) => [file, JSON.stringify(value)] as const)(O.fromEither(answer)),
      )(answered),
    )
    const failed = readonlyArray.filterMap(([file, from, answer]: Answered) =>
      O.map((because: string): Ungathered => ({ file, command: `GET ${from}`, because }))(O.fromEither(E.swap(answer))),
    )(answered)
    return {
      names: [...files.keys()],
      read: (file) => Promise.resolve(E.fromNullable(`${file}: not read`)(files.get(file))),
      manifest: { takenAt: at.toISOString(), namespaces: 'all', isWholeCluster: false, containerd: '', failed },
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
    }
  }

type Answered = readonly [file: string, from: string, answer: E.Either<string, unknown>]

const bodyOf =
  (asked: string) =>
  ({ status, body }: Reply): E.Either<string, unknown> => {
    const said = ownField(body, 'message')
    return status === 200
      ? E.right(body)
      : E.left(`${status}${typeof said === 'string' ? ` ${said}` : ''}${missingRule(status, asked)}`)
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
