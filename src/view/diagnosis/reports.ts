/** What namespaces and definitions that are being deleted say of themselves. */
import { named } from '../../apiserver/object.js'
import { formatInstant } from '../../internal/formats.js'
import { safeText } from '../../internal/safe-text.js'
import { counted } from '../../internal/words.js'
import { type DefinitionState, explainLook } from '../../simulate/cascade/definition-state.js'
import { explainSweep } from '../../simulate/cascade/explain-namespace.js'
import type { NamespaceState, ReportedCondition } from '../../simulate/cascade/namespace-state.js'
import { targetView } from '../target.js'
import type { DefinitionView, NamespaceView, ReportView } from './model.js'

/** A namespace. */
export const namespaceView = ({ reported, pods, finalizers, nextSweep }: NamespaceState): NamespaceView => ({
  reported: reported.map(reportView),
  pods: pods.map(targetView),
  finalizers: finalizers.map(({ finalizer, objects, first }) => ({
    finalizer: safeText(finalizer),
    objects,
    said: safeText(`${finalizer} on ${counted(objects, 'object')}${objects === 1 ? ':' : ', e.g.'} ${named(first)}`),
  })),
  nextSweep: safeText(explainSweep(nextSweep)),
})

/** A definition. */
export const definitionView = (definition: DefinitionState): DefinitionView => ({
  reported: definition.reported.map(reportView),
  nextLook: safeText(explainLook(definition)),
})

const reportView = ({ type, message = '', since }: ReportedCondition): ReportView => ({
  type: safeText(type),
  since: since === undefined ? null : formatInstant(since),
  message: safeText(message),
  said: safeText(`${type}${since === undefined ? '' : ` since ${since.toISOString()}`}: ${message}`),
})
