/** Output flags of commands that can also draw their result as a graph. */
import { either as E, function as F, option as O } from 'fp-ts'

import type { FlagGroup, Given } from '../command.js'
import { type Format, outputFlags, outputFormat } from '../plan/flags.js'

/** The text of a picture: Graphviz or Mermaid. */
export type PictureFormat = 'dot' | 'mermaid'

/** Flags of everything that can be drawn. */
export const graphOutputFlags: FlagGroup = {
  ...outputFlags,
  flags: outputFlags.flags.map((flag) =>
    flag.name === 'output'
      ? { ...flag, about: `${flag.about.replace(' or yaml', ', yaml')}, dot (Graphviz) or mermaid` }
      : flag,
  ),
}

/** True for a format that draws. */
export const isPicture = (format: Format | PictureFormat): format is PictureFormat =>
  format === 'dot' || format === 'mermaid'

/** Reads `--output`. */
export const graphFormat = (given: Given): E.Either<string, Format | PictureFormat> =>
  F.pipe(
    given.value('output'),
    O.filter((asked) => asked === 'dot' || asked === 'mermaid'),
    O.match(
      () =>
        F.pipe(
          outputFormat(given),
          E.mapLeft((message) => message.replace(/yaml(?=, got)/, 'yaml, dot, mermaid')),
        ),
      E.right<string, Format | PictureFormat>,
    ),
  )
