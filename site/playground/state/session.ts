/** The state of the page: files, what they are, the question, its answer. One way: files -> offers -> question -> answer. */
import { type ShallowRef, computed, shallowRef } from 'vue'

import type { KnownFile, Problem, SourceFile } from '../worker/known-files'
import type { Found, Nearly, Offer } from '../worker/offer'
import type { Answer, Rows, Step, Window } from '../worker/protocol'
import type { Question } from '../worker/question'
import { type Client, startClient } from './client'
import { followerOf } from './follow'
import type { Shared } from './fragment'
import { type Seen, seenAfter } from './seen'

export type Session = ReturnType<typeof makeSession>

/** Whether a question can be put as it is. */
const isWhole = (question: Question, offer: Offer | undefined): boolean =>
  offer?.needs !== 'object' || question.kind !== 'cascade' || question.objects.length > 0

const sameOffer = (offer: Offer, question: Question): boolean =>
  offer.question.kind === question.kind &&
  (offer.question.kind !== 'plan' || question.kind !== 'plan' || offer.question.of === question.of)

export const makeSession = () => {
  const sources = shallowRef<ReadonlyArray<SourceFile>>([])
  const known = shallowRef<ReadonlyArray<KnownFile>>([])
  const offers = shallowRef<ReadonlyArray<Offer>>([])
  const nearly = shallowRef<ReadonlyArray<Nearly>>([])
  const question = shallowRef<Question | undefined>()
  const answer = shallowRef<Answer | undefined>()
  const seen = shallowRef<Seen>({})
  const fileProblems = shallowRef<ReadonlyArray<Problem>>([])
  const answerProblems = shallowRef<ReadonlyArray<Problem>>([])
  const progress: ShallowRef<{ readonly step: Step; readonly said: string } | undefined> = shallowRef()
  const broken = shallowRef<string | undefined>()
  const isOpening = shallowRef(false)
  const isAsking = shallowRef(false)

  const offer = computed(() => {
    const asked = question.value
    return asked === undefined ? undefined : offers.value.find((one) => sameOffer(one, asked))
  })
  const problems = computed(() => [...fileProblems.value, ...answerProblems.value])

  let client: Client | undefined
  let turn = 0
  let opening = 0
  const started = (): Client =>
    (client ??= startClient(
      (step, said) => {
        progress.value = { step, said }
      },
      (message) => {
        broken.value = message
      },
    ))

  /** Shows another answer, or none; what is chosen in it stays as far as it can. */
  const show = (next: Answer | undefined): void => {
    seen.value = seenAfter(seen.value, answer.value?.question, next?.question)
    answer.value = next
  }

  const ask = async (asked: Question): Promise<void> => {
    question.value = asked
    const mine = ++turn
    if (!isWhole(asked, offer.value)) {
      show(undefined)
      answerProblems.value = []
      return
    }
    isAsking.value = true
    try {
      const outcome = await started().ask(asked)
      if (mine !== turn || outcome.type === 'superseded') return
      broken.value = undefined
      answerProblems.value = outcome.type === 'refused' ? outcome.problems : []
      if (outcome.type === 'answered') show(outcome.answer)
      else if (answer.value?.question.kind !== asked.kind) show(undefined)
    } catch (error) {
      if (mine === turn) {
        show(undefined)
        // The worker tells of its own faults; this one came before it was asked.
        broken.value ??= String(error)
      }
    } finally {
      if (mine === turn) {
        isAsking.value = false
        progress.value = undefined
      }
    }
  }

  /** Takes files in the place of those that are there; the question stays where it still can be asked. */
  const open = async (
    files: ReadonlyArray<SourceFile>,
    wanted: Question | undefined = question.value,
  ): Promise<void> => {
    sources.value = files
    const mine = ++opening
    // What was asked of other files is of no use.
    turn += 1
    isAsking.value = false
    isOpening.value = true
    try {
      const opened = await started().open(files)
      if (mine !== opening) return
      known.value = opened.files
      offers.value = opened.offers
      nearly.value = opened.nearly
      fileProblems.value = opened.problems
      answerProblems.value = []
      // What the worker read of a dropped file goes to the editor from now on; what was typed meanwhile stays.
      sources.value = sources.value.map((source) => {
        const text = files.includes(source) ? opened.files.find(({ name }) => name === source.name)?.text : undefined
        return text === undefined ? source : { name: source.name, content: text }
      })
      const kept = wanted !== undefined && opened.offers.some((one) => sameOffer(one, wanted)) ? wanted : undefined
      const next = kept ?? (opened.offers.find(({ needs }) => needs === undefined) ?? opened.offers[0])?.question
      question.value = next
      if (next === undefined) show(undefined)
      else void ask(next)
    } catch {
      if (mine === opening) known.value = []
    } finally {
      if (mine === opening) isOpening.value = false
    }
  }

  /** Takes what a link holds in the place of everything. */
  const restore = async ({ files, question: wanted, seen: chosen = {} }: Shared): Promise<void> => {
    show(undefined)
    question.value = undefined
    seen.value = chosen
    await open(
      files.map(({ name, text }) => ({ name, content: text })),
      wanted,
    )
  }

  /** What a link holds; nothing where a file is too large to be in the page. */
  const shared = (): Shared | undefined => {
    const files = sources.value.flatMap(({ name, content }) =>
      typeof content === 'string' ? [{ name, text: content }] : [],
    )
    return files.length === sources.value.length ? { files, question: question.value, seen: seen.value } : undefined
  }

  return {
    ...{ sources, known, offers, offer, question, answer, problems, progress, broken, isOpening, isAsking },
    ...{ nearly, seen, answerProblems, ask, open, restore, shared },
    follow: followerOf(() => sources.value),
    /** Starts the worker and has it load what most visitors ask first, so that the first answer does not wait for that. */
    warm: (): void => {
      started().warm()
    },
    rows: async (list: string, window: Window): Promise<Rows> => started().rows(list, window),
    find: async (text: string): Promise<ReadonlyArray<Found>> => {
      const asked = question.value
      if (asked === undefined) return []
      const reply = await started().find(asked, text)
      if (reply.type === 'found') return reply.found
      // Nobody asked yet, but what is wrong with the files is known now.
      if (answer.value === undefined && asked === question.value) answerProblems.value = reply.problems
      return []
    },
    close: (): void => {
      client?.close()
    },
  }
}
