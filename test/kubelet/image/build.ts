/**
 * Answers how a test writes a node down: only what matters is said, the rest is a quiet default.
 */
import type {
  Family,
  Image,
  ImageRecord,
  KeepReason,
  Plan,
  Policy,
  Reason,
  Snapshot,
} from '../../../src/kubelet/image/index.js'
import { defaultPolicy, plan } from '../../../src/kubelet/image/index.js'
import type { Int64 } from '../../../src/core/index.js'
import { known, millis } from '../../../src/core/index.js'
import * as Build from '../../../src/testing/build/kubelet-image.js'
import { container, image } from '../../../src/testing/build/kubelet-image.js'
import { made, minute, passOf, removed } from '../../collectors/plan.js'

export { container, image, minute, passOf, removed }

/** That many minutes. */
export const minutes = (count: number) => millis(count * 60_000)

/** What is remembered of an image: first detected at noon, last used at a minute, or never. */
export const record = (id: string, lastUsed: number | null, given: Partial<ImageRecord> = {}): ImageRecord => ({
  ...Build.record(id, lastUsed === null ? {} : { lastUsed: minute(lastUsed) }),
  ...given,
})

/** An image filesystem. */
export const disk = (capacity: Int64, available: Int64): Snapshot['imageFs'] =>
  known(Build.imageFs(capacity, available))

/** An image with its record, unused since a minute. */
export interface Unused {
  readonly image: Image
  readonly record: ImageRecord
}

/** An image that was last used at a minute, or never. */
export const unused = (id: string, lastUsed: number | null, size: Int64 = 100): Unused => ({
  image: image(id, { size }),
  record: record(id, lastUsed, { size }),
})

/** A node read an hour after noon, its disk of 1000 bytes full, image collection running since noon. */
export const node = (list: ReadonlyArray<Unused> = [], given: Partial<Snapshot> = {}): Snapshot => ({
  at: minute(60),
  beganGC: known(minute(0)),
  images: list.map((each) => each.image),
  containers: [],
  imageFs: disk(1000, 0),
  memory: { records: list.map((each) => each.record) },
  ...given,
})

/** The plan for a node; a refusal fails the test. */
export const planned = (snapshot: Snapshot, policy: Partial<Policy> = {}): Plan =>
  made(plan({ ...defaultPolicy, ...policy })(snapshot))

/** Ids next in line in the space pass. */
export const reserved = (of: Plan): ReadonlyArray<string> => passOf('space', of).reserve.map(({ target }) => target.id)

/** What a pass says of an image, acting reason first. */
export const reasonsOf = (name: Family['Pass'], id: string, of: Plan): ReadonlyArray<Reason | KeepReason> => {
  const { removals, reserve, kept } = passOf(name, of)
  return [
    ...[...removals, ...reserve].filter(({ target }) => target.id === id).flatMap(({ reasons }) => reasons),
    ...kept.filter(({ target }) => target.id === id).flatMap(({ reasons }) => reasons),
  ]
}

/** The tags of what a pass says of an image. */
export const tagsOf = (name: Family['Pass'], id: string, of: Plan): ReadonlyArray<string> =>
  reasonsOf(name, id, of).map(({ _tag }) => _tag)
