/** Serves what was built, below the base it was built for, while the tests run. */
import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { TestProject } from 'vitest/node'

const built = fileURLToPath(new URL('../dist/tested', import.meta.url))

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the site is, with its base and a slash at the end. */
    readonly site: string
    readonly chromium: { readonly path: string; readonly libraries?: string }
  }
}

/** As a plain file server answers: a folder by its index, what is not there by 404 and its page. */
const fileFor = (path: string): { readonly file: string; readonly status: number } => {
  const wanted = join(built, normalize(path))
  const file = existsSync(wanted) && statSync(wanted).isDirectory() ? join(wanted, 'index.html') : wanted
  return existsSync(file) ? { file, status: 200 } : { file: join(built, '404.html'), status: 404 }
}

/** Vitest calls it once, before all tests; what it answers is called after them. */
const setup = async (project: TestProject): Promise<() => void> => {
  const base = process.env['GCPLAN_SITE_BASE'] ?? '/'
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site')
    const below = pathname.startsWith(base) ? decodeURIComponent(pathname.slice(base.length - 1)) : '/nowhere'
    const { file, status } = fileFor(below)
    response.writeHead(status, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  project.provide('site', `http://127.0.0.1:${port}${base}`)
  project.provide('chromium', JSON.parse(process.env['GCPLAN_SITE_CHROMIUM'] ?? '{"path":"/usr/bin/chromium"}'))
  return () => {
    server.closeAllConnections()
    server.close()
  }
}

export default setup
