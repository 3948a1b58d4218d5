/** What a CustomResourceDefinition that is being deleted says of itself, and when the API server looks for instances next. */
import { conditionsOf, failureOf, isDefinition } from '../../apiserver/definition.js'
import type { WholeObject } from '../../apiserver/object.js'
import { nextLook } from '../../controllers/crd/controller.js'
import { type ReportedCondition, reportedOf } from './namespace-state.js'

/** The state of a definition that is being deleted. */
export interface DefinitionState {
  /** Its condition `Terminating` as long as that is True, word for word. */
  readonly reported: ReadonlyArray<ReportedCondition>
  /** The API server looks for instances no later than this; when it looked last is not recorded. */
  readonly nextLook: Date
}

/** The state of a definition at an instant; nothing for another object. */
export const definitionStateOf = (object: WholeObject, at: Date): DefinitionState | undefined => {
  const begun = object.metadata.deletionTimestamp
  if (!isDefinition(object) || begun === undefined) return undefined
  const reported = conditionsOf(object)
    .filter(({ type, status }) => type === 'Terminating' && status === 'True')
    .map(reportedOf)
  return { reported, nextLook: nextLook(begun, at, failureOf(object) !== undefined) }
}

/**
 * One line for when the API server looks for instances of a definition.
 *
 * @example
 * ```ts
 * import { explainLook } from 'gcplan/simulate/cascade'
 *
 * console.log(explainLook({ reported: [], nextLook: new Date('2026-01-01T12:01:00Z') }))
 * // the API server looks for instances by 2026-01-01T12:01:00.000Z; when it looked last is not recorded
 * ```
 */
export const explainLook = ({ nextLook: latest }: DefinitionState): string =>
  `the API server looks for instances by ${latest.toISOString()}; when it looked last is not recorded`
