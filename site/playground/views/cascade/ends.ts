/** How an object may end, and what that looks like. */
import type { RaceLine } from 'gcplan/view'

import type { Fate } from '../../graph/graph.js'

export type End = RaceLine['ends'][number]['planned']

export const fateOfEnd: Readonly<Record<End, Fate>> = { gone: 'gone', terminating: 'marked', stays: 'stays' }
