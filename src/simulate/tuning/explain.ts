import { spanText } from '../../internal/words.js'
import { millis } from '../../core/time.js'
import type { Ground } from './tune.js'

/**
 * One sentence for a ground, with the number of the recommended setting and of the current one.
 *
 * @example
 * ```ts
 * import * as Tuning from 'gcplan/simulate/tuning'
 *
 * console.log(Tuning.explainGround({ _tag: 'NoPodEvicted', recommended: 0, current: 3 })) // no pod is evicted, instead of 3
 * ```
 */
export const explainGround = ({ _tag, recommended, current }: Ground): string => {
  switch (_tag) {
    case 'NoThresholdHelps':
      return `no threshold helps: the node comes under disk pressure with each of them${recommended === 0 ? '' : `, and at least ${recommended === 1 ? '1 pod is' : `${recommended} pods are`} evicted`}; a larger disk, slower growth or fewer images in use would help`
    case 'NoPodEvicted':
      return `no pod is evicted, instead of ${current}`
    case 'FewerPodsEvicted':
      return `${recommended} pods are evicted, instead of ${current}`
    case 'FewerTurnedAway':
      return `${recommended} containers are rejected under disk pressure, instead of ${current}`
    case 'LessPressure':
      return `the node is under pressure for ${spanText(millis(recommended))}, instead of ${spanText(millis(current))}`
    case 'FewerPulledAgain':
    case 'MorePulledAgain':
      return `${recommended} bytes are pulled again, instead of ${current}`
    case 'FewerRuns':
    case 'MoreRuns':
      return `image GC acts ${recommended} times, instead of ${current}`
    case 'FewerImagesRemoved':
      return `${recommended} images are removed, instead of ${current}`
    case 'FarthestFromEviction':
      return `usage peaks at ${percent(recommended)}, instead of ${percent(current)}`
    case 'AsGoodAsCurrent':
      return 'no other setting tried does better than the current one'
  }
}

const percent = (value: number): string => `${Math.round(value * 10) / 10} %`
