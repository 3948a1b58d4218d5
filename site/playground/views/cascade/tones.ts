/** How grave a cascade is, in words and in the colours of a fate. */
import type { Tone } from 'gcplan/view'

import type { Fate } from '../../graph/graph.js'

/** One for each tone. */
export const tones: Readonly<Record<Tone, { readonly title: string; readonly fate: Fate }>> = {
  refused: { title: 'The API server refuses', fate: 'stuck' },
  loses: { title: 'Data is lost', fate: 'lost' },
  never: { title: 'This never ends by itself', fate: 'stuck' },
  unknown: { title: 'Not everything is known', fate: 'unknown' },
  waits: { title: 'It waits for others', fate: 'marked' },
  harmless: { title: 'No data is lost', fate: 'made' },
  nothing: { title: 'Nothing changes', fate: 'stays' },
}
