/** Where objects have their templates. */
import type { KubeObject } from '../../apiserver/object.js'
import { type Template, isRecord } from '../template.js'
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
