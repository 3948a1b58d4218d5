/** Asks before an object is deleted, and shows what would follow. */
import { Dialog } from '@kinvolk/headlamp-plugin/lib/CommonComponents'
import { Button, DialogActions, DialogContent, TextField, Typography } from '@mui/material'
import { either as E } from 'fp-ts'
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import { guardsOf } from '../headlamp/guards.js'
import { type Progress, ReadCluster, type Subject } from '../headlamp/ReadCluster.js'
import { type Sent, sendDeletion } from '../headlamp/send.js'
import { type Deletion, asksForName, deletionIn } from '../model/deletion.js'
import { judge } from '../model/guard/judge.js'
import { sayRefusals } from '../model/guard/say.js'
import { type ClusterGuards, settingsIn } from '../model/guard/settings.js'
import type { Asked } from '../model/propagation.js'
import { type Served, deleteCall } from '../model/request.js'
import type { Seen } from '../model/snapshot.js'
import { Awaiting } from './Awaiting.js'
import { Notice } from './Notice.js'
import { Preview } from './Preview.js'
import { Propagation } from './Propagation.js'

interface DeleteDialogProps {
  readonly subject: Subject
  readonly served: Served
  /** Whether Headlamp is set to evict pods. */
  readonly evicts: boolean
  readonly onClose: () => void
  readonly onDeleted: (sent: Sent) => void
}

/** The object as sentences name it. */
export const nameOf = ({ jsonData: { kind, metadata } }: Subject): string =>
  `${kind} ${metadata.namespace === undefined ? '' : `${metadata.namespace}/`}${metadata.name}`

/** The dialog; the cluster is read anew each time it opens, and after a request that failed. */
export const DeleteDialog = ({ subject, served, evicts, onClose, onDeleted }: DeleteDialogProps): ReactNode => {
  const [guards, setGuards] = useState<ClusterGuards>({ _tag: 'Awaited' })
  const [failures, setFailures] = useState<ReadonlyArray<string>>([])
  // What was chosen outlives a request that failed.
  const [asked, setAsked] = useState<Asked>({
    propagation: 'background',
    evicts: evicts && subject.jsonData.kind === 'Pod',
  })
  const { cluster } = subject

  useEffect(() => {
    let isCurrent = true
    void guardsOf(cluster).then((found) => {
      if (isCurrent) setGuards(found)
    })
    return () => {
      isCurrent = false
    }
  }, [cluster, failures])

  return (
    <Dialog open onClose={onClose} maxWidth="md" title={`Delete ${nameOf(subject)}?`}>
      <ReadCluster key={failures.length} subject={subject}>
        {(progress) => (
          <Question
            {...{ subject, served, guards, asked, progress, onClose, onDeleted }}
            failure={failures.at(-1)}
            onAsk={setAsked}
            onFailure={(failure) => setFailures([...failures, failure])}
          />
        )}
      </ReadCluster>
    </Dialog>
  )
}

interface QuestionProps extends Omit<DeleteDialogProps, 'evicts'> {
  readonly guards: ClusterGuards
  readonly progress: Progress
  readonly asked: Asked
  readonly onAsk: (asked: Asked) => void
  readonly failure: string | undefined
  readonly onFailure: (failure: string) => void
}

const Question = (props: QuestionProps): ReactNode => {
  const { subject, served, guards, progress, asked, failure, onAsk, onClose, onDeleted, onFailure } = props
  const { apiVersion, kind, metadata } = subject.jsonData
  const [typed, setTyped] = useState('')
  const [isSending, setSending] = useState(false)
  const why = useId()
  const seen = progress._tag === 'Read' ? progress.seen : null
  const found = useMemo(() => (seen === null ? null : deletionIn(seen, asked)), [seen, asked])
  const deletion = found !== null && E.isRight(found) ? found.right : null
  const refusals = useMemo(
    () => (seen === null || deletion === null || guards._tag === 'Awaited' ? [] : refusalsOf(guards, seen, deletion)),
    [guards, seen, deletion],
  )
  const asksName = deletion !== null && asksForName(deletion)
  const obstacle = obstacleTo({ progress, guards, deletion, isRefused: refusals.length > 0 })
  const isReady = obstacle === null && !isSending && (!asksName || typed === metadata.name)

  const send = async (): Promise<void> => {
    if (seen === null || seen.object === null) return
    setSending(true)
    const sent = await sendDeletion(subject.cluster, nameOf(subject), deleteCall(seen.object, served, asked))
    setSending(false)
    if (E.isRight(sent)) onDeleted(sent.right)
    else onFailure(sent.left)
  }

  return (
    <>
      <DialogContent dividers>
        {failure !== undefined && (
          <Notice severity="error" role="alert">
            {failure}
          </Notice>
        )}
        {progress._tag !== 'Read' && <Awaiting progress={progress} />}
        {found !== null && E.isLeft(found) && (
          <Notice severity="info" role="status">
            {found.left.join(' ')}
          </Notice>
        )}
        {progress._tag === 'Read' && deletion !== null && (
          <Preview {...{ ...progress, deletion, guards, refusals }}>
            <Propagation {...{ apiVersion, kind, asked }} onChange={onAsk} />
          </Preview>
        )}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1, px: 3, py: 2 }}>
        {obstacle === null && asksName && (
          <TextField
            size="small"
            label={`To delete it, type its name: ${metadata.name}`}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            autoComplete="off"
            sx={{ flex: '1 1 18rem', mr: 'auto' }}
          />
        )}
        <Typography id={why} variant="body2" sx={{ mr: 'auto' }}>
          {obstacle ?? ''}
        </Typography>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="contained"
          color="error"
          disabled={!isReady}
          aria-describedby={why}
          onClick={() => void send()}
        >
          {labelOf(asked, isSending)}
        </Button>
      </DialogActions>
    </>
  )
}

const labelOf = ({ evicts = false }: Asked, isSending: boolean): string =>
  isSending ? 'Sending…' : evicts ? 'Evict' : 'Delete'

const refusalsOf = (guards: ClusterGuards, seen: Seen, deletion: Deletion) =>
  sayRefusals(
    guards,
    judge(settingsIn(guards), { deletion, objects: seen.snapshot.objects, unlisted: seen.unlisted }),
    deletion,
  )

interface Standing {
  readonly progress: Progress
  readonly guards: ClusterGuards
  readonly deletion: Deletion | null
  readonly isRefused: boolean
}

/** Why the button does nothing yet; null where it does. */
const obstacleTo = ({ progress, guards, deletion, isRefused }: Standing): string | null => {
  if (progress._tag === 'Failed') return 'What would follow is unknown, so nothing is sent.'
  if (progress._tag === 'Read' && deletion === null) return 'There is nothing to delete.'
  if (progress._tag === 'Reading') return 'The lists are still being read.'
  if (guards._tag === 'Awaited') return 'The guards of this cluster are still being read.'
  return isRefused ? 'The guards of this cluster refuse it.' : null
}
