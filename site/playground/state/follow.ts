/** Follows every course of a deletion in a worker of its own, which is ended when it takes too long or nobody waits any more. */
import type { FollowedView } from '../worker/answers'
import type { Problem, SourceFile } from '../worker/known-files'
import type { CascadeQuestion } from '../worker/question'
import { startClient } from './client'

/** How it ends. */
export type Followed =
  | { readonly type: 'followed'; readonly followed: FollowedView }
  | { readonly type: 'refused'; readonly problems: ReadonlyArray<Problem> }
  | { readonly type: 'too-long'; readonly seconds: number }
  | { readonly type: 'broken'; readonly message: string }

/** States are counted, but each may be dear: so long a visitor waits. */
const longest = 20

/** Follows the courses of a question about files; `say` hears how far it is. */
export type Follow = (question: CascadeQuestion, say: (line: string) => void, signal: AbortSignal) => Promise<Followed>

/** Makes it of what gives the files. */
export const followerOf =
  (files: () => ReadonlyArray<SourceFile>): Follow =>
  async (question, say, signal) => {
    let broken = (_message: string): void => {}
    const client = startClient(
      (_step, said) => {
        say(said)
      },
      (message) => {
        broken(message)
      },
    )
    try {
      return await Promise.race([
        new Promise<Followed>((resolve) => {
          broken = (message) => {
            resolve({ type: 'broken', message })
          }
        }),
        new Promise<Followed>((resolve) => {
          const end = (): void => {
            resolve({ type: 'too-long', seconds: longest })
          }
          setTimeout(end, longest * 1000)
          signal.addEventListener('abort', end)
        }),
        client.open(files()).then(async () => client.follow(question)),
      ])
    } finally {
      client.close()
    }
  }
