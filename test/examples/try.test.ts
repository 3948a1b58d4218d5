/** The first look at the programs of `examples/`, as `npm run try` takes it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { request } from 'node:https'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, describe, expect, it } from 'vitest'

import { root } from '../cli/bundle.js'
import { full } from '../runs.js'

const running: ChildProcess[] = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGTERM')
})

/** Tries a program in a group of processes; gives its lines up to one, and lets the test end it as Ctrl-C does: the whole group hears of it. */
const tried = async (name: string, last: RegExp) => {
  const folder = join(root, 'examples', name)
  const [program, look] = ['main.ts', 'try.ts'].map((file) => `examples/${name}/${file}`)
  const runner = join(root, 'scripts/run-ts.mjs')
  const child = spawn('node', [runner, String(look), 'node', runner, String(program)], {
    cwd: folder,
    env: { ...process.env, PORT: '0', METRICS_PORT: '0' },
    ...{ stdio: ['ignore', 'pipe', 'inherit'], detached: true },
  })
  running.push(child)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  let text = ''
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8')
      if (last.test(text)) resolve()
    })
    void ended.then(() => resolve())
  })
  return {
    text,
    end: async () => {
      process.kill(-(child.pid ?? NaN), 'SIGINT')
      return { code: await ended, text }
    },
  }
}

const posted = (port: number, folder: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const [ca, body] = ['tls.crt', 'review.json'].map((file) => readFileSync(join(folder, file)))
    const options = { host: 'localhost', port, path: '/review', method: 'POST', ca, agent: false }
    const sent = request(options, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
      answer.on('end', () => resolve(text))
    })
    sent.on('error', reject)
    sent.end(body)
  })

describe('npm run try', () => {
  it.each(['lifecycle-controller', 'admission-gate'])('is a script of the %s, of what its build makes', (name) => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'examples', name, 'package.json'), 'utf8')) as {
      readonly scripts: Readonly<Record<string, string>>
    }
    expect(scripts['build']).toMatch(/^esbuild main\.ts try\.ts .*--outdir=dist /)
    expect([scripts['pretry'], scripts['try']]).toStrictEqual([
      'npm run -s build',
      'node dist/try.js node dist/main.js',
    ])
  })

  // Each starts two programs.
  it.each(full ? ['lifecycle-controller'] : [])(
    'lets the %s delete a Job that ended a week ago, and ends with it',
    async (name) => {
      const { text, end } = await tried(name, /"message":"Delete"/)
      expect(text).toContain('kubectl get jobs --namespace shop')
      expect(text).toContain('job-0')
      const { code, text: whole } = await end()
      // In order: the second signal of one name would end the program at once.
      expect([code, whole.includes('nobody holds the lease')]).toStrictEqual([0, true])
      expect(whole).not.toContain('"level":"error"')
      expect(existsSync(/KUBECONFIG=(\S+)/.exec(whole)?.[1] ?? '.')).toBe(false)
    },
    300_000,
  )

  it.each(full ? ['admission-gate'] : [])(
    'lets the %s refuse a namespace with a pod, over TLS, and ends with it',
    async (name) => {
      const { text, end } = await tried(name, /curl .*\/review\n/)
      const folder = /--cacert (\S+)\/tls\.crt/.exec(text)?.[1] ?? ''
      // The port that was free, which only the gate knows.
      const port = Number(/curl .* https:\/\/localhost:(\d+)\/review/.exec(text)?.[1])
      // Until it has listed the cluster it says that it has not.
      let answer = ''
      while (!answer.includes('AdmissionReview')) answer = await posted(port, folder)
      expect(answer).toContain('namespace shop goes with 1 pod')
      const { code, text: whole } = await end()
      expect([code, whole.match(/closed, 0 requests cut/g)?.length]).toStrictEqual([0, 2])
      expect(existsSync(folder)).toBe(false)
    },
    300_000,
  )
})
