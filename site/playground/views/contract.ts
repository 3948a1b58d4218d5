/**
 * What the shell gives each view and what a view may ask for. The shell (`shell/views.ts`) loads `views/<Name>View.vue` when its
 * question is first asked: CascadeView, DiagnosisView, ContainerdView, ImagesView, ForecastView, LayersView. Plans of collectors, which
 * are rows alone, are shown by the shell's own `plan/PlanView.vue`.
 */
import type { Follow } from '../state/follow'
import type { Found } from '../worker/offer'
import type { Answer, Rows, Window } from '../worker/protocol'
import type { Question, QuestionKind, QuestionOf } from '../worker/question'

/** Props of the view of one kind of question. */
export interface ViewProps<K extends QuestionKind> {
  /** View model, cuts, notes and the question that was answered. */
  readonly answer: Answer<K>
  /** A changed question is being answered; the view stays, dimmed at most. */
  readonly isBusy: boolean
  /** Further rows of a list of this answer, by its JSON pointer. */
  readonly rowsOf: (list: string, window: Window) => Promise<Rows>
  /** Objects or records of the files whose name contains a text, for choosing one; the best 50. */
  readonly find: (text: string) => Promise<ReadonlyArray<Found>>
  /** Every course of a cascade, where somebody asks for it. */
  readonly follow: Follow
}

/** Events of a view. */
export interface ViewEmits<K extends QuestionKind = QuestionKind> {
  /** The question, changed: another policy, a removal that fails, a threshold that was dragged. The newest is answered. */
  readonly ask: [question: QuestionOf<K>]
  /** Another kind of question, e.g. from an object in a cascade to why it is still there. */
  readonly turn: [question: Question]
}
