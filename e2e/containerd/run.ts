/**
 * Holds plans to a daemon: a random world is made, observed and planned; the daemon collects; what went has to be what the
 * plan said. What the API does not show is filled in from the world, and the plan has to be exact. Without that, it may
 * only keep more, and only what it says it cannot know.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { either as E } from 'fp-ts'

import { type Observation, collect, observe } from '../../src/adapters/containerd/index.js'
import { type Namespace, type Plan, type Snapshot, cleanup, plan } from '../../src/containerd/index.js'
import { known } from '../../src/core/knowledge.js'
import { plannedTargets } from '../../src/core/plan.js'
import { type Outcome, comparing, countsOf } from '../compare.js'
import { right } from '../right.js'
import { buildWorld } from './build.js'
import type { Live } from './daemon.js'
import { edgesIn } from './edges.js'
import { type OpenStream, closedAmong, openStreams } from './streams.js'
import { type Space, type Step, abilitiesOf, worldOf } from './world.js'

/** What a world showed. */
export interface ContainerdOutcome extends Outcome {
  /** Records that the plan kept as unknown, without what the world states, and the daemon collected. */
  readonly keptAsUnknown: number
  readonly edges: ReadonlyMap<string, number>
}

/** What worlds before it left on the same daemon. */
export interface Earlier {
  readonly spaces: Space[]
  readonly streams: OpenStream[]
}

const planned = ({ policy }: Observation, snapshot: Snapshot): Plan => {
  const made = plan(policy)(snapshot)
  if (E.isLeft(made)) throw new Error(JSON.stringify(made.left))
  return made.right
}

/** One world, from its seed, beside what is left of earlier ones. */
export const runWorld = async (
  live: Live,
  line: string,
  seed: number,
  earlier: Earlier,
): Promise<ContainerdOutcome> => {
  const { daemon, root } = live
  const made = worldOf(seed, abilitiesOf(line))
  await buildWorld(daemon, made)
  const { spaces, streams } = earlier
  spaces.push(...made)
  streams.push(...(await openStreams(daemon, made)))
  const seen = right(await observe(daemon)()())
  const informed = withTruth(earlier, seen.snapshot)
  const modest = planned(seen, seen.snapshot)
  const exact = planned(seen, informed)
  const blobsToGo = cleanup(exact)(informed).blobs.map(({ digest }) => digest)
  const { removed, after } = right(await collect(daemon)()())
  const { differences, same } = comparing({ daemon: `containerd ${line}`, seed, world: informed })
  const ends = plannedTargets(exact).map(idOf)
  const closed = await closedAmong(streams, (stream) => ends.includes(streamId(stream)))
  const went = [...removed.map(idOf), ...closed.map(streamId)]
  streams.splice(0, streams.length, ...streams.filter((stream) => !closed.includes(stream)))
  same('what was collected', plannedTargets(exact).map(idOf), went)
  const doubtful = keptAsUnknown(modest)
  same(
    'what was removed without being planned',
    [],
    removed.map(idOf).filter((id) => !plannedTargets(modest).map(idOf).includes(id) && !doubtful.has(id)),
  )
  same(
    'what was planned and stayed',
    [],
    plannedTargets(modest)
      .map(idOf)
      .filter((id) => !went.includes(id)),
  )
  same(
    'blobs on disk that should have gone',
    [],
    blobsIn(root).filter((digest) => blobsToGo.includes(digest)),
  )
  const again = planned(after, { ...withTruth(earlier, after.snapshot), at: seen.snapshot.at })
  same('what a second plan removes', [], plannedTargets(again).map(idOf))
  return {
    records: informed.namespaces
      .filter(({ name }) => made.some((space) => space.name === name))
      .reduce((sum, space) => sum + recordsIn(space), 0),
    removed: went.length,
    keptAsUnknown: went.filter((id) => doubtful.has(id)).length,
    reasons: reasonsOf(exact),
    edges: countsOf(
      informed.namespaces.filter(({ name }) => made.some((space) => space.name === name)).flatMap(edgesIn),
    ),
    differences,
  }
}

const idOf = ({ _tag, id }: { readonly _tag: string; readonly id: string }): string => `${_tag} ${id}`

const streamId = ({ namespace, name }: OpenStream): string => `Stream ${namespace}/${name}`

/**
 * What the world knows, and no call shows: its streams, what each ingest expects, and that one without a lease lives a day.
 */
const withTruth = ({ spaces, streams }: Earlier, snapshot: Snapshot): Snapshot => {
  const steps = new Map(spaces.map(({ name, steps: made }) => [name, made]))
  return {
    ...snapshot,
    namespaces: snapshot.namespaces.map((space) => ({
      ...space,
      streams: streams.filter(({ namespace }) => namespace === space.name).map(({ name, lease }) => ({ name, lease })),
      ingests: space.ingests.map((ingest) => {
        const made = steps
          .get(space.name)
          ?.find((step): step is Step & { _tag: 'Ingest' } => step._tag === 'Ingest' && step.ref === ingest.ref)
        return made === undefined
          ? ingest
          : {
              ...ingest,
              expected: known(made.recorded ? made.expected : ''),
              expireAt: known(made.lease === '' ? '2099-01-01T00:00:00Z' : ''),
            }
      }),
    })),
  }
}

const keptAsUnknown = ({ passes }: Plan): ReadonlySet<string> =>
  new Set(
    passes.flatMap(({ kept }) =>
      kept.filter(({ reasons }) => reasons[0]._tag.startsWith('MayBe')).map(({ target }) => idOf(target)),
    ),
  )

const reasonsOf = ({ passes }: Plan): ReadonlyMap<string, number> =>
  countsOf(
    passes.flatMap(({ removals, kept }) => [
      ...removals.map(({ reasons }) => reasons[0]._tag),
      ...kept.map(({ reasons: [reason] }) =>
        reason._tag === 'ReferencedBy' ? `ReferencedBy ${reason.holder._tag}` : reason._tag,
      ),
    ]),
  )

const recordsIn = (space: Namespace): number =>
  (['content', 'snapshots', 'images', 'containers', 'leases', 'ingests', 'sandboxes', 'streams'] as const).reduce(
    (sum, list) => sum + space[list].length,
    0,
  )

const blobsIn = (root: string): ReadonlyArray<string> => {
  const folder = join(root, 'io.containerd.content.v1.content/blobs/sha256')
  return existsSync(folder) ? readdirSync(folder).map((name) => `sha256:${name}`) : []
}
