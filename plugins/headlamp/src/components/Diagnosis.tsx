/** Why an object is still here: what keeps or holds it, who acts next, and the edits that would end it. */
import type { AlertColor } from '@mui/material'
import type { DiagnosisView } from 'gcplan/view'
import type { ReactNode } from 'react'
import { Notice } from './Notice.js'
import { Parts, type Said } from './Parts.js'
import { sentence } from './words.js'

const severities: Readonly<Record<DiagnosisView['state'], AlertColor>> = {
  stays: 'info',
  going: 'warning',
  terminating: 'warning',
  stuck: 'error',
}

const partsOf = ({ holds, behind, waits, next, edits, namespace, definition }: DiagnosisView): ReadonlyArray<Said> => [
  { title: 'What holds it', lines: holds.map(({ said }) => said) },
  {
    title: 'What holds those that it waits for',
    lines: behind.map(({ target, holds: others }) => `${target.said}: ${others.map(({ said }) => said).join('; ')}`),
  },
  { title: 'Who removes finalizers', lines: waits.flatMap(({ party, said }) => (party === null ? [] : [said])) },
  { title: 'Who acts next', lines: next.map(({ said }) => said) },
  {
    title: 'What its controller reports',
    lines: [...(namespace?.reported ?? []), ...(definition?.reported ?? [])].map(({ said }) => said),
  },
  {
    title: 'What is left in it',
    lines: [
      ...(namespace?.pods ?? []).map(({ said }) => `${said}: while a pod is left, nothing else is deleted`),
      ...(namespace?.finalizers ?? []).map(({ said }) => said),
    ],
  },
  {
    title: 'When its controller looks again',
    lines: [
      ...(namespace === null ? [] : [namespace.nextSweep]),
      ...(definition === null ? [] : [definition.nextLook]),
    ],
  },
  {
    title: 'Edits by hand that would end it',
    lines: edits.map(({ said, isNeeded }) =>
      isNeeded ? said : `${said} (only if whoever has to act will not: what it would do is then left undone)`,
    ),
  },
]

/** A diagnosis, the verdict first. */
export const Diagnosis = ({ view }: { readonly view: DiagnosisView }): ReactNode => (
  <>
    <Notice severity={severities[view.state]} role="status" title={sentence(view.said)}>
      {view.why.map(({ said }, index) => (
        <div key={index}>{sentence(said)}.</div>
      ))}
    </Notice>
    <Parts parts={partsOf(view)} />
  </>
)
