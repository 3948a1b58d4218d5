/** Error texts for changes that containerd would reject. */
import type { Change, ChangeError, ChangeRefused } from '../../containerd/analysis/index.js'
import { sayProblems } from '../plan/errors.js'
import { sayNode } from './node.js'

/** One line, or one per problem if the change itself is invalid. */
export const sayRefusal = ({ index, error }: ChangeRefused, changes: ReadonlyArray<Change>): string =>
  `${changes.length > 1 ? `change ${index + 1}: ` : ''}${sayError(error)}`

const sayError = (error: ChangeError): string => {
  switch (error._tag) {
    case 'InvalidInput':
      return sayProblems('')(error)
    case 'NotFound':
      return `there is no ${sayNode(error.node)} in ${error.node.namespace}`
    case 'AlreadyExists':
      return `${sayNode(error.node)} exists already in ${error.node.namespace}`
    case 'InvalidArgument':
      return `${error.field}: expected ${error.expected}, got ${error.actual}`
    case 'Unimplemented':
      return `containerd cannot do this: ${error.what}`
    case 'HasChildren':
      return `${sayNode(error.node)} is the parent of ${error.children === 1 ? 'a snapshot, which has' : `${error.children} snapshots, which have`} to go first`
  }
}
