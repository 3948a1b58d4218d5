/**
 * Answers which vector shapes can be replayed. One line per shape; order does not matter.
 */
import type { Shape } from '../shape.js'
import { containerdGraph } from './containerd-graph.js'
import { containerdScheduler } from './containerd-scheduler.js'

/** Every shape that the runner knows. */
export const shapes: ReadonlyArray<Shape> = [containerdGraph, containerdScheduler]
