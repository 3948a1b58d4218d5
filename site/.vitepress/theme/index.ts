/** VitePress's own theme in the colours of gcplan, and the components that pages may name. */
import type { Theme } from 'vitepress'
import BaseTheme from 'vitepress/theme'
import { type Component, defineAsyncComponent } from 'vue'

import Page from './Page.vue'
import './style.css'

const components: Readonly<Record<string, () => Promise<Component>>> = {
  DocPicture: async () => (await import('../../components/DocPicture.vue')).default,
  HomePage: async () => (await import('../../components/home/HomePage.vue')).default,
  ImageGc: async () => (await import('../../components/image-gc/ImageGc.vue')).default,
  Playground: async () => (await import('../../playground/Playground.vue')).default,
}

const theme: Theme = {
  extends: BaseTheme,
  Layout: Page,
  enhanceApp: ({ app }) => {
    for (const [name, load] of Object.entries(components)) app.component(name, defineAsyncComponent(load))
  },
}

// VitePress finds the theme by its default export.
export default theme
