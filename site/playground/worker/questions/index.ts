/** Who answers a question; what it needs of the library is loaded when it is first asked. */
import { type Answerer, answererOf } from '../engine'
import type { PlanOf, Question } from '../question'

const made = new Map<string, Promise<Answerer<Question>>>()

/** The answerer of a question, the same for all of its kind. */
export const answererFor = (question: Question): Promise<Answerer<Question>> => {
  const name = question.kind === 'plan' ? question.of : question.kind
  const one = made.get(name) ?? (question.kind === 'plan' ? planner(question.of) : viewer(question.kind))
  made.set(name, one)
  return one
}

// A question is only ever handed to the answerer of its own kind.
const any = <Q extends Question>(answerer: Answerer<Q>): Answerer<Question> => answerer as unknown as Answerer<Question>

const viewer = async (kind: Exclude<Question['kind'], 'plan'>): Promise<Answerer<Question>> => {
  switch (kind) {
    case 'cascade':
      return any(answererOf((await import('./cascade')).cascade))
    case 'diagnosis':
      return any(answererOf((await import('./diagnosis')).diagnosis))
    case 'containerd':
      return any(answererOf((await import('./containerd')).containerd))
    case 'images':
      return any(answererOf((await import('./images')).images))
    case 'forecast':
      return any(answererOf((await import('./forecast')).forecast))
    case 'layers':
      return any(answererOf((await import('./layers')).layers))
    case 'schedule':
      return any(answererOf((await import('./schedule')).schedule))
  }
}

const planner = async (of: PlanOf): Promise<Answerer<Question>> => {
  switch (of) {
    case 'kubernetes':
      return any(answererOf((await import('./plan-cluster')).planOfCluster))
    case 'kubernetes-owners':
      return any(answererOf((await import('./plan-cluster')).planOfOwners))
    case 'kubelet-container':
      return any(answererOf((await import('./plan-containers')).planOfContainers))
    case 'kubelet-image':
      return any(answererOf((await import('./plan-images')).planOfImages))
    case 'containerd':
      return any(answererOf((await import('./plan-containerd')).planOfContainerd))
    case 'reclaim':
      return any(answererOf((await import('./plan-reclaim')).planOfReclaim))
  }
}
