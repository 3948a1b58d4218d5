/** The section in the details of an object that says why it is still here. It reads the cluster only once it is asked. */
import { SectionBox } from '@kinvolk/headlamp-plugin/lib/CommonComponents'
import { Box, Button, Typography } from '@mui/material'
import { either as E } from 'fp-ts'
import { type ReactNode, useMemo, useState } from 'react'
import { type Progress, ReadCluster, type Subject } from '../headlamp/ReadCluster.js'
import { diagnosisIn } from '../model/diagnosis.js'
import { Awaiting } from './Awaiting.js'
import { Diagnosis } from './Diagnosis.js'
import { Notice } from './Notice.js'
import { Unlisted, Widen } from './Unlisted.js'

interface WhyStillHereProps {
  readonly resource: Subject & { readonly metadata: { readonly uid: string; readonly deletionTimestamp?: string } }
}

/** It opens by itself for an object that is being deleted. */
export const WhyStillHere = ({ resource }: WhyStillHereProps): ReactNode => {
  const isTerminating = resource.metadata.deletionTimestamp !== undefined
  const [isAsked, setAsked] = useState(false)
  return (
    <SectionBox title={isTerminating ? 'Why is it still here?' : 'What keeps it?'}>
      <Box sx={{ pb: 2 }}>
        {isTerminating || isAsked ? (
          <ReadCluster key={resource.metadata.uid} subject={resource}>
            {(progress) => <Answer progress={progress} />}
          </ReadCluster>
        ) : (
          <>
            <Typography variant="body2" sx={{ mb: 1 }}>
              Reads the lists of everything that may own it, hold it or depend on it.
            </Typography>
            <Button variant="outlined" onClick={() => setAsked(true)}>
              Find out what keeps it
            </Button>
          </>
        )}
      </Box>
    </SectionBox>
  )
}

const Answer = ({ progress }: { readonly progress: Progress }): ReactNode =>
  progress._tag === 'Read' ? <Answered {...progress} /> : <Awaiting progress={progress} />

const Answered = ({ seen, widen }: Extract<Progress, { readonly _tag: 'Read' }>): ReactNode => {
  const found = useMemo(() => diagnosisIn(seen), [seen])
  return (
    <>
      {E.isRight(found) ? (
        <Diagnosis view={found.right} />
      ) : (
        <Notice severity="info" role="status">
          {found.left.join(' ')}
        </Notice>
      )}
      <Unlisted seen={seen} />
      {E.isRight(found) && found.right.why.some(({ reason }) => reason.endsWith('NotCovered')) && (
        <Widen widen={widen} />
      )}
    </>
  )
}
