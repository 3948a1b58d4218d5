/** What questions about a reclaim share: the command, its files and how they are read. */
import { planReclaim } from '../../../../src/cli/commands/plan-reclaim.js'
import { imageParts } from '../../../../src/cli/plan/image-snapshot.js'
import { layerParts } from '../../../../src/cli/reclaim/layers.js'
import { type Asked, nodeIn } from '../../../../src/cli/reclaim/prepare.js'
import type { Question } from '../question'
import { type Asking, placedBy } from './asking'

/** Everything but what is shown. */
export const askingOfReclaim: Omit<Asking<Question, Asked>, 'show'> = {
  command: () => planReclaim,
  places: placedBy({ ...imageParts, ...layerParts }),
  spoken: () => ({ words: [], values: new Map() }),
  sources: (given) => nodeIn(given),
}
