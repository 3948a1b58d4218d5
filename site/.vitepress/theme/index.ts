/** VitePress's own theme, and the components that pages may name. */
import type { Theme } from 'vitepress'
import BaseTheme from 'vitepress/theme'
import { defineAsyncComponent } from 'vue'

const theme: Theme = {
  extends: BaseTheme,
  enhanceApp: ({ app }) => {
    app.component(
      'Playground',
      defineAsyncComponent(async () => import('../../playground/Playground.vue')),
    )
  },
}

// VitePress finds the theme by its default export.
export default theme
