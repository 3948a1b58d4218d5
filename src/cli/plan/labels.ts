/**
 * Readable names of images, containers and sandboxes. Tools print those of pods; snapshots leave them out because no decision depends
 * on them.
 */
import type { Target } from '../../kubelet/container/index.js'
import type { ContainerPart } from './container-snapshot.js'
import type { Inputs } from './inputs.js'
import { ownField } from '../structured.js'
import type { Target as ImageTarget } from '../../kubelet/image/index.js'
import type { Format } from './flags.js'

/** Names targets `namespace/pod container` as far as the files name the pod. */
export const podLabels = (inputs: Inputs<ContainerPart>): ((target: Target) => string) => {
  const names = new Map([
    ...namesInContainers(inputs),
    ...namesInItems(inputs, 'sandboxes'),
    ...namesInItems(inputs, 'pods'),
  ])
  return (target) => {
    switch (target._tag) {
      case 'Container':
        return [names.get(target.podUid) ?? '', target.name].filter((part) => part !== '').join(' ')
      case 'Sandbox':
        return names.get(target.podUid) ?? ''
      case 'LogDirectory':
      case 'LogLink':
        return ''
    }
  }
}

type Names = ReadonlyArray<readonly [uid: string, name: string]>

const namesInContainers = (inputs: Inputs<ContainerPart>): Names =>
  listIn(inputs, 'containers', 'containers').flatMap((container) => {
    const labels = ownField(container, 'labels')
    const [uid, name, namespace] = ['uid', 'name', 'namespace'].map((key) =>
      ownField(labels, `io.kubernetes.pod.${key}`),
    )
    return named(uid, namespace, name)
  })

const namesInItems = (inputs: Inputs<ContainerPart>, part: ContainerPart): Names =>
  listIn(inputs, part, 'items').flatMap((item) => {
    const metadata = ownField(item, 'metadata')
    return named(ownField(metadata, 'uid'), ownField(metadata, 'namespace'), ownField(metadata, 'name'))
  })

const named = (uid: unknown, namespace: unknown, name: unknown): Names =>
  typeof uid === 'string' && typeof name === 'string' && uid !== ''
    ? [[uid, typeof namespace === 'string' ? `${namespace}/${name}` : name]]
    : []

const listIn = (inputs: Inputs<ContainerPart>, part: ContainerPart, field: string): ReadonlyArray<unknown> => {
  const list = ownField(inputs.get(part)?.value, field)
  return Array.isArray(list) ? (list as ReadonlyArray<unknown>) : []
}

/** The first name of an image and how many more it has; a digest is cut like any other, but where nothing is. */
export const imageLabel =
  (format: Format) =>
  ({ tags: [first = '', ...others] }: ImageTarget): string => {
    const name = format === 'wide' ? first : first.replace(/(@\w+:\w{12})\w+$/, '$1')
    return others.length === 0 ? name : `${name} +${others.length}`
  }
