/** What one image collection of the kubelet would remove, as rows. */
import { either as E, function as F } from 'fp-ts'
import { explain, plan } from 'gcplan/kubelet/image'
import { planView } from 'gcplan/view'

import { planKubeletImage } from '../../../../src/cli/commands/plan-kubelet-image.js'
import { type ImagePart, imageParts } from '../../../../src/cli/plan/image-snapshot.js'
import type { Inputs } from '../../../../src/cli/plan/inputs.js'
import { imageLabel } from '../../../../src/cli/plan/labels.js'
import type { PlanQuestion } from '../question'
import { type Asking, placedBy } from './asking'
import { imageFiles, imageNode, sayImageError } from './image-node'

export const planOfImages: Asking<PlanQuestion, Inputs<ImagePart>> = {
  command: () => planKubeletImage,
  places: placedBy(imageParts),
  spoken: () => ({ words: [], values: new Map() }),
  sources: imageFiles,
  show: ({ environment, given, inputs }) =>
    F.pipe(
      imageNode(environment, given, inputs),
      E.flatMap(({ snapshot, policy, notes }) =>
        F.pipe(
          plan(policy)(snapshot),
          E.bimap(sayImageError, (planned) => ({
            view: planView({ explain, label: imageLabel('text'), whenShort: 'FreeDiskSpaceFailed' })(planned),
            notes,
          })),
        ),
      ),
    ),
}
