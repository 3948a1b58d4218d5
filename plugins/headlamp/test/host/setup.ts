/** Bundles the page of Headlamp's parts once for all tests. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { TestProject } from 'vitest/node'

import { buildPage } from './build.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    readonly page: string
  }
}

export const setup = async (project: TestProject): Promise<() => void> => {
  const folder = mkdtempSync(join(tmpdir(), 'gcplan-headlamp-'))
  const page = join(folder, 'page.js')
  await buildPage(page)
  project.provide('page', page)
  return () => rmSync(folder, { recursive: true, force: true })
}
