/** What the page holds while the worker reads. */
import { afterEach, describe, expect, it, vi } from 'vitest'

import { makeSession } from '../playground/state/session.js'
import type { Request } from '../playground/worker/protocol.js'

/** A worker that answers when it is told to: every file is a text that no question takes. */
class SlowWorker extends EventTarget {
  static readonly asked: (() => void)[] = []
  postMessage(request: Request): void {
    if (request.type !== 'open') return
    const files = request.files.map(({ name, content }) => ({
      ...{ name, bytes: 1, kind: 'Unrecognized', is: 'a text', language: 'text', isHeld: false },
      ...(typeof content === 'string' ? {} : { text: 'of the file' }),
    }))
    const data = { id: request.id, type: 'opened', files, problems: [], offers: [], nearly: [] }
    SlowWorker.asked.push(() => this.dispatchEvent(new MessageEvent('message', { data })))
  }
  terminate(): void {}
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('a session', () => {
  it('keeps what was typed while files were read, and takes the text of those that were dropped', async () => {
    vi.stubGlobal('Worker', SlowWorker)
    const session = makeSession()
    const opened = session.open([
      { name: 'typed.yaml', content: 'a: 1' },
      { name: 'dropped.yaml', content: new Blob(['of the file']) },
    ])
    session.sources.value = session.sources.value.map((source) =>
      source.name === 'typed.yaml' ? { name: source.name, content: 'a: 12' } : source,
    )
    SlowWorker.asked.shift()?.()
    await opened
    expect(session.sources.value).toEqual([
      { name: 'typed.yaml', content: 'a: 12' },
      { name: 'dropped.yaml', content: 'of the file' },
    ])
    session.close()
  })
})
