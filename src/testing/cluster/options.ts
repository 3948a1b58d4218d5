/** Delete options of a test: the API's own, or a value of kubectl's `--cascade`. */
import { type Cascade, type DeleteOptions, kubectlOptions } from '../../apiserver/request.js'
import { misuse } from '../misuse.js'

const cascades: ReadonlyArray<Cascade> = ['background', 'foreground', 'orphan']

/** The options as they are sent. Ends the test for a value that there is not. */
export const optionsOf = (options: DeleteOptions | Cascade): DeleteOptions => {
  if (typeof options !== 'string') return options
  return cascades.includes(options)
    ? kubectlOptions(options)
    : misuse(`${JSON.stringify(options)} is no value of --cascade; there are ${cascades.join(', ')}`)
}
