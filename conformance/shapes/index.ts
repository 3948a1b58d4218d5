/**
 * Answers which vector shapes can be replayed. One line per shape; order does not matter.
 */
import type { Shape } from '../shape.js'

/** Every shape that the runner knows. */
export const shapes: ReadonlyArray<Shape> = []
