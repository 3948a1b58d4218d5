/**
 * Something to notice, with an icon, a title and a colour. The text has the colour of all text: the one that Headlamp's dark
 * theme gives to warnings cannot be read.
 */
import { Alert, type AlertColor, AlertTitle, type Theme, colors } from '@mui/material'
import type { ReactNode } from 'react'

interface NoticeProps {
  readonly severity: AlertColor
  readonly title?: string | undefined
  /** `alert`: read out at once; `status`: when there is a pause; `note`: in its place. */
  readonly role: 'alert' | 'status' | 'note'
  readonly children: ReactNode
}

const onDark: Readonly<Record<AlertColor, string>> = {
  error: colors.red[300],
  warning: colors.orange[300],
  info: colors.lightBlue[300],
  success: colors.green[300],
}

/** The notice. */
export const Notice = ({ severity, title, role, children }: NoticeProps): ReactNode => {
  const colour = ({ palette }: Theme): string => (palette.mode === 'dark' ? onDark[severity] : palette[severity].main)
  return (
    <Alert
      severity={severity}
      role={role}
      sx={{
        mt: 2,
        '&:first-of-type': { mt: 0 },
        color: 'text.primary',
        bgcolor: 'background.muted',
        border: 1,
        borderLeft: 5,
        borderColor: colour,
        '& .MuiAlert-icon': { color: colour },
        '& .MuiAlert-message': { minWidth: 0 },
      }}
    >
      {title !== undefined && <AlertTitle sx={{ fontWeight: 600 }}>{title}</AlertTitle>}
      {children}
    </Alert>
  )
}
