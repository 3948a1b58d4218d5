/** What would follow from a deletion as it is chosen: the verdict, who refuses it, and all that goes. */
import { Typography } from '@mui/material'
import type { ReactNode } from 'react'
import type { Deletion } from '../model/deletion.js'
import type { RefusalLine } from '../model/guard/say.js'
import type { ClusterGuards } from '../model/guard/settings.js'
import type { Seen } from '../model/snapshot.js'
import { Consequences } from './Consequences.js'
import { Lines } from './Lines.js'
import { Part } from './Part.js'
import { GuardsNote, Refusals } from './Refusals.js'
import { Unlisted, Widen } from './Unlisted.js'
import { Verdict } from './Verdict.js'
import { Waves } from './Waves.js'
import { sentence } from './words.js'

interface PreviewProps {
  readonly seen: Seen
  /** Reads the other namespaces; null where that tells no more. */
  readonly widen: (() => void) | null
  readonly deletion: Deletion
  readonly guards: ClusterGuards
  readonly refusals: ReadonlyArray<RefusalLine>
  /** The choice of how it is deleted, which stands below the verdict. */
  readonly children: ReactNode
}

/** The whole preview. */
export const Preview = ({ seen, widen, deletion, guards, refusals, children }: PreviewProps): ReactNode => {
  const { view } = deletion
  const unknown = view.sections.unknown.lines
  return (
    <>
      <Verdict deletion={deletion} />
      <Refusals refusals={refusals} />
      <GuardsNote guards={guards} />
      {children}
      <Part title="What goes, in which order">
        {view.requests.map(
          ({ said, answer, isRefused }) =>
            isRefused && (
              <Typography key={said} variant="body2">
                {sentence(said)}: {answer}
              </Typography>
            ),
        )}
        <Waves waves={view.waves} />
        <Typography variant="body2">In all: {view.totals.said}.</Typography>
      </Part>
      <Consequences view={view} />
      {unknown.length > 0 && (
        <Part title="What is unknown">
          <Lines
            label="What is unknown"
            lines={unknown.map(({ said }, index) => (
              <Typography key={index} variant="body2" component="span">
                {sentence(said)}
              </Typography>
            ))}
          />
          <Widen widen={widen} />
        </Part>
      )}
      <Unlisted seen={seen} />
    </>
  )
}
