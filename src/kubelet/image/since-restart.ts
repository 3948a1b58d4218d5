/** What a kubelet remembers of its images that began after somebody else began to look. */
import * as fp from '../../core/fp.js'
import type { ImageRecord, Memory } from './snapshot.js'

/**
 * What a kubelet remembers that began at an instant, by the memory of one who has looked for longer: it first detected older images
 * then, and saw no use from before.
 *
 * Shape: the same records; facts that are assumed or unknown stay so.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/images/image_gc_manager.go NewImageGCManager
 * @example
 * ```ts
 * import { option as O } from 'fp-ts'
 * import { known } from 'gcplan'
 * import { sinceRestart } from 'gcplan/kubelet/image'
 *
 * const long = known(O.some(new Date('2026-01-01T00:00:00Z')))
 * const record = { id: 'sha256:a', runtimeHandler: '', firstDetected: long, lastUsed: long, size: 5, pinned: false }
 * const [now] = sinceRestart(new Date('2026-02-01T00:00:00Z'))({ records: [record] }).records
 * console.log(JSON.stringify(now?.firstDetected), JSON.stringify(now?.lastUsed))
 * // {"_tag":"Known","value":{"_tag":"Some","value":"2026-02-01T00:00:00.000Z"}} {"_tag":"Known","value":{"_tag":"None"}}
 * ```
 */
export const sinceRestart =
  (began: Date) =>
  ({ records }: Memory): Memory => ({
    records: records.map((record) => ({
      ...record,
      firstDetected: withValue(record.firstDetected, (at) => fp.some(at === null || at < began ? began : at)),
      lastUsed: withValue(record.lastUsed, (at) => (at === null || at < began ? fp.none : fp.some(at))),
    })),
  })

type Moment = ImageRecord['lastUsed']

const withValue = (
  moment: Moment,
  change: (at: Date | null) => Extract<Moment, { readonly _tag: 'Known' }>['value'],
): Moment =>
  moment._tag === 'Unknown' ? moment : { ...moment, value: change(fp.isNone(moment.value) ? null : moment.value.value) }
