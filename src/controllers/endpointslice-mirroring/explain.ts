/** Sentences for what the mirroring controller does. */
import type { MirrorWhy } from './controller.js'

/** One line for why a mirrored slice comes or goes. */
export const explainMirror = ({ _tag, endpoints }: MirrorWhy): string =>
  _tag === 'MirrorMissing'
    ? `no EndpointSlice shows the addresses of Endpoints ${endpoints}`
    : `Endpoints ${endpoints}, whose addresses it shows, or their Service are gone or no longer mirrored`
