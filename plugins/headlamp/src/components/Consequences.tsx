/** What follows besides the waves: lost data, what hangs, what comes back, what stays. */
import type { CascadeView } from 'gcplan/view'
import type { ReactNode } from 'react'
import { Parts, type Said } from './Parts.js'

/** In the order in which a reader needs it. A finalizer of nobody known is told among what is stuck. */
const partsOf = ({ sections, next }: CascadeView): ReadonlyArray<Said> => [
  { title: 'Data', lines: sections.data.lines.map(({ said }) => said) },
  { title: 'What would never go', lines: sections.never.lines.map(({ target, said }) => `${target.said}: ${said}`) },
  {
    title: 'What would hang',
    lines: [
      ...sections.waits.lines.flatMap(({ party, said }) => (party === null ? [] : [said])),
      ...sections.stuck.lines.map(({ target, sentences }) => `${target.said}: ${sentences.join('; ')}`),
      ...sections.lostGroups.lines.map(({ said }) => said),
      ...sections.conditions.lines.map(({ said }) => said),
    ],
  },
  { title: 'Who has to act then', lines: next.map(({ said }) => said) },
  { title: 'What goes later', lines: sections.later.lines.map(({ target, said }) => `${target.said}: ${said}`) },
  { title: 'What comes back', lines: sections.comesBack.lines.map(({ said }) => said) },
  {
    title: 'What stays',
    lines: [
      ...sections.leftBehind.lines.map(({ target, by }) => `${target.said} is left behind by ${by.said}`),
      ...sections.keptByOthers.lines.map(
        ({ target, owners }) =>
          `${target.said} is kept by ${owners.map(({ kind, name }) => `${kind} ${name}`).join(', ')}`,
      ),
    ],
  },
  {
    title: 'What may come otherwise',
    lines: [...sections.races.lines, ...sections.circles.lines].map(({ said }) => said),
  },
]

/** What follows, in parts. */
export const Consequences = ({ view }: { readonly view: CascadeView }): ReactNode => <Parts parts={partsOf(view)} />
