/**
 * Answers how a recorded image collection is replayed: the plan is carried out on a scripted image service. Before the
 * space pass the kubelet measures the disk again, but lists nothing anew: one image under two handlers may go twice.
 */
import { either as E, option as O, taskEither as TE } from 'fp-ts'

import * as KubeletImage from '../../src/kubelet/image/index.js'
import type { Report } from '../../src/core/index.js'
import { known } from '../../src/core/index.js'
import { parseGoDuration } from '../../src/core/go-duration.js'
import { executeLooking, run } from '../../src/execute/index.js'
import type { Case, Replayed, Shape } from '../shape.js'
import { tagsOf } from '../tags.js'
import type { RecordedContainer, RecordedFailures, RecordedImage, RecordedRecord } from './kubelet-image-recorded.js'
import { containersOf, imageOf, int64, lookError, recordOf, recordsIn, sortRecords } from './kubelet-image-recorded.js'

interface Input {
  readonly now: string
  readonly operation: 'GarbageCollect' | 'DeleteUnusedImages'
  readonly beganGC: string
  readonly policy: {
    readonly imageGCHighThresholdPercent: number
    readonly imageGCLowThresholdPercent: number
    readonly imageMinimumGCAge: string
    readonly imageMaximumGCAge: string
  }
  readonly featureGates: { readonly RuntimeClassInImageCriApi: boolean }
  readonly records: ReadonlyArray<RecordedRecord>
  readonly images: ReadonlyArray<RecordedImage>
  readonly containers: ReadonlyArray<RecordedContainer>
  readonly fsStats: { readonly capacityBytes: string | null; readonly availableBytes: string | null }
  readonly failures?: RecordedFailures
}

const replay = async (recorded: Case): Promise<Replayed> => {
  const input = recorded.input as Input
  const failures = input.failures ?? {}
  const policy = policyOf(input)
  if (E.isLeft(policy)) return { _tag: 'Skipped', because: policy.left }
  const looked = lookError(failures, input.containers)
  if (E.isLeft(looked))
    return { _tag: 'Replayed', actual: nothingDone(input, await failureOf(policy.right, looked.left)) }
  const snapshot = KubeletImage.remember(policy.right)(snapshotOf(input))
  const plan = KubeletImage.plan(policy.right)
  const planned = plan(snapshot)
  if (E.isLeft(planned))
    return { _tag: 'Skipped', because: `the snapshot was refused: ${JSON.stringify(planned.left)}` }
  const perform = KubeletImage.perform<string>({
    removeImage: (id) => () => {
      const error = failures.removeImage?.[id]
      return Promise.resolve(error === undefined ? E.right(undefined) : E.left(error))
    },
  })
  const again = (): E.Either<string, KubeletImage.Plan> =>
    failures.imageFsStats === undefined
      ? E.mapLeft((refused: { readonly _tag: string }) => refused._tag)(plan(snapshot))
      : E.left(failures.imageFsStats)
  const report = await executeLooking<KubeletImage.Action, string, KubeletImage.Family>(
    perform,
    () => () => Promise.resolve(again()),
  )(planned.right)()
  const conclusion = KubeletImage.conclude((error: string) => error)(planned.right)(report)
  return {
    _tag: 'Replayed',
    tags: [...tagsOf(planned.right), ...conclusion.events.map(({ _tag }) => _tag)],
    actual: {
      evictionOrder: KubeletImage.evictionOrder(policy.right)(snapshot),
      removals: removalsIn(report),
      ...diskIn(report),
      bytesFreedForSpace: String(report.passes.find(({ name }) => name === 'space')?.freed ?? 0),
      remainingImages: O.toNullable(KubeletImage.remainingImages(policy.right)(snapshot)(report)),
      events: conclusion.events.map(({ _tag, message }) => ({ type: 'Warning', reason: _tag, message })),
      error: O.toNullable(conclusion.error),
      records: recordsIn(KubeletImage.applyReport(report)(snapshot).memory),
    },
  }
}

const policyOf = (input: Input): E.Either<string, KubeletImage.Policy> => {
  const { imageGCHighThresholdPercent, imageGCLowThresholdPercent, imageMinimumGCAge, imageMaximumGCAge } = input.policy
  const [minAge, maxAge] = [parseGoDuration(imageMinimumGCAge), parseGoDuration(imageMaximumGCAge)]
  if (E.isLeft(minAge) || E.isLeft(maxAge)) return E.left('an age of the policy is no duration')
  return E.mapLeft((errors) => `the policy was refused: ${JSON.stringify(errors)}`)(
    KubeletImage.makePolicy({
      ...KubeletImage.presets.kubernetes_1_36,
      highThresholdPercent: imageGCHighThresholdPercent,
      lowThresholdPercent: imageGCLowThresholdPercent,
      minAge: { seconds: Number(minAge.right) / 1e9 },
      maxAge: { seconds: Number(maxAge.right) / 1e9 },
      entrance: input.operation,
      runtimeClassInImageCriApi: input.featureGates.RuntimeClassInImageCriApi,
    }),
  )
}

const snapshotOf = (input: Input): KubeletImage.Snapshot => ({
  at: new Date(input.now),
  beganGC: known(new Date(input.beganGC)),
  images: input.images.map(imageOf),
  containers: containersOf(input.containers),
  imageFs: known({
    capacityBytes: O.map(int64)(O.fromNullable(input.fsStats.capacityBytes)),
    availableBytes: O.map(int64)(O.fromNullable(input.fsStats.availableBytes)),
  }),
  memory: { records: input.records.map(recordOf) },
})

/** The error of a run whose look fails. */
const failureOf = async (policy: KubeletImage.Policy, error: string): Promise<unknown> => {
  const ran = await run({
    observe: () => TE.left(error),
    plan: KubeletImage.plan,
    perform: KubeletImage.perform<string>({ removeImage: () => TE.left('nothing was to be removed') }),
    clock: { now: () => new Date(0), sleep: () => () => Promise.resolve() },
  })(policy)()
  return E.isLeft(ran) && ran.left._tag === 'ObserveFailed' ? ran.left.error : ran
}

/** What is left of a run whose look failed: the error, and the memory as it was. */
const nothingDone = (input: Input, error: unknown) => ({
  evictionOrder: null,
  removals: [],
  usagePercent: null,
  amountToFree: null,
  bytesFreedForSpace: '0',
  remainingImages: null,
  events: [],
  error,
  records: recordsIn({ records: sortRecords(input.records.map(recordOf)) }),
})

const removalsIn = (report: Report<KubeletImage.Family, string>): ReadonlyArray<unknown> =>
  report.passes.flatMap(({ name, outcomes }) =>
    outcomes
      .filter(({ _tag }) => _tag !== 'Skipped')
      .map(({ _tag, removal: { target } }) => ({
        id: target.imageId,
        runtimeHandler: O.getOrElse(() => '')(target.runtimeHandler),
        size: String(target.size),
        reason: name,
        outcome: _tag === 'Removed' ? 'removed' : 'failed',
      })),
  )

/** What the disk pass measured, where it went on to free space. */
const diskIn = (report: Report<KubeletImage.Family, string>) => {
  const measured = report.passes.find(({ name, state }) => name === 'space' && state._tag === 'Ran')?.measured
  return measured?._tag === 'Disk' && O.isSome(measured.bytesToFree)
    ? { usagePercent: measured.usagePercent, amountToFree: String(measured.bytesToFree.value) }
    : { usagePercent: null, amountToFree: null }
}

/** One image collection of the kubelet, by either entrance. */
export const kubeletImageGc: Shape = {
  shape: 'kubelet/image-gc',
  compared: {
    evictionOrder: 'ordered',
    'evictionOrder.*': 'set',
    removals: 'ordered',
    usagePercent: 'ordered',
    amountToFree: 'ordered',
    bytesFreedForSpace: 'ordered',
    remainingImages: 'ordered',
    events: 'ordered',
    error: 'ordered',
    records: 'ordered',
  },
  replay,
}
