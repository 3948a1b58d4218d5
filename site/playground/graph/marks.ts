/** A mark for each fate, drawn in a square of twelve units; colour never says it alone. */
import type { Fate } from './graph.js'

/** Lines of the mark; none for what merely stays. */
export const markOf: Readonly<Record<Fate, string>> = {
  stays: '',
  changed: 'M2 8.5V10h1.5L9.6 3.9 8.1 2.4z',
  made: 'M6 2v8M2 6h8',
  marked: 'M6 1.5a4.5 4.5 0 1 0 .01 0M6 3.5V6l1.8 1.2',
  goes: 'M2 6h7M6.5 3 9.5 6l-3 3',
  gone: 'M2.5 2.5l7 7M9.5 2.5l-7 7',
  lost: 'M6 1.5 11 10.5H1zM6 4.7v2.6M6 8.6v.6',
  stuck: 'M3.5 5.5v-1a2.5 2.5 0 0 1 5 0v1M2.5 5.5h7v5h-7z',
  absent: 'M6 1.5a4.5 4.5 0 1 0 .01 0M2.8 9.2l6.4-6.4',
  unknown: 'M4 4.2A2 2 0 1 1 6.6 6.1C6.1 6.4 6 6.8 6 7.4M6 9.3v.6',
}

/** What is well, where nothing is made. */
export const tick = 'M2 6.6 4.8 9.4 10 3.2'
