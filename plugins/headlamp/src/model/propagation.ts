/** What is to become of the objects that an object owns, as a user chooses it, and the options that say so to the API server. */
import { type DeleteOptions, defaultPolicyOf, kubectlOptions } from 'gcplan/apiserver'

/** How an object is deleted. `api-default`: no policy is sent, and the API server takes that of the kind. */
export type Propagation = 'background' | 'foreground' | 'orphan' | 'api-default'

/** One choice, in words. */
export interface PropagationChoice {
  readonly propagation: Propagation
  readonly title: string
  readonly said: string
}

/** What a user can choose between for a kind; the first is what kubectl sends. */
export const propagationChoices = (
  type: Pick<Parameters<typeof defaultPolicyOf>[0], 'apiVersion' | 'kind'>,
): ReadonlyArray<PropagationChoice> => [
  {
    propagation: 'background',
    title: 'Background, as kubectl delete does',
    said: 'It goes first. What it owns goes after it.',
  },
  {
    propagation: 'foreground',
    title: 'Foreground',
    said: 'What it owns goes first. It stays until what blocks it is gone.',
  },
  { propagation: 'orphan', title: 'Orphan', said: 'It goes. What it owns stays, without an owner.' },
  { propagation: 'api-default', title: 'The default of the API server', said: saidOfDefault(type) },
]

const saidOfDefault = (type: Parameters<typeof defaultPolicyOf>[0]): string => {
  switch (defaultPolicyOf(type)) {
    case 'Orphan':
      return `No policy is sent. What a ${type.kind} owns then stays, unless one of its finalizers says otherwise.`
    case 'Delete':
      return `No policy is sent. What a ${type.kind} owns then goes after it, unless one of its finalizers says otherwise.`
    case 'Unsupported':
      return `No policy is sent. The garbage collector leaves objects of kind ${type.kind} alone.`
  }
}

/** What is asked for. */
export interface Asked {
  readonly propagation: Propagation
  /** Seconds that a pod is given to end; absent: as the pod says. */
  readonly gracePeriodSeconds?: number | undefined
  /** The pod is evicted: its disruption budgets are asked first. What follows is the same. */
  readonly evicts?: boolean | undefined
}

/** The options that are sent, exactly as they were chosen. */
export const optionsOf = ({ propagation, gracePeriodSeconds }: Asked): DeleteOptions => ({
  ...(propagation === 'api-default' ? {} : kubectlOptions(propagation)),
  ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
})
