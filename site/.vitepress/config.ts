/** The site: which files are its pages, where the library is found, what a reader can go to. */
import { join } from 'node:path'

import { defineConfig } from 'vitepress'
import type { Plugin } from 'vite'

import { searched } from '../source/searched.js'
import { bar, sidebarOf } from '../source/navigation.js'
import { anchorOf } from '../source/prose.js'
import { repository } from '../source/repository.js'
import { writePages } from '../source/write.js'
import { mark } from './mark.js'

const pages = writePages()

/** While the site is served, a page that is edited in the repository is written anew. */
const rewritesPages: Plugin = {
  name: 'gcplan-pages',
  apply: 'serve',
  configureServer: ({ watcher, config }) => {
    const sources = ['docs', 'site/pages', 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md']
    watcher.add(sources.map((source) => join(repository, source)))
    watcher.on('change', (file) => {
      if (!file.endsWith('.md') || file.includes('/.pages/')) return
      try {
        writePages()
      } catch (error) {
        config.logger.error(String(error))
      }
    })
  },
}

export default defineConfig({
  lang: 'en',
  title: 'gcplan',
  description: 'Decides what Kubernetes, the kubelet and containerd would garbage-collect, without touching anything.',
  srcDir: '.pages',
  outDir: 'dist',
  cacheDir: 'cache',
  appearance: true,
  head: [['link', { rel: 'icon', href: mark.light }]],
  markdown: {
    anchor: { slugify: anchorOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    // Two braces are braces, and no expression of Vue's.
    config: ({ renderer, utils }) => {
      const escaped = (text = ''): string => utils.escapeHtml(text).replaceAll('{{', '&#123;&#123;')
      renderer.rules['text'] = (tokens, index) => escaped(tokens[index]?.content)
      renderer.rules['code_inline'] = (tokens, index) => {
        const { content = '' } = tokens[index] ?? {}
        // A flag is not broken after its dashes.
        return `<code${content.length < 28 ? ' class="short"' : ''}>${escaped(content)}</code>`
      }
    },
  },
  themeConfig: {
    nav: bar,
    sidebar: sidebarOf(pages),
    outline: { level: [2, 3] },
    search: { provider: 'local', options: { detailedView: true, _render: searched } },
    logo: { ...mark, alt: '' },
    docFooter: { prev: 'Before', next: 'Next' },
  },
  vite: {
    plugins: [rewritesPages],
    resolve: {
      alias: [
        { find: /^gcplan\/(.+)$/, replacement: `${repository}/src/$1/index.ts` },
        { find: /^gcplan$/, replacement: `${repository}/src/index.ts` },
      ],
    },
    build: { reportCompressedSize: false },
    worker: { format: 'es' },
    server: { fs: { allow: [repository] } },
  },
})
