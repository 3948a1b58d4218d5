/** What a `.vue` file is to a tool that reads TypeScript alone. */
declare module '*.vue' {
  import type { DefineComponent } from 'vue'
  const component: DefineComponent
  export default component
}
