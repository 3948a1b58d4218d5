/** The choice of what becomes of the objects that an object owns, and of how long a pod is given. */
import { Box, Checkbox, FormControl, FormControlLabel, FormLabel, Radio, RadioGroup, Typography } from '@mui/material'
import { type ReactNode, useId } from 'react'
import { type Asked, propagationChoices } from '../model/propagation.js'
import { isNamespace } from '../model/reach.js'

interface PropagationProps {
  readonly apiVersion: string
  readonly kind: string
  readonly asked: Asked
  readonly onChange: (asked: Asked) => void
}

/** Radio buttons, each with what it does. */
export const Propagation = ({ apiVersion, kind, asked, onChange }: PropagationProps): ReactNode => {
  const id = useId()
  return (
    <FormControl component="fieldset" sx={{ mt: 2.5, display: 'block' }}>
      <FormLabel component="legend" sx={{ color: 'text.primary', fontSize: '1rem', fontWeight: 600 }}>
        What becomes of what it owns
      </FormLabel>
      {isNamespace({ apiVersion, kind }) && (
        <Typography variant="body2" sx={{ mt: 0.5 }}>
          Everything in the namespace is deleted in the background, whatever is chosen. The choice is about objects
          elsewhere that name the Namespace as their owner.
        </Typography>
      )}
      <RadioGroup
        name={`propagation-${id}`}
        value={asked.propagation}
        sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, columnGap: 2 }}
      >
        {propagationChoices({ apiVersion, kind }).map(({ propagation, title, said }) => (
          <FormControlLabel
            key={propagation}
            value={propagation}
            control={<Radio size="small" onChange={() => onChange({ ...asked, propagation })} />}
            sx={{ alignItems: 'flex-start', mr: 0, mt: 0.5 }}
            label={
              <Box sx={{ pt: 0.75 }}>
                <Typography variant="body2" sx={{ fontWeight: 600 }}>
                  {title}
                </Typography>
                <Typography variant="body2">{said}</Typography>
              </Box>
            }
          />
        ))}
      </RadioGroup>
      {kind === 'Pod' && (
        <FormControlLabel
          control={
            <Checkbox
              size="small"
              checked={asked.evicts === true}
              onChange={(_, evicts) => onChange({ ...asked, evicts })}
            />
          }
          label={<Typography variant="body2">Evict it: its disruption budgets are asked first</Typography>}
        />
      )}
      {kind === 'Pod' && (
        <FormControlLabel
          control={
            <Checkbox
              size="small"
              checked={asked.gracePeriodSeconds === 0}
              onChange={(_, isChecked) => onChange({ ...asked, gracePeriodSeconds: isChecked ? 0 : undefined })}
            />
          }
          label={
            <Typography variant="body2">
              At once, without time to end: its containers may run on while the cluster believes that they have stopped
            </Typography>
          }
        />
      )}
    </FormControl>
  )
}
