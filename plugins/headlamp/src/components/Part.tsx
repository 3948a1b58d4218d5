/** A part of a dialog or page, with its heading. */
import { Box, Typography } from '@mui/material'
import { type ReactNode, useId } from 'react'

interface PartProps {
  readonly title: string
  readonly children: ReactNode
}

/** A region named by its heading. */
export const Part = ({ title, children }: PartProps): ReactNode => {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={{ mt: 2.5 }}>
      <Typography id={id} component="h2" sx={{ fontSize: '1rem', fontWeight: 600, mb: 0.5 }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}
