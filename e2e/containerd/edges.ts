/** The kinds of edges in a world: which record refers to which, and by what; only to what is there. */
import type { Namespace, Policy } from '../../src/containerd/index.js'

/** Every edge of a namespace by its kind, e.g. `Image > Content` by a label, `Lease of Content`. */
export const edgesIn = (space: Namespace): ReadonlyArray<string> => {
  const there = new Set([
    ...space.content.map(({ digest }) => `Content ${digest}`),
    ...space.images.map(({ name }) => `Image ${name}`),
    ...space.snapshots.map(({ snapshotter, key }) => `Snapshot ${snapshotter}/${key}`),
    ...space.ingests.map(({ ref }) => `Ingest ${ref}`),
    ...space.streams.map(({ name }) => `Stream ${name}`),
  ])
  const labelled = (holder: string, labels: ReadonlyArray<readonly [string, string]>): ReadonlyArray<string> =>
    labels.flatMap(([key, value]) => {
      const [, kind = '', snapshotter = ''] =
        /^containerd\.io\/gc\.ref\.(content|image|stream|snapshot)(?:[./]([^/]*))?/.exec(key) ?? []
      const [target, id] = kind === 'snapshot' ? ['Snapshot', `${snapshotter}/${value}`] : [capital(kind), value]
      return kind !== '' && there.has(`${target} ${id}`) ? [`${holder} > ${target}`] : []
    })
  return [
    ...space.content.flatMap(({ labels }) => labelled('Content', labels)),
    ...space.images.flatMap(({ target, labels }) => [
      ...(there.has(`Content ${target}`) ? ['Image, its target'] : []),
      ...labelled('Image', labels),
    ]),
    ...space.snapshots.flatMap(({ parent, labels }) => [
      ...(parent === '' ? [] : ['Snapshot, its parent']),
      ...labelled('Snapshot', labels),
    ]),
    ...space.containers.flatMap(({ snapshotter, snapshotKey, labels }) => [
      ...(there.has(`Snapshot ${snapshotter}/${snapshotKey}`) ? ['Container, its snapshot'] : []),
      ...labelled('Container', labels),
    ]),
    ...space.sandboxes.flatMap(({ labels }) => labelled('Sandbox', labels)),
    ...space.ingests.flatMap(({ expected }) =>
      expected._tag !== 'Unknown' && there.has(`Content ${expected.value}`) ? ['Ingest, what it expects'] : [],
    ),
    ...space.leases.flatMap(({ id, labels, resources }) => {
      const flat = labels.some(([key]) => key === 'containerd.io/gc.flat') ? 'flat ' : ''
      return [
        ...(resources._tag === 'Unknown' ? [] : resources.value)
          .map((resource) => resourceOf(resource))
          .filter((target) => there.has(target))
          .map((target) => `${flat}Lease of ${target.split(' ')[0] ?? ''}`),
        ...space.streams.filter(({ lease }) => lease === id).map(() => `${flat}Lease of Stream`),
      ]
    }),
  ]
}

const capital = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`

const resourceOf = ({ type, id }: { readonly type: string; readonly id: string }): string =>
  type.startsWith('snapshots/')
    ? `Snapshot ${type.slice('snapshots/'.length)}/${id}`
    : `${capital(type === 'content' ? type : type.slice(0, -1))} ${id}`

/** The kinds that a release follows, all of which have to occur in a long run. */
export const edgesOfRelease = (policy: Policy): ReadonlyArray<string> => {
  const targets = [
    ...['Content', 'Snapshot'],
    ...(policy.imagesCollected ? ['Image'] : []),
    ...(policy.streams ? ['Stream'] : []),
  ]
  const holders = ['Content', 'Image', 'Snapshot', 'Container', ...(policy.sandboxLabels ? ['Sandbox'] : [])]
  const leased = ['Content', 'Snapshot', 'Ingest', ...targets.slice(2)]
  return [
    ...['Image, its target', 'Snapshot, its parent', 'Container, its snapshot', 'Ingest, what it expects'],
    ...holders.flatMap((holder) => targets.map((target) => `${holder} > ${target}`)),
    ...['', 'flat '].flatMap((flat) => leased.map((target) => `${flat}Lease of ${target}`)),
  ]
}
