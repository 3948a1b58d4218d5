/**
 * Makes lists of images and containers, in the form of crictl, of what an API server shows of a node. Images have no ids
 * there, so they go by their first name, and containers refer to it.
 */
import { isObject, ownField } from '../structured.js'

/** The lists, and how many images the Node names. */
export interface ShownOnNode {
  readonly images: ReadonlyArray<object>
  readonly containers: ReadonlyArray<object>
}

/** The images and containers that a Node and its pods show; a container without a start began `at`. */
export const shownOnNode = (node: unknown, pods: ReadonlyArray<unknown>, at: Date): ShownOnNode => {
  const images = listOf(ownField(ownField(node, 'status'), 'images')).flatMap((image) => {
    const names = listOf(ownField(image, 'names')).filter((name) => typeof name === 'string')
    const [id] = names
    return id === undefined ? [] : [{ id, names, size: ownField(image, 'sizeBytes') ?? 0 }]
  })
  const idByName = new Map(images.flatMap(({ id, names }) => names.map((name) => [name, id] as const)))
  return {
    images: images.map(({ id, names, size }) => ({
      id,
      repoTags: names.filter((name) => !name.includes('@')),
      repoDigests: names.filter((name) => name.includes('@')),
      size,
    })),
    containers: pods.flatMap((pod) => containersOf(pod, idByName, at)),
  }
}

/** The pods as the kubelet of the node would list them: each by the uid that it has there, the list without a version. */
export const podsOnNode = (pods: ReadonlyArray<unknown>): object => ({
  ...{ kind: 'PodList', apiVersion: 'v1', metadata: {} },
  items: pods.map((pod) => {
    const metadata = ownField(pod, 'metadata')
    return { ...fieldsOf(pod), metadata: { ...fieldsOf(metadata), uid: uidOnNode(metadata) } }
  }),
})

const fieldsOf = (value: unknown): object => (isObject(value) ? value : {})

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const statuses = ['initContainerStatuses', 'containerStatuses', 'ephemeralContainerStatuses']

/** Of each container the one that runs or ran last, and the one before it that its status still names. */
const containersOf = (pod: unknown, idByName: ReadonlyMap<string, string>, at: Date): ReadonlyArray<object> => {
  const metadata = ownField(pod, 'metadata')
  const labels = {
    'io.kubernetes.pod.name': textOf(ownField(metadata, 'name')),
    'io.kubernetes.pod.namespace': textOf(ownField(metadata, 'namespace')),
    'io.kubernetes.pod.uid': uidOnNode(metadata),
  }
  return statuses
    .flatMap((list) => listOf(ownField(ownField(pod, 'status'), list)))
    .flatMap((status) => {
      const name = textOf(ownField(status, 'name'))
      const restarts = Number(ownField(status, 'restartCount') ?? 0)
      const [state, last] = [ownField(status, 'state'), ownField(status, 'lastState')]
      const image = imageOf(status, idByName)
      const one = (id: unknown, attempt: number, phase: string, startedAt: unknown): ReadonlyArray<object> =>
        textOf(id) === ''
          ? []
          : [
              {
                id: textOf(id).replace(/^[a-z-]+:\/\//, ''),
                podSandboxId: labels['io.kubernetes.pod.uid'],
                metadata: { name, attempt: Math.max(0, attempt) },
                image: { image },
                imageRef: image,
                state: phase,
                createdAt: nanosecondsOf(textOf(startedAt), at),
                labels: { ...labels, 'io.kubernetes.container.name': name },
              },
            ]
      const [running, ended] = [ownField(state, 'running'), ownField(state, 'terminated')]
      const before = ownField(last, 'terminated')
      const isSame = ownField(before, 'containerID') === ownField(status, 'containerID')
      return [
        ...(ended === undefined && running === undefined
          ? []
          : one(
              ownField(status, 'containerID'),
              restarts,
              running === undefined ? 'CONTAINER_EXITED' : 'CONTAINER_RUNNING',
              ownField(running ?? ended, 'startedAt'),
            )),
        ...(isSame && (running !== undefined || ended !== undefined)
          ? []
          : one(ownField(before, 'containerID'), restarts - 1, 'CONTAINER_EXITED', ownField(before, 'startedAt'))),
      ]
    })
}

/** The uid under which the node runs a pod: a static one has its own, and its mirror names it. */
const uidOnNode = (metadata: unknown): string =>
  textOf(ownField(ownField(metadata, 'annotations'), 'kubernetes.io/config.mirror')) ||
  textOf(ownField(metadata, 'uid'))

/** The listed image of a container, else what its status calls it. */
const imageOf = (status: unknown, idByName: ReadonlyMap<string, string>): string => {
  const byId = textOf(ownField(status, 'imageID')).replace(/^[a-z-]+:\/\//, '')
  return idByName.get(byId) ?? idByName.get(textOf(ownField(status, 'image'))) ?? byId
}

const nanosecondsOf = (text: string, at: Date): string => {
  const time = Date.parse(text)
  return `${Number.isNaN(time) ? at.getTime() : time}000000`
}
