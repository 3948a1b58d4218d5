/**
 * Gaps in `ctr` output: possible references that it does not show, and notes for the reader of the plan.
 */
import { option as O } from 'fp-ts'

import type { Unseen } from '../../containerd/snapshot.js'
import type { ContainerdNamespaceParts, ContainerdParts, CtrNote, CtrStatement } from './containerd-parts.js'

/** Something open, as the collector takes it and as a person reads it. */
interface Open {
  readonly unseen: Unseen
  readonly run: string
  readonly statement: O.Option<CtrStatement>
}

/** Possible references in a namespace that `ctr` did not show. */
export const unseenIn = (parts: ContainerdParts, namespace: ContainerdNamespaceParts): ReadonlyArray<Unseen> =>
  openIn(parts, namespace).map(({ unseen }) => unseen)

/** Notes on a namespace for the reader of the plan. */
export const notesOn = (parts: ContainerdParts, namespace: ContainerdNamespaceParts): ReadonlyArray<CtrNote> => {
  const { name, leases, ingests, content } = namespace
  const about = (
    count: number,
    note: string,
    { run = '', statement = O.none }: Partial<Pick<CtrNote, 'run' | 'statement'>> = {},
  ): ReadonlyArray<CtrNote> => (count === 0 ? [] : [{ namespace: name, note, run, statement }])
  const writes = some(ingests.length, 'ingest')
  const rounded = content.filter(({ exact }) => !exact).length
  const doubtful = leases.filter(({ labels }) => !labels.certain)
  return [
    ...openIn(parts, namespace)
      .filter(({ unseen }) => O.isNone(unseen.holdsNothing))
      .map(({ unseen, run, statement }) => ({
        namespace: name,
        note: `${unseen.what} might refer to anything; ${keeps}`,
        run,
        statement,
      })),
    ...about(
      O.isSome(parts.leasesHoldNothing) ? 0 : leases.length,
      `no command shows the resources of ${some(leases.length, 'lease')}; ${keeps}`,
      { statement: O.some('leasesHoldNothing') },
    ),
    ...about(doubtful.length, `the labels of ${named('lease', doubtful)} can be read in two ways; taken not to expire`),
    ...about(
      ingests.length,
      O.isSome(parts.ingestsExpectNothing)
        ? `no command shows the expiry time of ${writes}, kept for that reason`
        : `no command shows expiry time and digest of ${writes}, kept for that reason with ${blobs}`,
      { statement: O.isSome(parts.ingestsExpectNothing) ? O.none : O.some('ingestsExpectNothing') },
    ),
    ...about(rounded, `the sizes of ${some(rounded, 'blob')} are rounded to four digits`),
    ...namespace.snapshotters.flatMap((snapshotter) => {
      const sized = new Set(snapshotter.usages.filter(({ usage }) => usage._tag === 'Known').map(({ key }) => key))
      const count = snapshotter.snapshots.filter(({ key }) => !sized.has(key)).length
      const run = `ctr -n ${name} snapshots --snapshotter ${snapshotter.name} usage -b`
      return about(count, `the usage of ${some(count, 'snapshot')} of ${snapshotter.name} is unknown and counts as 0`, {
        run,
      })
    }),
  ]
}

/** Labels that can be read in two ways are taken to refer to anything whatever is stated of the rest. */
const openIn = (parts: ContainerdParts, namespace: ContainerdNamespaceParts): ReadonlyArray<Open> => {
  const { name, images, content, containers, containerInfos, snapshotters } = namespace
  const informed = new Set(containerInfos.map(({ id }) => id))
  const silent = containers.filter(({ id }) => !informed.has(id))
  const unknown = (what: string, run: string): Open => ({
    unseen: { kind: 'Others', what, holdsNothing: O.none },
    run,
    statement: O.none,
  })
  const unless = <A>(items: ReadonlyArray<A>, open: (first: A) => Open): ReadonlyArray<Open> =>
    items[0] === undefined ? [] : [open(items[0])]
  const inTwoWays = 'labels that can be read in two ways'
  const listed = snapshotters.map((snapshotter) => snapshotter.name)
  return [
    ...unless(silent, ({ id }) => unknown(named('container', silent), `ctr -n ${name} containers info ${id}`)),
    ...snapshotters.flatMap((snapshotter) => {
      const known = new Set(snapshotter.infos.map(({ key }) => key))
      const open = snapshotter.snapshots.filter(({ key }) => !known.has(key)).map(({ key }) => ({ id: key }))
      const info = `ctr -n ${name} snapshots --snapshotter ${snapshotter.name} info`
      return unless(open, ({ id }) => unknown(`the labels of ${named('snapshot', open)}`, `${info} ${id}`))
    }),
    ...unless(doubtful(content.map(({ digest: id, labels }) => ({ id, labels }))), (first) =>
      unknown(`content ${first.id}, of ${inTwoWays},`, ''),
    ),
    ...unless(doubtful(images.map(({ name: id, labels }) => ({ id, labels }))), (first) =>
      unknown(`image ${first.id}, of ${inTwoWays},`, ''),
    ),
    {
      unseen: {
        kind: 'Others',
        what: listed.length === 0 ? 'snapshots' : `snapshots of snapshotters other than ${listed.join(', ')}`,
        holdsNothing: parts.otherSnapshotsHoldNothing,
      },
      run: `ctr -n ${name} snapshots --snapshotter NAME ls`,
      statement: O.some('otherSnapshotsHoldNothing'),
    },
    {
      unseen: { kind: 'Sandboxes', what: 'the labels of sandboxes', holdsNothing: parts.sandboxesReferToNothing },
      run: '',
      statement: O.some('sandboxesReferToNothing'),
    },
  ]
}

interface Labelled {
  readonly id: string
  readonly labels: { readonly certain: boolean }
}

const doubtful = (items: ReadonlyArray<Labelled>): ReadonlyArray<Labelled> =>
  items.filter(({ labels }) => !labels.certain)

const keeps = 'what nothing else holds is kept'
const blobs = 'all blobs that nothing else holds'

const some = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`

const named = (thing: string, items: ReadonlyArray<{ readonly id: string }>): string =>
  items.length === 1 ? `${thing} ${items[0]?.id ?? ''}` : some(items.length, thing)
