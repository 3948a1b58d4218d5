/** What the search knows of a page: all of it, except that of the API it knows names and what each is for. */
import type { MarkdownEnv } from 'vitepress'

/** Headings of a page of the API, each with the first paragraph below it. */
const outlineOf = (text: string): string => {
  const sections = text.split(/^(?=#{1,3} )/m)
  return sections
    .filter((section) => section.startsWith('#'))
    .map((section) => {
      const [heading = '', ...rest] = section.split('\n\n')
      const about = rest.find((part) => /^[A-Z]/.test(part)) ?? ''
      return `${heading}\n\n${about}`
    })
    .join('\n\n')
}

/** The part of VitePress's renderer that is used. */
interface Renderer {
  readonly render: (text: string, env: MarkdownEnv) => string
}

/** The HTML that is read for the index. */
export const searched = (text: string, env: MarkdownEnv, renderer: Renderer): string =>
  renderer.render(env.relativePath.startsWith('api/') ? outlineOf(text) : text, env)
