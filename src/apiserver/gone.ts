/** Removes the objects that a report found already gone, whatever their finalizers. */
import type { Family } from '../core/plan.js'
import { type Report, goneTargets } from '../core/report.js'
import type { KubeObject } from './object.js'

/** The objects without those that calls found gone; the id of a target is the uid of its object. */
const withoutGone = <F extends Family, Err>(
  report: Report<F, Err>,
): (<O extends KubeObject>(objects: ReadonlyArray<O>) => ReadonlyArray<O>) => {
  const gone = new Set(goneTargets(report).map(({ id }) => id))
  return (objects) => (gone.size === 0 ? objects : objects.filter(({ metadata }) => !gone.has(metadata.uid)))
}

/** The snapshot without the objects, listed in `field`, that calls found gone; the same snapshot if there are none. */
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
