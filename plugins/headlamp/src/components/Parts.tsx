/** Parts of one page, each with a heading and its sentences. */
import { Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { Lines } from './Lines.js'
import { Part } from './Part.js'
import { sentence } from './words.js'

/** A heading and what is said below it. */
export interface Said {
  readonly title: string
  readonly lines: ReadonlyArray<string>
}

/** One part for each that has something to say. */
export const Parts = ({ parts }: { readonly parts: ReadonlyArray<Said> }): ReactNode =>
  parts.map(
    ({ title, lines }) =>
      lines.length > 0 && (
        <Part key={title} title={title}>
          <Lines
            label={title}
            lines={lines.map((line, index) => (
              <Typography key={index} variant="body2" component="span">
                {sentence(line)}
              </Typography>
            ))}
          />
        </Part>
      ),
  )
