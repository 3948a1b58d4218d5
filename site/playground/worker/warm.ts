/** Has code loaded and compiled before the first files come: the first cluster took three times as long as the second. */
import { hold, nothingHeld } from './files'
import { offersFor } from './offers'
import type { PlanQuestion } from './question'
import { answererFor } from './questions'

/** Few enough that a drop meanwhile waits hardly. */
const pods = 400
/** So often that what reads and decides them is compiled well: the first drop takes half as long as after one round. */
const rounds = 5

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

/** Reads and plans made lists as dropped ones; their answers are nobody's. Ends where nobody wants it any more. */
export const warm = async (isWanted: () => boolean): Promise<void> => {
  const listing = new Blob([listed()])
  const answerer = await answererFor(question)
  for (let round = 0; round < rounds && isWanted(); round += 1) {
    const held = await hold([{ name: 'warm.json', content: listing }], nothingHeld)
    await offersFor(held)
    // Between its parts, files that were dropped meanwhile come first.
    await answerer.answer(held, question, async () => new Promise((go) => setTimeout(go)))
  }
}
