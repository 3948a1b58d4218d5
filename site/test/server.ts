/** Serves what was built, below the base it was built for, and starts Chromium, while the tests run. */
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

import { chromium } from 'playwright-core'
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
    /** Where Chromium listens for playwright. */
    readonly chromium: string
  }
}

/** Where Chromium is. */
interface Installed {
  readonly path: string
  readonly libraries?: string
}

/** Quiet and alone: nothing but the site is found by it, also not by what Chromium itself asks for. */
const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync', '--disable-dev-shm-usage', '--hide-scrollbars'],
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
]

/** As a plain file server answers: a folder by its index, what is not there by 404 and its page. */
const fileFor = (path: string): { readonly file: string; readonly status: number } => {
  const wanted = join(built, normalize(path))
  const file = existsSync(wanted) && statSync(wanted).isDirectory() ? join(wanted, 'index.html') : wanted
  return existsSync(file) ? { file, status: 200 } : { file: join(built, '404.html'), status: 404 }
}

/** The base it was built for: below another no page would find its scripts, and every test would wait in vain. */
const builtBase = (): string => {
  const found = /(?:src|href)="([^"]*\/)assets\//.exec(readFileSync(join(built, 'index.html'), 'utf8'))
  if (found?.[1] === undefined) throw new Error(`${built} has no page with scripts: build it with npm run site:test`)
  return found[1]
}

/** Vitest calls it once, before all tests; what it answers is called after them. */
const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const base = builtBase()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site')
    const below = pathname.startsWith(base) ? decodeURIComponent(pathname.slice(base.length - 1)) : '/nowhere'
    const { file, status } = fileFor(below)
    // The name of an asset is that of its content.
    const age = below.startsWith('/assets/') ? { 'cache-control': 'max-age=86400' } : {}
    response.writeHead(status, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream', ...age })
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  project.provide('site', `http://127.0.0.1:${port}${base}`)
  const installed: Installed = JSON.parse(process.env['GCPLAN_SITE_CHROMIUM'] ?? '{"path":"/usr/bin/chromium"}')
  const { path, libraries } = installed
  const env = { ...process.env, ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries }) }
  const browser = await chromium.launchServer({ executablePath: path, args: FLAGS, env })
  project.provide('chromium', browser.wsEndpoint())
  return async () => {
    await browser.close()
    server.closeAllConnections()
    server.close()
  }
}

export default setup
