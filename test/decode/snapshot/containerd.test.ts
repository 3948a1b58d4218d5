import { option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Plan, Snapshot } from '../../../src/containerd/index.js'
import { plan, presets } from '../../../src/containerd/index.js'
import type { ContainerdNamespaceParts, ContainerdParts, CtrContainerInfo } from '../../../src/decode/index.js'
import {
  containerdSnapshot,
  decodeCtrContainerInfos,
  decodeCtrContainers,
  decodeCtrContent,
  decodeCtrImages,
  decodeCtrIngests,
  decodeCtrLeases,
  decodeCtrNamespaces,
  decodeCtrSnapshotInfos,
  decodeCtrSnapshots,
  decodeCtrSnapshotUsages,
} from '../../../src/decode/index.js'
import { capture, captureJson, right, wrongIn } from '../reading.js'
import { metadata, table } from '../ctr/recorded.js'

const state = '0-initial'
const truth = metadata(state)

/** The recorded tables of one namespace; details of containers are given, since only two were recorded. */
const recorded = (name: string, containerInfos: ReadonlyArray<CtrContainerInfo>): ContainerdNamespaceParts => {
  const read = (command: string): string => table(state, name, command)
  return {
    name,
    images: right(decodeCtrImages(read('images-ls.txt'))),
    content: right(decodeCtrContent(read('content-ls.txt'))),
    snapshotters: [
      {
        name: 'overlayfs',
        snapshots: right(decodeCtrSnapshots(read('snapshots-ls.txt'))),
        infos: right(decodeCtrSnapshotInfos(read('snapshots-info.json-seq.txt'))),
        usages: right(decodeCtrSnapshotUsages(read('snapshots-usage-b.txt'))),
      },
    ],
    containers: right(decodeCtrContainers(read('containers-ls.txt'))),
    containerInfos,
    leases: right(decodeCtrLeases(read('leases-ls.txt'))),
    ingests: right(decodeCtrIngests(read('content-active.txt'))),
  }
}

const detailed = truth.namespaces.map(({ name, containers }) => recorded(name, containers))

const nothingStated: ContainerdParts = {
  at: truth.at,
  listed: O.some(right(decodeCtrNamespaces(capture(`containerd-2.1.9/ctr/${state}/namespaces-ls.txt`)))),
  namespaces: detailed,
  leasesHoldNothing: O.none,
  ingestsExpectNothing: O.none,
  sandboxesReferToNothing: O.none,
  otherSnapshotsHoldNothing: O.none,
}
const othersStated: ContainerdParts = {
  ...nothingStated,
  sandboxesReferToNothing: O.some('no sandbox has such labels'),
  otherSnapshotsHoldNothing: O.some('overlayfs is the only snapshotter'),
}
const allStated: ContainerdParts = {
  ...othersStated,
  leasesHoldNothing: O.some('nothing is pulled'),
  ingestsExpectNothing: O.some('nothing is shared'),
}

const planOf = (snapshot: Snapshot): Plan => right(plan(presets.containerd_2_0)(snapshot))
const made = (parts: ContainerdParts) => right(containerdSnapshot(parts))
const removedFrom = (planned: Plan): ReadonlyArray<string> =>
  planned.passes[0].removals.map(({ target }) => `${target._tag} ${target.id}`)
const really = removedFrom(planOf(truth))

describe('a snapshot from recorded tables', () => {
  it('holds what the metadata holds, as far as ctr shows it', () => {
    const { snapshot } = made(nothingStated)
    const shown = (of: Snapshot) =>
      of.namespaces.map(({ name, content, snapshots, images, containers, leases, ingests }) => ({
        name,
        content: content.map(({ digest, labels }) => [digest, new Map(labels)]),
        snapshots: snapshots.map(({ snapshotter, key, parent, labels }) => ({ snapshotter, key, parent, labels })),
        images: images.map(({ name: image, target, labels }) => [image, target, new Map(labels)]),
        containers,
        leases: leases.map(({ id, labels }) => [id, new Map(labels)]),
        ingests: ingests.map(({ ref }) => ref),
      }))
    expect(shown(snapshot)).toEqual(shown(truth))
  })

  it('removes of what really goes the expired lease alone while nothing is stated', () => {
    expect(really).toEqual(['Lease build/expired-1'])
    expect(removedFrom(planOf(made(nothingStated).snapshot))).toEqual(really)
  })

  it('takes statements as assumptions of the plan, on which all rests that does not really go', () => {
    for (const parts of [othersStated, allStated]) {
      const planned = planOf(made(parts).snapshot)
      const assumed = new Set(planned.assumptions.flatMap(({ targets }) => targets))
      expect(planned.passes[0].removals.length).toBeGreaterThan(0)
      for (const { target } of planned.passes[0].removals)
        expect(really.includes(`${target._tag} ${target.id}`) || assumed.has(target.id)).toBe(true)
    }
  })

  it('removes what the daemon removed once the lease was gone, when leases are stated to hold nothing', () => {
    const steps = captureJson('containerd-2.1.9/metadata/removed.json') as ReadonlyArray<{
      readonly removed: ReadonlyArray<readonly [type: string, namespace: string, key: string]>
    }>
    const unleased = steps[1]?.removed.filter(([type]) => type !== 'ingest') ?? []
    const removed = removedFrom(planOf(made(allStated).snapshot)).filter((id) => !really.includes(id))
    expect(removed).toEqual(
      unleased.map(([type, namespace, key]) => `${type === 'content' ? 'Content' : 'FsSnapshot'} ${namespace}/${key}`),
    )
  })

  it('says what no command shows, and which command shows more', () => {
    const notes = made(nothingStated).notes.map(({ namespace, note, run }) => `${namespace}: ${note} [${run}]`)
    expect(notes).toContain('build: no command shows the resources of 4 leases; what nothing else holds is kept []')
    expect(notes).toContain(
      'build: no command shows expiry time and digest of 2 ingests, kept for that reason with all blobs that nothing else holds []',
    )
    expect(notes).toContain('build: the sizes of 4 blobs are rounded to four digits []')
    expect(notes.some((note) => note.includes('ctr lists no streams'))).toBe(true)
    expect(made({ ...nothingStated, listed: O.none }).notes.at(-1)?.run).toBe('ctr namespaces ls')
  })

  it('names the statement that settles a note, and no note asks for what is stated', () => {
    const asked = (parts: ContainerdParts) =>
      new Set(made(parts).notes.flatMap(({ statement }) => (O.isSome(statement) ? [statement.value] : [])))
    expect(asked(nothingStated)).toEqual(
      new Set(['otherSnapshotsHoldNothing', 'sandboxesReferToNothing', 'leasesHoldNothing', 'ingestsExpectNothing']),
    )
    expect(asked(allStated)).toEqual(new Set())
  })
})

describe('details that are missing', () => {
  const two = right(
    decodeCtrContainerInfos(
      table(state, 'k8s.io', 'containers-info-container.json') + table(state, 'k8s.io', 'containers-info-sandbox.json'),
    ),
  )

  it('of containers keep what those might hold', () => {
    const parts = { ...allStated, namespaces: [detailed[0], detailed[1], recorded('k8s.io', two)] } as ContainerdParts
    const { snapshot, notes } = made(parts)
    expect(removedFrom(planOf(snapshot)).filter((id) => id.includes(' k8s.io/'))).toEqual([])
    const note = notes.find(({ run }) => run.includes('containers info'))
    expect(note?.note).toBe('22 containers might refer to anything; what nothing else holds is kept')
    expect(note?.run).toMatch(/^ctr -n k8s\.io containers info [0-9a-f]{64}$/)
  })

  it('of snapshots keep what those might refer to', () => {
    const [build] = detailed
    const bare = { ...build, snapshotters: build?.snapshotters.map((one) => ({ ...one, infos: [], usages: [] })) }
    const parts = { ...allStated, listed: O.none, namespaces: [bare as ContainerdNamespaceParts] }
    const { snapshot, notes } = made(parts)
    expect(removedFrom(planOf(snapshot))).toEqual(really)
    expect(notes.map(({ run }) => run)).toContain(
      'ctr -n build snapshots --snapshotter overlayfs info sha256:1cbc7ecdbacdfca5d5ca1e2dce7ac7895f363ac48af162e00cf696a8e3743f1f',
    )
    expect(notes.map(({ run }) => run)).toContain('ctr -n build snapshots --snapshotter overlayfs usage -b')
  })
})

describe('labels that can be read in two ways', () => {
  const none = {
    images: [],
    content: [],
    snapshotters: [],
    containers: [],
    containerInfos: [],
    leases: [],
    ingests: [],
  }
  const labels = {
    pairs: [['containerd.io/gc.expire', '2020-01-01T00:00:00Z']],
    certain: false,
  } as const
  const garbage = { digest: 'sha256:a', size: 1, exact: true, labels: { pairs: [], certain: true } }
  const of = (held: Partial<ContainerdNamespaceParts>) =>
    planOf(
      made({ ...allStated, listed: O.none, namespaces: [{ ...none, name: 'n', content: [garbage], ...held }] })
        .snapshot,
    )

  it('make an end of no lease and no image', () => {
    const leases = [{ id: 'p', createdAt: truth.at, labels }]
    expect(removedFrom(of({ leases }))).toEqual(['Content n/sha256:a'])
    expect(
      removedFrom(of({ leases: [{ id: 'p', createdAt: truth.at, labels: { ...labels, certain: true } }] })),
    ).toEqual(['Lease n/p', 'Content n/sha256:a'])
    expect(removedFrom(of({ images: [{ name: 'i', target: 'sha256:b', labels }] }))).toEqual([])
  })

  it('of a blob might refer to anything', () => {
    const blob = { digest: 'sha256:b', size: 1, exact: true, labels }
    expect(removedFrom(of({}))).toEqual(['Content n/sha256:a'])
    expect(removedFrom(of({ content: [garbage, blob] }))).toEqual([])
  })
})

describe('parts that do not fit together', () => {
  const [build, other] = detailed
  const wrong = (parts: Partial<ContainerdParts>) => wrongIn(containerdSnapshot({ ...nothingStated, ...parts }))

  it('are refused with what to run for a namespace that nobody looked into', () => {
    expect(wrong({ namespaces: detailed.slice(1) })).toEqual([
      'namespaces["build"]: expected the output of ctr -n build with images ls, content ls, content active, snapshots ls, containers ls and leases ls, got nothing',
    ])
    expect(wrong({ listed: O.some([{ name: 'build' }, { name: 'default' }]) })).toEqual([
      'namespaces["k8s.io"]: expected a namespace that ctr namespaces ls lists, got "k8s.io"',
    ])
  })

  it('are refused when one comes twice', () => {
    expect(wrong({ namespaces: [...detailed, ...detailed.slice(0, 1)] })).toEqual([
      'namespaces["build"]: expected a unique name, got "build"',
    ])
  })

  it('are refused when details are of something else', () => {
    const container = { id: 'x', snapshotter: '', snapshotKey: '', image: '', labels: [] }
    const snapshotters = [
      {
        name: 'overlayfs',
        snapshots: [{ key: 'a', parent: 'b' }],
        infos: [
          { key: 'a', parent: '', labels: [] },
          { key: 'c', parent: '', labels: [] },
          { key: 'c', parent: '', labels: [] },
        ],
        usages: [],
      },
    ]
    const parts = { ...build, containerInfos: [container], snapshotters } as ContainerdNamespaceParts
    expect(wrong({ listed: O.none, namespaces: [parts, other as ContainerdNamespaceParts] })).toEqual([
      'namespaces["build"].containerInfos["x"]: expected a container that containers ls lists, got "x"',
      'namespaces["build"].snapshotters["overlayfs"].infos["c"]: expected a unique name, got "c"',
      'namespaces["build"].snapshotters["overlayfs"].infos["c"]: expected a snapshot that snapshots ls lists, got "c"',
      'namespaces["build"].snapshotters["overlayfs"].infos["c"]: expected a snapshot that snapshots ls lists, got "c"',
      'namespaces["build"].snapshotters["overlayfs"].infos["a"].parent: expected "b", as snapshots ls says, got ""',
    ])
  })
})
