/** The list of decision records, which is a folder and no page in the repository. */
import { basename } from 'node:path'

import type { Page } from './pages.js'

const folder = 'docs/decisions'

/** A page that lists all records. */
export const decisionsPage = (pages: ReadonlyArray<Page>): Page => {
  const records = pages.filter(({ file }) => file.startsWith(`${folder}/`))
  const lines = records.map(({ file, title }) => `- [${title}](${basename(file)})`)
  return {
    file: `${folder}/index.md`,
    path: 'decisions/index',
    title: 'Decisions',
    text: `# Decisions\n\nWhy the project is as it is, one record each.\n\n${lines.join('\n')}\n`,
  }
}
