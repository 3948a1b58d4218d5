/**
 * Reads lists of objects through a pipe with a heap that is hardly larger than they are: one `List`, one object a line, and
 * pages. Of each object the reader keeps its metadata, and has to find all of them. The text is made while it is read:
 * `npm run stream -- --mebibytes 1024 --heap 160 --seed 1 --form List`.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import process from 'node:process'
import { parseArgs } from 'node:util'

import { root } from './package.mjs'

const { values } = parseArgs({
  options: {
    mebibytes: { type: 'string', default: '128' },
    heap: { type: 'string', default: '160' },
    seed: { type: 'string', default: '1' },
    form: { type: 'string', default: '' },
    read: { type: 'boolean', default: false },
  },
})

/** How a text of objects begins, what stands between them, and how it ends; pages have so many objects. */
const forms = /** @type {const} */ ({
  List: {
    begins: '{"apiVersion":"v1","items":[',
    between: ',',
    ends: '],"kind":"List","metadata":{}}\n',
    page: Infinity,
  },
  lines: { begins: '', between: '\n', ends: '\n', page: Infinity },
  pages: {
    begins: '{"kind":"PodList","apiVersion":"v1","metadata":{},"items":[',
    between: ',',
    ends: ']}\n',
    page: 500,
  },
})

/** Numbers from 0 to 1 that a seed decides. @param {number} seed @returns {() => number} */
const randomOf = (seed) => {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** What follows the name of a pod: two to three kilobytes that a reader does not keep. @param {() => number} random */
const restOf = (random) => {
  const metadata = {
    labels: { app: 'größe "1"\\', items: '[{"items": [' },
    managedFields: Array.from({ length: 10 }, () => ({ manager: 'kubelet', fieldsV1: { [`f:${random()}`]: {} } })),
  }
  const containers = Array.from({ length: 12 }, () => ({
    image: `registry.example.com/${random()}`,
    env: [{ items: [] }],
  }))
  return `${JSON.stringify(metadata).slice(1)},${JSON.stringify({ spec: { containers }, status: { items: [random(), {}] } }).slice(1)}`
}

/** @param {string} text @param {import('node:crypto').Hash} hash */
const note = (text, hash) => hash.update(`${text}\n`)

/** What a reader found, or should have found. @param {number} count @param {import('node:crypto').Hash} hash */
const result = (count, hash) => `${count} objects, digest ${hash.digest('hex').slice(0, 12)}`

/** @param {keyof typeof forms} name @param {NodeJS.WritableStream} to @param {number} bytes */
const write = async (name, to, bytes) => {
  const { begins, between, ends, page } = forms[name]
  const random = randomOf(Number(values.seed))
  const rests = Array.from({ length: 100 }, () => restOf(random))
  const hash = createHash('sha256')
  let [written, index, text] = [0, 0, begins]
  for (; written < bytes; index++) {
    const pod = `web-${Math.floor(random() * 1000)}-${index}`
    note(pod, hash)
    if (index > 0) text += index % page === 0 ? ends + begins : between
    text += `{"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"shop","name":"${pod}","uid":"${index}",`
    text += rests[Math.floor(random() * rests.length)]
    if (text.length < 2 ** 18) continue
    written += text.length
    if (!to.write(text)) await once(to, 'drain')
    text = ''
  }
  to.end(text + ends)
  return result(index, hash)
}

/** Reads standard input, in a process with a small heap. */
const read = async () => {
  const { kubectlObjectsInParts, linesOf } = await import('gcplan/decode')
  const reader = kubectlObjectsInParts((object) => {
    const { apiVersion, kind, metadata } =
      /** @type {{ apiVersion: string, kind: string, metadata: Record<string, unknown> }} */ (object)
    const { namespace, name, uid } = metadata
    return { apiVersion, kind, metadata: { namespace, name, uid } }
  })
  const decoder = new TextDecoder()
  for await (const chunk of process.stdin) reader.add(decoder.decode(chunk, { stream: true }))
  const read = reader.end()
  if (read._tag === 'Left') throw new Error(linesOf(read.left).join('\n'))
  const hash = createHash('sha256')
  for (const { metadata } of read.right.objects) note(metadata.name, hash)
  console.log(result(read.right.objects.length, hash))
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const processor = ((userCPUTime + systemCPUTime) / 1e6).toFixed(1)
  console.error(`the reader took ${processor} s of processor time and ${Math.round(maxRSS / 1024)} MiB at most`)
}

/** @param {keyof typeof forms} name */
const check = async (name) => {
  const begun = performance.now()
  const args = [`--max-old-space-size=${values.heap}`, import.meta.filename, '--read']
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  // A reader that dies closes the pipe, which its exit code says.
  child.stdin.on('error', () => {})
  let found = ''
  child.stdout.on('data', (chunk) => {
    found += chunk
  })
  const written = await Promise.race([
    write(name, child.stdin, Number(values.mebibytes) * 2 ** 20).catch(() => ''),
    ended.then(() => ''),
  ])
  const [code] = await ended
  const isRight = code === 0 && found.trim() === written
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(
    `${name}: ${values.mebibytes} MiB with a heap of ${values.heap} MB, ${seconds} s: ${isRight ? written : `expected ${written}, got ${found.trim()}, exit code ${code}`}`,
  )
  if (!isRight) process.exitCode = 1
}

if (values.read) await read()
else
  for (const name of /** @type {ReadonlyArray<keyof typeof forms>} */ (Object.keys(forms)))
    if (values.form === '' || values.form === name) await check(name)
