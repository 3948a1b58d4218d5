/**
 * Contradictions between the outputs of several `ctr` commands.
 */
import { option as O } from 'fp-ts'

import { type Problem, show } from '../../core/problem.js'
import type { ContainerdNamespaceParts, ContainerdParts, CtrSnapshotter } from './containerd-parts.js'

/** All contradictions, in the order of the input. */
export const problemsOf = ({ listed, namespaces }: ContainerdParts): ReadonlyArray<Problem> => [
  ...repeated(
    'namespaces',
    namespaces.map(({ name }) => name),
  ),
  ...(O.isNone(listed)
    ? []
    : notListed(
        listed.value.map(({ name }) => name),
        namespaces.map(({ name }) => name),
      )),
  ...namespaces.flatMap(problemsIn),
]

const notListed = (listed: ReadonlyArray<string>, given: ReadonlyArray<string>): ReadonlyArray<Problem> => {
  const known = new Set(listed)
  const there = new Set(given)
  return [
    ...listed.flatMap((name) =>
      there.has(name) ? [] : [{ path: at('namespaces', name), expected: all(name), actual: 'nothing' }],
    ),
    ...given.flatMap((name) =>
      known.has(name)
        ? []
        : [{ path: at('namespaces', name), expected: 'a namespace that ctr namespaces ls lists', actual: show(name) }],
    ),
  ]
}

const all = (name: string): string =>
  `the output of ctr -n ${name} with images ls, content ls, content active, snapshots ls, containers ls and leases ls`

const problemsIn = (namespace: ContainerdNamespaceParts): ReadonlyArray<Problem> => {
  const path = at('namespaces', namespace.name)
  const ids = namespace.containers.map(({ id }) => id)
  return [
    ...repeated(
      `${path}.containerInfos`,
      namespace.containerInfos.map(({ id }) => id),
    ),
    ...unlisted(
      `${path}.containerInfos`,
      'a container that containers ls lists',
      ids,
      namespace.containerInfos.map(({ id }) => id),
    ),
    ...repeated(
      `${path}.snapshotters`,
      namespace.snapshotters.map(({ name }) => name),
    ),
    ...namespace.snapshotters.flatMap((snapshotter) => problemsOfSnapshotter(path, snapshotter)),
  ]
}

const problemsOfSnapshotter = (before: string, { name, snapshots, infos }: CtrSnapshotter): ReadonlyArray<Problem> => {
  const path = `${at(`${before}.snapshotters`, name)}.infos`
  const keys = infos.map(({ key }) => key)
  const parents = new Map(snapshots.map(({ key, parent }) => [key, parent]))
  return [
    ...repeated(path, keys),
    ...unlisted(path, 'a snapshot that snapshots ls lists', [...parents.keys()], keys),
    ...infos.flatMap(({ key, parent }) => {
      const known = parents.get(key)
      return known === undefined || known === parent
        ? []
        : [{ path: `${at(path, key)}.parent`, expected: `${show(known)}, as snapshots ls says`, actual: show(parent) }]
    }),
  ]
}

const repeated = (path: string, keys: ReadonlyArray<string>): ReadonlyArray<Problem> => {
  const seen = new Set<string>()
  return keys.flatMap((key) =>
    seen.size === seen.add(key).size ? [{ path: at(path, key), expected: 'a unique name', actual: show(key) }] : [],
  )
}

const unlisted = (
  path: string,
  expected: string,
  listed: ReadonlyArray<string>,
  keys: ReadonlyArray<string>,
): ReadonlyArray<Problem> => {
  const known = new Set(listed)
  return keys.flatMap((key) => (known.has(key) ? [] : [{ path: at(path, key), expected, actual: show(key) }]))
}

const at = (list: string, key: string): string => `${list}[${JSON.stringify(key)}]`
