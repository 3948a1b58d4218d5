/** kubectl of the archive, on a control plane. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { type Package, unpacked } from '../archive.js'

/** The package of kubectl. */
export const client: Package = {
  name: 'kubernetes-client',
  suite: 'bookworm',
  version: '1.20.5+really1.20.2-1.1+deb12u1',
}

/** What kubectl printed. */
export interface Answer {
  readonly ok: boolean
  readonly out: string
}

/** kubectl, as a user types it. */
export interface Kubectl {
  /** The folder that has it, for a `PATH`. */
  readonly folder: string
  readonly kubeconfig: string
  readonly run: (words: string, input?: unknown) => Answer
  /** What a command printed; an error where it failed. */
  readonly done: (words: string, input?: unknown) => string
}

/** Finds kubectl. */
export const kubectlFor = (kubeconfig: string): Kubectl => {
  const found = unpacked(client)
  if (found._tag === 'Lacking') throw new Error(found.because)
  const folder = join(found.folder, 'usr/bin')
  const run: Kubectl['run'] = (words, input) => {
    const text = input === undefined ? '' : JSON.stringify(input)
    const { status, stdout, stderr } = spawnSync(
      join(folder, 'kubectl'),
      ['--kubeconfig', kubeconfig, ...words.split(' ')],
      { input: text, encoding: 'utf8' },
    )
    return { ok: status === 0, out: status === 0 ? stdout : stderr }
  }
  return {
    folder,
    kubeconfig,
    run,
    done: (words, input) => {
      const { ok, out } = run(words, input)
      if (!ok) throw new Error(`kubectl ${words}: ${out}`)
      return out
    },
  }
}

/** Whether something comes to be within so many seconds. */
export const within = async (seconds: number, is: () => boolean): Promise<boolean> => {
  const until = Date.now() + seconds * 1000
  while (Date.now() < until) {
    if (is()) return true
    await sleep(200)
  }
  return is()
}
