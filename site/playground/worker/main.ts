/** The worker: one file set, one question at a time, the newest. */
import { either as E } from 'fp-ts'

import { bounded, listAt, windowOf } from './bounded'
import { type Held, hold, nothingHeld } from './files'
import { nearlyFor, offersFor } from './offers'
import { problemsIn } from './problems'
import type { Reply, Request, Step } from './protocol'
import { answererFor } from './questions'
import { warm } from './warm'

/** What a worker has; the page's own types are those of a window. */
interface Scope {
  readonly postMessage: (message: Reply) => void
  readonly addEventListener: (type: 'message', listener: (event: MessageEvent<Request>) => void) => void
}
const scope = self as unknown as Scope
const reply = (message: Reply): void => {
  scope.postMessage(message)
}

let held: Held = nothingHeld
/** The whole view of the last answer, of which the page has a part. */
let whole: unknown = null
/** The newest question; those before it are given up. */
let newest = -1
let opening: Promise<unknown> = Promise.resolve()
/** Whether a visitor opened anything yet. */
let isUsed = false

const superseded = new Error('a newer question came')

/** Lets messages in; a newer question ends this one. */
const breathe = async (id: number): Promise<void> => {
  await new Promise((go) => {
    setTimeout(go)
  })
  if (id !== newest) throw superseded
}

const names = (): ReadonlyArray<{ readonly name: string }> => [
  ...held.files.map(({ file }) => file),
  ...[...held.bundles.keys()].map((name) => ({ name })),
]

const open = async ({ id, files }: Extract<Request, { readonly type: 'open' }>): Promise<void> => {
  reply({ id, type: 'progress', step: 'reading', said: 'reading files' })
  held = await hold(files, held)
  const gathered = [...held.bundles].map(([name, { names: inside }]) => ({
    name,
    bytes: 0,
    kind: 'Gathered',
    is: `what gcplan gather collected: ${inside.length} files`,
    language: 'text' as const,
    isHeld: true,
    count: inside.length,
  }))
  reply({
    id,
    type: 'opened',
    files: [...held.files.map(({ known }) => known), ...gathered],
    problems: held.problems,
    offers: await offersFor(held),
    nearly: nearlyFor(held),
  })
}

const ask = async ({ id, question }: Extract<Request, { readonly type: 'ask' }>): Promise<void> => {
  await opening
  const tell = async (step: 'reading' | 'decoding' | 'planning' | 'viewing', said: string): Promise<void> => {
    reply({ id, type: 'progress', step, said })
    await breathe(id)
  }
  const answerer = await answererFor(question)
  const answered = await answerer.answer(held, question, tell)
  if (id !== newest) throw superseded
  if (E.isLeft(answered)) {
    reply({ id, type: 'refused', problems: problemsIn(answered.left, names()) })
    return
  }
  const begun = performance.now()
  const { view, notes, command, took } = answered.right
  whole = view
  const sent = bounded(view)
  reply({
    id,
    type: 'answered',
    answer: {
      question: question,
      view: sent.view,
      cuts: sent.cuts,
      notes,
      command,
      took: { ...took, view: performance.now() - begun },
    },
  })
}

const find = async ({ id, question, text }: Extract<Request, { readonly type: 'find' }>): Promise<void> => {
  await opening
  const found = await (await answererFor(question)).find(held, question, text)
  reply(
    E.isRight(found)
      ? { id, type: 'found', found: found.right }
      : { id, type: 'refused', problems: problemsIn(found.left, names()) },
  )
}

const follow = async ({ id, question }: Extract<Request, { readonly type: 'follow' }>): Promise<void> => {
  await opening
  const tell = async (step: Step, said: string): Promise<void> => {
    reply({ id, type: 'progress', step, said })
    return Promise.resolve()
  }
  const followed = await (await answererFor(question)).follow(held, question, tell)
  reply(
    E.isRight(followed)
      ? { id, type: 'followed', followed: followed.right }
      : { id, type: 'refused', problems: problemsIn(followed.left, names()) },
  )
}

const handle = async (request: Request): Promise<void> => {
  switch (request.type) {
    case 'open':
      isUsed = true
      opening = open(request)
      return opening as Promise<void>
    case 'ask':
      newest = request.id
      return ask(request)
    case 'warm':
      return warm(() => !isUsed)
    case 'rows':
      reply({ id: request.id, type: 'rows', rows: windowOf(listAt(whole, request.list), request.window) })
      return undefined
    case 'find':
      return find(request)
    case 'follow':
      return follow(request)
  }
}

scope.addEventListener('message', ({ data }: MessageEvent<Request>) => {
  handle(data).catch((thrown: unknown) => {
    if (thrown === superseded) reply({ id: data.id, type: 'superseded' })
    else
      reply({
        id: data.id,
        type: 'broken',
        message: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown),
      })
  })
})
