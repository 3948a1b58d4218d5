/** How far the lists are, or why there is nothing to show. */
import { LinearProgress, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import type { Progress } from '../headlamp/ReadCluster.js'
import { Lines } from './Lines.js'
import { Notice } from './Notice.js'

/** A bar while lists come, and an error where they cannot. */
export const Awaiting = ({
  progress,
}: {
  readonly progress: Exclude<Progress, { readonly _tag: 'Read' }>
}): ReactNode =>
  progress._tag === 'Failed' ? (
    <Notice severity="error" role="alert">
      <Lines label="What is wrong" lines={progress.lines} />
    </Notice>
  ) : (
    <>
      <Typography variant="body2" sx={{ mb: 1 }}>
        {progress.all === 0
          ? 'Asking the cluster what it serves…'
          : `Reading what may go along: ${progress.done} of ${progress.all} lists`}
      </Typography>
      <LinearProgress
        aria-label="Lists that have been read"
        {...(progress.all === 0 ? {} : { variant: 'determinate', value: (100 * progress.done) / progress.all })}
      />
    </>
  )
