/** What to read before anything else: how grave a deletion is, in words, an icon and a colour. */
import type { AlertColor } from '@mui/material'
import type { ReactNode } from 'react'
import type { Deletion } from '../model/deletion.js'
import { Notice } from './Notice.js'
import { sentence } from './words.js'

const severities: Readonly<Record<Deletion['tone'], AlertColor>> = {
  refused: 'error',
  loses: 'error',
  never: 'error',
  unknown: 'warning',
  waits: 'warning',
  harmless: 'info',
  nothing: 'info',
}

const titles: Readonly<Record<Deletion['tone'], string>> = {
  refused: 'The server would refuse this',
  loses: 'Data would be lost',
  never: 'This would never end by itself',
  unknown: 'Not all that follows is known',
  waits: 'This would wait for others',
  harmless: 'No data would be lost',
  nothing: 'Nothing would change',
}

/** The verdict on a deletion. */
export const Verdict = ({ deletion: { tone, view } }: { readonly deletion: Deletion }): ReactNode => (
  <Notice severity={severities[tone]} role="status" title={titles[tone]}>
    {view.headline.map((line, index) => (
      <div key={index}>{sentence(line)}.</div>
    ))}
  </Notice>
)
