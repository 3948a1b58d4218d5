/** What could not be listed, so that nobody knows whether something of it goes along; and what to know of the rules. */
import { Button, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import type { Seen } from '../model/snapshot.js'
import { Lines } from './Lines.js'
import { Notice } from './Notice.js'
import { counted } from './words.js'

/** Offers to read the other namespaces, for objects of the cluster, which may own something in any of them. */
export const Widen = ({ widen }: { readonly widen: (() => void) | null }): ReactNode =>
  widen !== null && (
    <Button variant="outlined" size="small" onClick={widen} sx={{ mt: 1 }}>
      Read all namespaces
    </Button>
  )

/** A warning for the lists that are missing, and a note for each thing to know. */
export const Unlisted = ({ seen: { unlisted, notes } }: { readonly seen: Seen }): ReactNode => (
  <>
    {unlisted.length > 0 && (
      <Notice
        severity="warning"
        role="note"
        title={`${counted(unlisted.length, 'list')} could not be read: what they hold is unknown`}
      >
        <Lines
          label="What could not be listed"
          most={4}
          lines={unlisted.map(({ name, because }) => (
            <span key={name}>
              {name}: {because}
            </span>
          ))}
        />
      </Notice>
    )}
    {notes.map((note) => (
      <Typography key={note} variant="body2" sx={{ mt: 1 }}>
        {note}
      </Typography>
    ))}
  </>
)
