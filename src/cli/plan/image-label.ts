import type { Target } from '../../kubelet/image/index.js'
import type { Format } from './flags.js'

/** The first name of an image and how many more it has; a digest is cut like any other, but where nothing is. */
export const imageLabel =
  (format: Format) =>
  ({ tags: [first = '', ...others] }: Target): string => {
    const name = format === 'wide' ? first : first.replace(/(@\w+:\w{12})\w+$/, '$1')
    return others.length === 0 ? name : `${name} +${others.length}`
  }
