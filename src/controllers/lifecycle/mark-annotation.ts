/**
 * A mark stored as an annotation of the object: written when the object becomes a candidate, removed when it is needed
 * again.
 */
import { instant, epochOfRfc3339 } from '../../core/time.js'
import type { WholeObject } from '../../apiserver/index.js'
import { annotationPrefix } from './rules.js'
import { textAt } from './usage/reader.js'
import type { Action } from './action.js'
import type { Mark, Memory } from './snapshot.js'

/** The annotation that holds a mark: an instant, a space, and the name of the period. */
export const markAnnotation: string = `${annotationPrefix}candidate-since`

/** The marks in annotations; unreadable ones are ignored. */
export const annotatedMemory = (objects: ReadonlyArray<WholeObject>): Memory => ({
  marks: objects.flatMap((object): ReadonlyArray<Mark> => {
    const text = textAt(object, ['metadata', 'annotations', markAnnotation])
    const [, time = '', epoch = ''] = /^(\S+) (.+)$/.exec(text ?? '') ?? []
    const since = epochOfRfc3339(time)
    return since === null ? [] : [{ uid: object.metadata.uid, since: instant(since), epoch }]
  }),
})

/** The merge patch that sets or clears a mark; null for other calls. The uid makes it fail on another object. */
export const markPatch = (
  action: Action,
): {
  readonly metadata: { readonly uid: string; readonly annotations: Readonly<Record<string, string | null>> }
} | null => {
  switch (action._tag) {
    case 'SetMark': {
      const { uid, since, epoch } = action.mark
      return { metadata: { uid, annotations: { [markAnnotation]: `${since.toISOString()} ${epoch}` } } }
    }
    case 'ClearMark':
      return { metadata: { uid: action.uid, annotations: { [markAnnotation]: null } } }
    case 'Delete':
      return null
  }
}
