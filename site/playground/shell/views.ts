/** Which view draws the answer to a question; each is loaded when its question is first asked. */
import { type Component, defineAsyncComponent } from 'vue'

import type { QuestionKind } from '../worker/question'
import NoView from './NoView.vue'

const found = import.meta.glob<{ readonly default: Component }>('../views/*View.vue')
const named = (name: string) => async (): Promise<Component> =>
  (await found[`../views/${name}View.vue`]?.())?.default ?? NoView

const loaders: Readonly<Record<QuestionKind, () => Promise<Component>>> = {
  cascade: named('Cascade'),
  diagnosis: named('Diagnosis'),
  containerd: named('Containerd'),
  images: named('Images'),
  forecast: named('Forecast'),
  layers: named('Layers'),
  schedule: named('Schedule'),
  plan: async () => (await import('../plan/PlanView.vue')).default,
}

const components = new Map<QuestionKind, Component>()

/** The view of a kind of question. */
export const viewOf = (kind: QuestionKind): Component => {
  const view = components.get(kind) ?? defineAsyncComponent(loaders[kind])
  components.set(kind, view)
  return view
}

/** Loads a view while the worker still thinks; where that fails, whoever shows it tells. */
export const loadView = (kind: QuestionKind): void => {
  loaders[kind]().catch(() => {})
}
