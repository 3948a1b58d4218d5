/**
 * Which objects are left when a report says that some were already gone: those are removed, whatever their finalizers.
 */
import type { Family } from '../core/plan.js'
import type { Report } from '../core/report.js'
import { goneTargets } from '../core/report.js'
import type { KubeObject } from './object.js'

/** Objects without those that calls found to be gone; targets have the uids of objects. */
const withoutGone = <F extends Family, Err>(
  report: Report<F, Err>,
): (<O extends KubeObject>(objects: ReadonlyArray<O>) => ReadonlyArray<O>) => {
  const gone = new Set(goneTargets(report).map(({ id }) => id))
  return (objects) => (gone.size === 0 ? objects : objects.filter(({ metadata }) => !gone.has(metadata.uid)))
}

/** A snapshot whose objects lie in a field, without those that calls found to be gone; the very same where none was. */
export const snapshotWithoutGone = <F extends Family, Err>(report: Report<F, Err>) => {
  const left = withoutGone(report)
  return <K extends string, S extends { readonly [Field in K]: ReadonlyArray<KubeObject> }>(
    field: K,
    snapshot: S,
  ): S => {
    const objects = left(snapshot[field])
    return objects === snapshot[field] ? snapshot : { ...snapshot, [field]: objects }
  }
}
