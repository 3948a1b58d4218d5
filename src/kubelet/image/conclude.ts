/**
 * The events and the error of an image collection, and what its hooks receive.
 */
import type { option as O } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { Conclusion } from '../../core/collector.js'
import { int64ToBigint, maxInt64 } from '../../core/int64.js'
import type { Pass } from '../../core/plan.js'
import type { PassReport, Report } from '../../core/report.js'
import { formatGoDuration } from '../../core/go-duration.js'
import { binaryBytes } from './usage.js'
import { invalidCapacity } from './pass-space.js'
import { type Plan, candidatesIn } from './plan.js'
import type { Policy } from './policy.js'
import type { Event, Family, Measurement } from './reason.js'
import type { Snapshot } from './snapshot.js'

/**
 * The events and the error text of a run.
 *
 * Shape: a failure in the age pass ends the run with an error; one in the space pass is an error even if enough was
 * freed; a space pass without failures that freed too little gives the event FreeDiskSpaceFailed.
 * Order: events in the order of the passes.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/images/image_gc_manager.go GarbageCollect
 * @example
 * ```ts
 * import { either as E, option as O, taskEither as TE } from 'fp-ts'
 * import { known, unknown } from 'gcplan'
 * import { execute } from 'gcplan/execute'
 * import { assumeRecords, conclude, defaultPolicy, perform, plan } from 'gcplan/kubelet/image'
 * import type { Action, Family } from 'gcplan/kubelet/image'
 *
 * const image = { id: 'sha256:a', runtimeHandler: '', size: 60, pinned: false, tags: [] }
 * const snapshot = {
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   beganGC: unknown,
 *   images: [image],
 *   containers: [],
 *   imageFs: known({ capacityBytes: O.some(1000), availableBytes: O.some(140) }),
 *   memory: assumeRecords({ firstDetected: O.none, lastUsed: O.none, because: 'long before' })([image]),
 * }
 * const refuse = perform({ removeImage: () => TE.left('image is in use by a container') })
 * const planned = plan(defaultPolicy)(snapshot)
 * if (E.isRight(planned))
 *   void execute<Action, string>(refuse)<Family>(planned.right)().then((report) => {
 *     const { error } = conclude((text: string) => text)(planned.right)(report)
 *     console.log(O.toNullable(error))
 *     // wanted to free 60 bytes, but freed 0 bytes space with errors in image deletion: image is in use by a container
 *   })
 * ```
 */
export const conclude =
  <Err>(describe: (error: Err) => string) =>
  (plan: Plan) =>
  (report: Report<Family, Err>): Conclusion<Family> => {
    const events: Event[] = []
    let error: O.Option<string> = fp.none
    for (const pass of report.passes) {
      const planned = plan.passes.find(({ name }) => name === pass.name)
      if (pass.state._tag === 'NotReached') continue
      events.push(...(pass.events ?? eventsBefore(planned)))
      const ending = endOf(describe, pass, pass.measured ?? planned?.measured)
      if (ending === null) continue
      if (ending.event) events.push({ _tag: 'FreeDiskSpaceFailed', message: ending.text })
      error = fp.some(ending.text)
    }
    return { events, error }
  }

/** What was recorded before the look that failed: what the look at the images gave. */
const eventsBefore = (planned: Pass<Family> | undefined): ReadonlyArray<Event> =>
  planned?.events.filter(({ _tag }) => _tag === 'InvalidImageID') ?? []

interface Ending {
  readonly text: string
  /** It is recorded as an event as well. */
  readonly event: boolean
}

const endOf = <Err>(
  describe: (error: Err) => string,
  { state, outcomes, freed }: PassReport<Family, Err>,
  measured: Measurement | undefined,
): Ending | null => {
  if (state._tag === 'Unobserved') return { text: describe(state.error), event: false }
  if (state._tag === 'Refused') return { text: invalidCapacity, event: false }
  const failures = outcomes.flatMap((outcome) => (outcome._tag === 'Failed' ? [describe(outcome.error)] : []))
  const errors = aggregate(failures)
  switch (measured?._tag) {
    case 'MaxAge': {
      const age = formatGoDuration(BigInt(measured.maxAge) * 1_000_000n)
      const text = `wanted to free images older than ${age}, encountered errors in image deletion: ${errors ?? ''}`
      return errors === null ? null : { text, event: false }
    }
    case 'Everything':
      return errors === null ? null : { text: withErrors(maxInt64, freed, errors), event: false }
    case 'Disk': {
      if (fp.isNone(measured.bytesToFree)) return null
      if (outcomes.some((outcome) => outcome._tag === 'Skipped' && outcome.because === 'aborted')) return null
      const wanted = int64ToBigint(measured.bytesToFree.value)
      if (errors !== null) return { text: withErrors(wanted, freed, errors), event: false }
      return int64ToBigint(freed) < wanted ? { text: shortageText(measured, wanted, freed), event: true } : null
    }
    case undefined:
      return null
  }
}

const withErrors = (wanted: bigint, freed: PassReport<Family, never>['freed'], errors: string): string =>
  `wanted to free ${wanted} bytes, but freed ${freed} bytes space with errors in image deletion: ${errors}`

const shortageText = (
  { shortage, usagePercent, capacityBytes }: Extract<Measurement, { readonly _tag: 'Disk' }>,
  wanted: bigint,
  freed: PassReport<Family, never>['freed'],
): string => {
  switch (shortage) {
    case 'insufficient-free-space':
      return [
        `Insufficient free disk space on the node's image filesystem (${usagePercent}% of ${binaryBytes(capacityBytes)} used).`,
        `Failed to free sufficient space by deleting unused images (freed ${freed} bytes).`,
        'Investigate disk usage, as it could be used by active images, logs, volumes, or other data.',
      ].join(' ')
    case 'attempted-to-free':
      return `Failed to garbage collect required amount of images. Attempted to free ${wanted} bytes, but only found ${freed} bytes eligible to free.`
    case 'wanted-to-free':
      return `failed to garbage collect required amount of images. Wanted to free ${wanted} bytes, but freed ${freed} bytes`
  }
}

/** One error is its text, several stand in brackets, equal ones once. */
const aggregate = (texts: ReadonlyArray<string>): string | null => {
  const distinct = [...new Set(texts)]
  return distinct.length === 0 ? null : distinct.length === 1 ? (distinct[0] ?? null) : `[${distinct.join(', ')}]`
}

/**
 * Ids of the images that a run passes to its post-GC hooks: those that the space pass visited and kept; none without a
 * space pass or after an error in it.
 *
 * Order: eviction order.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/images/image_gc_manager.go freeSpace
 * @example
 * ```ts
 * import { either as E, option as O, taskEither as TE } from 'fp-ts'
 * import { unknown } from 'gcplan'
 * import { execute } from 'gcplan/execute'
 * import { emptyMemory, perform, plan, presets, remainingImages } from 'gcplan/kubelet/image'
 * import type { Action, Family } from 'gcplan/kubelet/image'
 *
 * const policy = { ...presets.kubernetes_1_36, entrance: 'DeleteUnusedImages' as const }
 * const snapshot = {
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   beganGC: unknown,
 *   images: [{ id: 'sha256:new', runtimeHandler: '', size: 60, pinned: false, tags: [] }],
 *   containers: [],
 *   imageFs: unknown,
 *   memory: emptyMemory,
 * }
 * const planned = plan(policy)(snapshot)
 * const remove = perform({ removeImage: () => TE.right(undefined) })
 * if (E.isRight(planned))
 *   void execute<Action, never>(remove)<Family>(planned.right)().then((report) => {
 *     console.log(O.toNullable(remainingImages(policy)(snapshot)(report))) // [ 'sha256:new' ]
 *   })
 * ```
 */
export const remainingImages =
  (policy: Policy) =>
  (snapshot: Snapshot) =>
  <Err>(report: Report<Family, Err>): O.Option<ReadonlyArray<string>> => {
    if (policy.postGCHooks === 'absent') return fp.none
    const space = report.passes.find(({ name, state }) => name === 'space' && state._tag === 'Ran')
    const { measured, outcomes, freed } = space ?? { measured: undefined, outcomes: [], freed: 0 }
    const measures = measured?._tag === 'Everything' || (measured?._tag === 'Disk' && fp.isSome(measured.bytesToFree))
    if (!measures || outcomes.some(({ _tag }) => _tag === 'Failed' || _tag === 'Skipped')) return fp.none
    const goal = measured._tag === 'Disk' && fp.isSome(measured.bytesToFree) ? measured.bytesToFree.value : null
    const met = goal !== null && outcomes.length > 0 && int64ToBigint(freed) >= int64ToBigint(goal)
    const attempted = new Set(
      report.passes.flatMap((pass) =>
        pass.outcomes.flatMap(({ _tag, removal }) => (_tag === 'Refused' ? [] : [removal.target.id])),
      ),
    )
    const order = candidatesIn(policy, snapshot).map(({ target }) => target)
    const stop = met ? order.findLastIndex(({ id }) => attempted.has(id)) : order.length
    return fp.some(order.slice(0, stop).flatMap(({ id, imageId }) => (attempted.has(id) ? [] : [imageId])))
  }
