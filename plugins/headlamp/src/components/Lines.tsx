/** A list of which the first lines are shown, and all on request. */
import { Box, Button } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { counted } from './words.js'

interface LinesProps {
  /** What the lines are, for screen readers. */
  readonly label: string
  readonly lines: ReadonlyArray<ReactNode>
  /** Shown at first; 200 at most ever. */
  readonly most?: number
}

const mostEver = 200

/** The lines, and a button for the others. */
export const Lines = ({ label, lines, most = 8 }: LinesProps): ReactNode => {
  const [isOpen, setOpen] = useState(false)
  const shown = lines.slice(0, isOpen ? mostEver : most)
  const hidden = lines.length - shown.length
  return (
    <>
      <Box component="ul" aria-label={label} sx={{ m: 0, pl: 2.5, '& > li': { mb: 0.25, overflowWrap: 'anywhere' } }}>
        {shown.map((line, index) => (
          <li key={index}>{line}</li>
        ))}
      </Box>
      {hidden > 0 && !isOpen && (
        <Button size="small" onClick={() => setOpen(true)} aria-label={`Show ${hidden} more of: ${label}`}>
          Show {hidden} more
        </Button>
      )}
      {hidden > 0 && isOpen && <Box sx={{ pl: 2.5 }}>and {counted(hidden, 'other')}</Box>}
    </>
  )
}
