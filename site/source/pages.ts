/** Which files of the repository are pages of the site, and where. */
import { basename, dirname, join } from 'node:path'

import { titleOf } from './prose.js'
import { filesIn, textOf } from './repository.js'

/** A page. */
export interface Page {
  /** Its file, named from the repository's root. */
  readonly file: string
  /** Its address below the base, without an ending: `cli`, `adapters/index`. */
  readonly path: string
  readonly title: string
  readonly text: string
}

/** Files beside `docs/` that are read as pages too. */
const BESIDE: Readonly<Record<string, string>> = {
  'README.md': 'introduction',
  'CONTRIBUTING.md': 'contributing',
  'CHANGELOG.md': 'changelog',
  'SECURITY.md': 'security',
}

const pathOf = (file: string): string => {
  const below = file.replace(/^(docs|site\/pages)\//, '').replace(/\.md$/, '')
  return basename(below) === 'README' ? join(dirname(below), 'index') : below
}

const pageOf = (file: string, path: string): Page => {
  const text = textOf(file)
  const title = path === 'introduction' ? 'Introduction' : titleOf(text, basename(path))
  return { file, path, title, text }
}

/** Every page but those of the API, which typedoc writes. */
export const allPages = (): ReadonlyArray<Page> => [
  ...Object.entries(BESIDE).map(([file, path]) => pageOf(file, path)),
  ...filesIn('docs', '.md')
    .filter((file) => !file.startsWith('docs/api/'))
    .map((file) => pageOf(file, pathOf(file))),
  ...filesIn('site/pages', '.md').map((file) => pageOf(file, pathOf(file))),
]

/** Where a page is linked to: a folder's own page by the folder. */
export const addressOf = (path: string): string => `/${path.replace(/(^|\/)index$/, '$1')}`
