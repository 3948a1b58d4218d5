/** What goes, in which order. */
import { Box, Typography } from '@mui/material'
import type { WaveView } from 'gcplan/view'
import type { ReactNode } from 'react'
import { Lines } from './Lines.js'

const actors: Readonly<Record<string, string>> = {
  collector: 'the garbage collector',
  kubelets: 'the kubelets, which stop pods',
  'namespace-controller': 'the namespace controller',
}

const titleOf = ({ by, afterMillis }: WaveView): string => {
  if (by === 'requests') return 'At once, by your request'
  const when = afterMillis === 0 ? '' : `, ${afterMillis / 1000} s after your request at the earliest`
  return `By ${actors[by] ?? by}${when}`
}

/** An ordered list of waves, each with its objects and why. */
export const Waves = ({ waves }: { readonly waves: ReadonlyArray<WaveView> }): ReactNode => (
  <Box
    component="ol"
    sx={{ m: 0, pl: 2.5, fontSize: '0.875rem', '& > li': { mb: 1 }, '& > li::marker': { fontWeight: 600 } }}
  >
    {waves.map((wave, index) => (
      <li key={index}>
        <Typography variant="body2" component="span" sx={{ fontWeight: 600 }}>
          {titleOf(wave)}
        </Typography>
        <Lines
          label={titleOf(wave)}
          lines={wave.changes.map(({ target, said, sentences: [first = ''] }) => (
            <Typography key={target.id} variant="body2" component="span">
              <strong>{target.said}</strong> {said}: {first}
            </Typography>
          ))}
        />
      </li>
    ))}
  </Box>
)
