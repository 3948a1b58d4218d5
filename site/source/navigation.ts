/** What a reader can go to, by what readers do. */
import type { DefaultTheme } from 'vitepress'

import { type Page, addressOf } from './pages.js'
import { titleOf } from './prose.js'
import { filesIn, textOf } from './repository.js'
import { pagesFolder } from './write.js'

/** Groups of the sidebar: the pages of each by address, or the folders whose pages it has, in this order. */
const GROUPS: ReadonlyArray<{ readonly text: string; readonly has: ReadonlyArray<string>; readonly open: boolean }> = [
  { text: 'Start', has: ['introduction'], open: true },
  {
    text: 'Guides',
    has: [
      'guides/before-you-delete',
      'guides/stuck-namespace',
      'guides/disk-full',
      'guides/image-gc',
      'guides/blob-alive',
      'guides/unused-configmaps',
      'guides/test-your-controller',
      'guides/',
    ],
    open: true,
  },
  {
    text: 'What goes, and why',
    has: [
      'collectors/kubernetes-cascade',
      'collectors/kubernetes',
      'collectors/kubernetes-controllers',
      'collectors/kubernetes-lifecycle',
      'collectors/kubernetes-surprises',
      'collectors/kubelet-image',
      'collectors/kubelet-container',
      'node-pressure',
      'collectors/containerd',
      'collectors/image-reclaim',
      'collectors/',
    ],
    open: true,
  },
  { text: 'Command line', has: ['cli', 'decoders', 'loops-and-configuration', 'errors'], open: true },
  { text: 'Embedding', has: ['view', 'execution', 'guards', 'scale'], open: false },
  { text: 'Clusters and nodes', has: ['adapters/'], open: false },
  { text: 'Testing', has: ['guide-testing', 'guide-collect', 'testing'], open: false },
  { text: 'Releases', has: ['upgrade/', 'changelog'], open: false },
  {
    text: 'Evidence',
    has: ['fidelity', 'divergences', 'founding-documents', 'kep-14', 'upstream'],
    open: false,
  },
  {
    text: 'The project',
    has: ['architecture', 'vocabulary', 'decisions/index', 'contributing', 'release', 'security', ''],
    open: false,
  },
]

/** Pages that are reached from others. */
const isListed = ({ path }: Page): boolean =>
  path !== 'index' && path !== 'playground/index' && !/^decisions\/\d/.test(path)

const itemOf = ({ title, path }: Page): DefaultTheme.SidebarItem => ({ text: title, link: addressOf(path) })

/** Each page stands once, in the first group that has it; a page that none names is in the last. */
const groupsOf = (pages: ReadonlyArray<Page>): ReadonlyArray<DefaultTheme.SidebarItem> => {
  const left = new Set(pages.filter(isListed))
  return GROUPS.map(({ text, has, open }) => {
    const found = has.flatMap((name) => {
      const mine = [...left].filter(({ path }) =>
        name === '' ? true : name.endsWith('/') ? path.startsWith(name) : path === name,
      )
      mine.forEach((page) => left.delete(page))
      return mine
    })
    return { text, collapsed: !open, items: found.map(itemOf) }
  })
}

const apiItems = (): ReadonlyArray<DefaultTheme.SidebarItem> =>
  filesIn(`${pagesFolder}/api`, '.md')
    .filter((file) => file !== `${pagesFolder}/api/index.md`)
    .map((file) => ({
      text: titleOf(textOf(file), file),
      link: addressOf(file.replace(`${pagesFolder}/`, '').replace(/\.md$/, '')),
    }))

/** The sidebar, the same on every page. */
export const sidebarOf = (pages: ReadonlyArray<Page>): DefaultTheme.SidebarItem[] => [
  ...groupsOf(pages).slice(0, -2),
  { text: 'API', collapsed: true, items: [...apiItems()] },
  ...groupsOf(pages).slice(-2),
]

/** The bar above. */
export const bar: DefaultTheme.NavItem[] = [
  { text: 'Guides', link: '/guides/before-you-delete', activeMatch: '^/guides/' },
  { text: 'Documentation', link: '/introduction', activeMatch: '^/(introduction|collectors|cli|decoders|adapters)' },
  { text: 'API', link: '/api/', activeMatch: '^/api/' },
  { text: 'Playground', link: '/playground/' },
]
