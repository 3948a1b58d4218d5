/**
 * Answers what the growth of renderings is measured on: a plan with reasons, and pictures of a chain and of a star.
 */
import { either as E } from 'fp-ts'

import type { Picture } from '../src/index.js'
import * as Image from '../src/kubelet/image/index.js'
import {
  planDocumentInParts,
  renderDot,
  renderJson,
  renderMermaid,
  renderTable,
  renderText,
  safeJsonInParts,
} from '../src/render/index.js'
import type { Growing } from './growing.js'
import { imageSnapshot } from './kubelet-image.input.js'

const times = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index))

/** A plan of so many images. */
export const planned = (size: number): Image.Plan => {
  const plan = Image.plan(Image.defaultPolicy)(imageSnapshot(size))
  if (E.isLeft(plan)) throw new Error(JSON.stringify(plan.left))
  return plan.right
}

const ofPlan = (name: string, render: (plan: Image.Plan) => string): Growing => ({
  name: `render ${name}`,
  prepare: (size) => {
    const plan = planned(size)
    return () => render(plan)
  },
})

const { explain } = Image

const picture = (size: number, ownerOf: (index: number) => number): Picture => ({
  clusters: [],
  nodes: times(size, (index) => ({
    ...{ id: `n${index}`, kind: 'image', label: `n${index}`, state: 'stays', isRoot: index === 0 },
    ...{ cluster: '', note: '', beside: 0 },
  })),
  edges: times(size - 1, (index) => ({
    from: `n${ownerOf(index + 1)}`,
    to: `n${index + 1}`,
    label: '',
    line: 'holds' as const,
  })),
  omitted: 0,
})

const pictures = Object.entries({ chain: (index: number) => index - 1, star: () => 0 }).flatMap(([name, ownerOf]) =>
  Object.entries({ dot: renderDot, mermaid: renderMermaid }).map(([format, render]): Growing => ({
    name: `render ${format}, a ${name}`,
    prepare: (size) => {
      const drawn = picture(size, ownerOf)
      return () => render(drawn)
    },
  })),
)

export const renderings: ReadonlyArray<Growing> = [
  ofPlan('text', renderText({ explain })),
  ofPlan('table', renderTable({ explain, columns: 'plain' })),
  ofPlan('json', renderJson({ collector: 'image', explain })),
  ofPlan('json in parts', (plan) =>
    [...safeJsonInParts(planDocumentInParts({ collector: 'image', explain })(plan))].join(''),
  ),
  ...pictures,
]
