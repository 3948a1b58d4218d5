/** Has code loaded and compiled before the first files come: the first cluster took three times as long as the second. */
import { hold, nothingHeld } from './files'
import { offersFor } from './offers'
import type { PlanQuestion } from './protocol'
import { answererFor } from './questions'

/** So many objects that what reads and decides them is compiled well, and few enough that a drop meanwhile waits hardly. */
const pods = 400

const listed = (): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'List',
    items: Array.from({ length: pods }, (_, index) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        ...{ name: `pod-${index}`, namespace: 'warm', uid: `warm-${index}`, creationTimestamp: '2026-01-01T00:00:00Z' },
        ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'set', uid: 'warm-set' }],
      },
    })),
  })

const question: PlanQuestion = { kind: 'plan', of: 'kubernetes', settings: {} }

/** Reads and plans a made list as a dropped one; its answer is nobody's. */
export const warm = async (): Promise<void> => {
  const held = await hold([{ name: 'warm.json', content: new Blob([listed()]) }], nothingHeld)
  await offersFor(held)
  // Between its parts, files that were dropped meanwhile come first.
  await (await answererFor(question)).answer(held, question, async () => new Promise((go) => setTimeout(go)))
}
