/** Fake clusters that are taken along courses, and what they hold then. */
import { ownField } from '../../../src/internal/lists.js'
import { isObject } from '../../../src/internal/schema/object.js'
import { canonicalJson } from '../../../src/internal/canonical-json.js'
import type { WholeObject } from '../../../src/apiserver/index.js'
import type { ExploredOutcomes, PossibleEnd } from '../../../src/simulate/outcomes/index.js'
import { type ClusterOptions, fakeCluster, followCourse } from '../../../src/testing/index.js'
import { at } from './compare.js'

/** Objects without versions and times. */
export const storedText = (objects: ReadonlyArray<WholeObject>): string =>
  canonicalJson(
    objects
      .map(({ metadata, ...object }) => ({
        ...object,
        ...(object.kind === 'Namespace' ? { status: undefined } : {}),
        metadata: {
          ...metadata,
          resourceVersion: undefined,
          creationTimestamp: undefined,
          deletionTimestamp: metadata.deletionTimestamp !== undefined,
        },
      }))
      .map((object) => canonicalJson(JSON.parse(JSON.stringify(object))))
      .sort(),
  )

/** A cluster asks of definitions which versions are served; recordings leave it out. */
export const served = (object: WholeObject): WholeObject => {
  const { spec } = object
  const versions = ownField(spec, 'versions')
  return object.kind !== 'CustomResourceDefinition' || !isObject(spec) || !Array.isArray(versions)
    ? object
    : { ...object, spec: { ...spec, versions: versions.map((version: object) => ({ served: true, ...version })) } }
}

/** For each end of the last phase, what a cluster holds that has followed the courses to it. */
export const ledTo = (
  objects: ReadonlyArray<WholeObject>,
  { phases }: Pick<ExploredOutcomes, 'phases'>,
  options: ClusterOptions,
): ReadonlyArray<{ readonly end: PossibleEnd; readonly stored: ReadonlyArray<WholeObject> }> => {
  const coursesTo = (phase: number, place: number | undefined): ReadonlyArray<PossibleEnd['course']> => {
    const end = place === undefined ? undefined : phases[phase]?.[place]
    return end === undefined ? [] : [...coursesTo(phase - 1, end.after), end.course]
  }
  return (phases.at(-1) ?? []).map((end, place) => {
    const cluster = fakeCluster(objects.map(served), { at, ...options })
    for (const course of coursesTo(phases.length - 1, place)) followCourse(cluster, course)
    return { end, stored: cluster.objects() }
  })
}

/** Texts of ends: the answers to the user, and all objects but their versions and times. */
export const endTexts = (ends: ReadonlyArray<PossibleEnd>): ReadonlySet<string> =>
  new Set(ends.map((end) => endText(end, end.objects.map(served))))

/** The text of an end at which a cluster holds some objects. */
export const endText = ({ codes }: Pick<PossibleEnd, 'codes'>, objects: ReadonlyArray<WholeObject>): string =>
  `${codes.join()} ${storedText(objects)}`
