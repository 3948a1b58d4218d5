import { either as E, function as F } from 'fp-ts'

import { type View, depict } from '../../containerd/analysis/index.js'
import type { Policy, Snapshot } from '../../containerd/index.js'
import { renderDot, renderMermaid } from '../../render/index.js'
import type { PictureFormat } from '../graph/flags.js'
import { sayProblems } from '../plan/errors.js'

/** The text of a picture of a database, or of what lies around some records. */
export const pictureOf =
  (format: PictureFormat, policy: Policy, view: View) =>
  (snapshot: Snapshot): E.Either<string, string> =>
    F.pipe(
      snapshot,
      depict(policy)(view),
      E.bimap(sayProblems('snapshot'), format === 'dot' ? renderDot : renderMermaid),
    )
