/** Where objects have their templates, and whether a revision holds one as it is written now. */
import type { KubeObject } from '../../apiserver/object.js'
import { ownField, isRecord } from '../../internal/lists.js'
import { type Template, sameTemplate } from '../template.js'
import type { Policy } from './policy.js'
import type { ControllerRevision } from './snapshot.js'

/**
 * The template that a revision holds; `undefined` where none is shown.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/daemon/update.go getPatch
 */
export const templateIn = ({ data }: ControllerRevision): Template | undefined => {
  const spec = isRecord(data) ? data['spec'] : undefined
  const template = isRecord(spec) ? spec['template'] : undefined
  return isRecord(template) ? { ...template, $patch: null } : undefined
}

/** The template of an object whose kind has one. */
export const templateOf = ({
  spec,
}: KubeObject & { readonly spec?: { readonly template?: Template | undefined } | undefined }): Template | undefined =>
  spec?.template

/**
 * Whether a stored template is what the controller would write for the one of its object.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/daemon/update.go Match
 */
export const writtenAs =
  (templateCreation: Policy['templateCreation']) =>
  (stored: Template, template: Template): boolean => {
    const now = creationIn(template) ?? (templateCreation === 'null' ? null : undefined)
    return creationIn(stored) === now && sameTemplate(stored, template)
  }

const creationIn = ({ metadata }: Template): unknown =>
  isRecord(metadata) ? ownField(metadata, 'creationTimestamp') : undefined
