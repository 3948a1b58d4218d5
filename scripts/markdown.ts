/** Lays a generated page out as `npm run format` would, so that the page, once written, is not reformatted. */
import { readFileSync } from 'node:fs'

import { type FormatConfig, format } from 'oxfmt'

const options = JSON.parse(readFileSync('.oxfmtrc.json', 'utf8')) as FormatConfig

/** @throws where the text is no Markdown, with the first complaint */
export const asMarkdownPage = async (draft: string): Promise<string> => {
  const { code, errors } = await format('page.md', draft, options)
  if (errors[0] !== undefined) throw new Error(errors[0].message)
  return code
}
