/** One image collection of the kubelet: the disk, the order of eviction, who is next; with layers, what really becomes free. */
import { either as E, function as F } from 'fp-ts'
import { plan } from 'gcplan/kubelet/image'
import * as Reclaim from 'gcplan/reclaim'
import { imageView } from 'gcplan/view'

import { planKubeletImage } from '../../../../src/cli/commands/plan-kubelet-image.js'
import { imageParts } from '../../../../src/cli/plan/image-snapshot.js'
import { sayProblems } from '../../../../src/cli/plan/errors.js'
import { type Inputs, type Parts, partsIn } from '../../../../src/cli/plan/inputs.js'
import { layerParts, layersOf } from '../../../../src/cli/reclaim/layers.js'
import { only } from '../../../../src/cli/reclaim/prepare.js'
import type { ImagesQuestion } from '../question'
import { type Asked, type Asking, placedBy } from './asking'
import { imageNode, sayImageError } from './image-node'

const parts: Parts<string> = { ...imageParts, ...layerParts }

export const images: Asking<ImagesQuestion, Inputs<string>> = {
  command: () => planKubeletImage,
  places: placedBy(parts),
  spoken: () => ({ words: [], values: new Map() }),
  sources: (given) => E.right(partsIn(parts, given)),
  show: ({ environment, given, inputs, question }) =>
    F.pipe(
      imageNode(environment, given, only(imageParts, inputs)),
      E.bindTo('node'),
      E.bind('planned', ({ node: { policy, snapshot } }) => F.pipe(plan(policy)(snapshot), E.mapLeft(sayImageError))),
      E.bind('layers', ({ node }) => layersWith(given, inputs, node.snapshot)),
      E.flatMap(({ node: { policy, notes }, planned, layers }) =>
        F.pipe(
          imageView(planned, { policy, fails: question.failing, ...layers }),
          E.bimap(sayProblems('layers'), (view) => ({ view, notes })),
        ),
      ),
    ),
}

type Given = Asked<ImagesQuestion, Inputs<string>>['given']

/** The layer store, where files hold one. */
const layersWith = (
  given: Given,
  inputs: Inputs<string>,
  node: Reclaim.Snapshot['node'],
): E.Either<string, { readonly layers?: Reclaim.Snapshot['layers'] }> =>
  Object.keys(layerParts).some((name) => inputs.has(name))
    ? F.pipe(
        layersOf(given, only(layerParts, inputs)),
        E.map(({ store }) => ({ layers: Reclaim.join(node, store).layers })),
      )
    : E.right({})
