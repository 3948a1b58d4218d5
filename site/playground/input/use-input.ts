/** How files come into the session: typed, dropped, pasted or opened. What is typed is read when the typing pauses. */
import { onBeforeUnmount, shallowRef } from 'vue'

import type { Session } from '../state/session'
import type { SourceFile } from '../worker/known-files'
import type { Question } from '../worker/question'
import { freeName } from './dropped'

/** So long nobody types, in milliseconds. */
const silence = 250

/** The ways into a session; `onOpen` hears of files that were not typed. */
export const useInput = (session: Pick<Session, 'sources' | 'question' | 'open'>, onOpen: () => void) => {
  const { sources, question } = session
  let pause: ReturnType<typeof setTimeout> | undefined
  /** Until then the answer is that of other files. */
  const isTyping = shallowRef(false)
  /** What was typed last is of no use once other files come. */
  const forget = (): void => {
    clearTimeout(pause)
    isTyping.value = false
  }
  const read = (files: ReadonlyArray<SourceFile>, asked: Question | undefined = question.value): Promise<void> => {
    forget()
    return session.open(files, asked)
  }
  const change = (files: ReadonlyArray<SourceFile>): void => {
    sources.value = files
    clearTimeout(pause)
    isTyping.value = true
    pause = setTimeout(() => void read(files), silence)
  }
  const write = (name: string, text: string): void => {
    const isThere = sources.value.some((source) => source.name === name)
    const written = { name, content: text }
    change(isThere ? sources.value.map((one) => (one.name === name ? written : one)) : [...sources.value, written])
  }
  const open = (files: ReadonlyArray<SourceFile>, asked?: Question): void => {
    onOpen()
    void read(files, asked)
  }
  const drop = (files: ReadonlyArray<SourceFile>): void => {
    const names = new Set(files.map(({ name }) => name))
    open([...sources.value.filter(({ name }) => !names.has(name)), ...files])
  }
  const paste = (text: string): void => {
    const ending = /^\s*[[{]/.test(text) ? 'json' : /^\w[\w.-]*:/m.test(text) ? 'yaml' : 'txt'
    const taken = sources.value.map(({ name }) => name)
    drop([{ name: freeName(taken, 'pasted', ending), content: text }])
  }
  const pasteFromClipboard = async (): Promise<void> => {
    try {
      const text = await navigator.clipboard.readText()
      if (text.trim() !== '') {
        paste(text)
        return
      }
    } catch {
      // The reader may not have allowed it; then there is a file to paste into.
    }
    drop([{ name: 'pasted.json', content: '' }])
  }
  const clear = (): void => {
    void read([])
  }
  onBeforeUnmount(() => {
    clearTimeout(pause)
  })
  return { isTyping, forget, change, write, open, drop, paste, pasteFromClipboard, clear }
}
