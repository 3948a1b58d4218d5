/** Speaks to the worker: one promise for each request, progress beside it. */
import type { KnownFile, Problem, SourceFile } from '../worker/known-files'
import type { Nearly, Offer } from '../worker/offer'
import type { Answer, Reply, Request, Rows, Step, Window } from '../worker/protocol'
import type { CascadeQuestion, Question } from '../worker/question'

/** What opening files gives. */
export interface Opened {
  readonly files: ReadonlyArray<KnownFile>
  readonly problems: ReadonlyArray<Problem>
  readonly offers: ReadonlyArray<Offer>
  readonly nearly: ReadonlyArray<Nearly>
}

/** How a question ends. */
export type Outcome =
  | { readonly type: 'answered'; readonly answer: Answer }
  | { readonly type: 'refused'; readonly problems: ReadonlyArray<Problem> }
  | { readonly type: 'superseded' }

export interface Client {
  readonly open: (files: ReadonlyArray<SourceFile>) => Promise<Opened>
  readonly ask: (question: Question) => Promise<Outcome>
  readonly rows: (list: string, window: Window) => Promise<Rows>
  /** A refusal says what is wrong with the files. */
  readonly find: (question: Question, text: string) => Promise<Extract<Reply, { readonly type: 'found' | 'refused' }>>
  readonly follow: (question: CascadeQuestion) => Promise<Extract<Reply, { readonly type: 'followed' | 'refused' }>>
  /** Loads and runs what the first question will need; nobody waits for it. */
  readonly warm: () => void
  readonly close: () => void
}

type Unnumbered<R> = R extends Request ? Omit<R, 'id'> : never

/** Starts a worker; `onProgress` hears how far it is, `onBroken` what is a bug. */
export const startClient = (
  onProgress: (step: Step, said: string) => void,
  onBroken: (message: string) => void,
): Client => {
  const worker = new Worker(new URL('../worker/main.ts', import.meta.url), { type: 'module', name: 'gcplan' })
  const waiting = new Map<number, (reply: Reply) => void>()
  let last = 0
  worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    if (data.type === 'progress') {
      onProgress(data.step, data.said)
      return
    }
    if (data.type === 'broken') onBroken(data.message)
    waiting.get(data.id)?.(data)
    waiting.delete(data.id)
  })
  worker.addEventListener('error', ({ message }) => {
    onBroken(message === '' ? 'the worker could not be loaded' : message)
  })
  const send = async <T extends Reply['type']>(
    request: Unnumbered<Request>,
    ...types: ReadonlyArray<T>
  ): Promise<Extract<Reply, { readonly type: T }>> => {
    const id = ++last
    const answer = new Promise<Reply>((resolve) => {
      waiting.set(id, resolve)
    })
    worker.postMessage({ ...request, id })
    const reply = await answer
    if (types.some((type) => type === reply.type)) return reply as Extract<Reply, { readonly type: T }>
    throw new Error(reply.type === 'broken' ? reply.message : `an answer of type ${reply.type}`)
  }
  return {
    open: async (files) => send({ type: 'open', files }, 'opened'),
    ask: async (question) => send({ type: 'ask', question }, 'answered', 'refused', 'superseded'),
    rows: async (list, window) => (await send({ type: 'rows', list, window }, 'rows')).rows,
    find: async (question, text) => send({ type: 'find', question, text }, 'found', 'refused'),
    follow: async (question) => send({ type: 'follow', question }, 'followed', 'refused'),
    warm: () => {
      worker.postMessage({ type: 'warm', id: ++last })
    },
    close: () => {
      worker.terminate()
    },
  }
}
