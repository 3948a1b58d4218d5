/** Why guards refuse a deletion, and what to do; and that they could not be read. */
import { Box, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import type { RefusalLine } from '../model/guard/say.js'
import type { ClusterGuards } from '../model/guard/settings.js'
import { Lines } from './Lines.js'
import { Notice } from './Notice.js'
import { sentence } from './words.js'

/** Says that the guards could not be read, so that stricter ones hold. */
export const GuardsNote = ({ guards }: { readonly guards: ClusterGuards }): ReactNode =>
  guards._tag === 'Unreadable' && (
    <Notice severity="warning" role="note" title="Strict guards hold, as those of this cluster are unknown">
      {sentence(guards.because)}.
      {guards.problems.length > 0 && <Lines label="What is wrong with it" lines={guards.problems} />}
    </Notice>
  )

/** The refusals of a deletion, each with what to do about it. */
export const Refusals = ({ refusals }: { readonly refusals: ReadonlyArray<RefusalLine> }): ReactNode =>
  refusals.length > 0 && (
    <Notice severity="error" role="alert" title="The guards of this cluster refuse this deletion">
      {refusals.map(({ said, todo }) => (
        <Box key={todo} sx={{ mb: 1 }}>
          <Lines label="Why it is refused" lines={said.map(sentence)} />
          <Typography variant="body2" sx={{ pl: 2.5, fontWeight: 600 }}>
            {todo}
          </Typography>
        </Box>
      ))}
    </Notice>
  )
