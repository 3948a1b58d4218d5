/** The site: which files are its pages, where the library is found, what the reader can go to. */
import { fileURLToPath } from 'node:url'

import { defineConfig } from 'vitepress'

const repository = fileURLToPath(new URL('../..', import.meta.url))

export default defineConfig({
  lang: 'en',
  title: 'gcplan',
  description: 'Decides what Kubernetes, the kubelet and containerd would garbage-collect, without touching anything.',
  srcDir: 'pages',
  outDir: 'dist',
  cacheDir: 'cache',
  vite: {
    resolve: {
      alias: [
        { find: /^gcplan\/(.+)$/, replacement: `${repository}src/$1/index.ts` },
        { find: /^gcplan$/, replacement: `${repository}src/index.ts` },
      ],
    },
    worker: { format: 'es' },
    server: { fs: { allow: [repository] } },
  },
})
