/** The states of an object that is asked about, as words and as fates. */
import type { DiagnosisView } from 'gcplan/view'

import type { Fate } from '../../graph/graph.js'

/** One for each state. */
export const states: Readonly<Record<DiagnosisView['state'], { readonly word: string; readonly fate: Fate }>> = {
  stays: { word: 'stays', fate: 'stays' },
  going: { word: 'about to go', fate: 'goes' },
  terminating: { word: 'being deleted', fate: 'marked' },
  stuck: { word: 'stuck', fate: 'stuck' },
}
