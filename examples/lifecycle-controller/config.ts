/** The settings of the program, from its environment. */
import { either as E, function as F } from 'fp-ts'

/** Where the policy is. */
export type PolicySource =
  | { readonly _tag: 'Resource'; readonly name: string }
  | { readonly _tag: 'ConfigMap'; readonly namespace: string; readonly name: string }

/** The settings. */
export interface Config {
  readonly policy: PolicySource
  /** Milliseconds between two plans, unless one is due earlier. */
  readonly interval: number
  /** Whose lease and events they are: unique to this process. */
  readonly identity: string
  /** The namespace of the program: of its lease, and never one that it deletes in. */
  readonly namespace: string
  /** Whether several replicas elect one. */
  readonly elects: boolean
  readonly port: number
}

/** Reads the settings; the first that means nothing is named. */
export const configOf = (
  environment: Readonly<Record<string, string | undefined>>,
  unique: string,
): E.Either<string, Config> => {
  const text = (name: string, byDefault: string): string => environment[name] ?? byDefault
  const whole = (name: string, byDefault: number, least: number): E.Either<string, number> => {
    const value = Number(text(name, String(byDefault)))
    // An empty text would be zero.
    return text(name, '0').trim() !== '' && Number.isSafeInteger(value) && value >= least
      ? E.right(value)
      : E.left(`${name}: expected a whole number, ${least} or more, got ${JSON.stringify(environment[name])}`)
  }
  return F.pipe(
    E.Do,
    E.bind('policy', () => policySourceOf(text('POLICY', 'lifecyclepolicies/default'))),
    E.bind('seconds', () => whole('INTERVAL_SECONDS', 300, 1)),
    E.bind('port', () => whole('PORT', 8080, 0)),
    E.bind('elects', () => flag('LEADER_ELECTION', text('LEADER_ELECTION', 'true'))),
    E.map(({ policy, seconds, port, elects }) => ({
      ...{ policy, port, elects, interval: seconds * 1000 },
      identity: `${text('POD_NAME', 'lifecycle-controller')}_${unique}`,
      namespace: text('POD_NAMESPACE', 'lifecycle-controller'),
    })),
  )
}

const flag = (name: string, value: string): E.Either<string, boolean> =>
  value === 'true' || value === 'false'
    ? E.right(value === 'true')
    : E.left(`${name}: expected "true" or "false", got ${JSON.stringify(value)}`)

const policySourceOf = (text: string): E.Either<string, PolicySource> => {
  const [kind, first = '', second = '', ...rest] = text.split('/')
  if (rest.length === 0 && kind === 'lifecyclepolicies' && first !== '' && second === '')
    return E.right({ _tag: 'Resource', name: first })
  if (rest.length === 0 && kind === 'configmaps' && first !== '' && second !== '')
    return E.right({ _tag: 'ConfigMap', namespace: first, name: second })
  return E.left(`POLICY: expected lifecyclepolicies/NAME or configmaps/NAMESPACE/NAME, got ${JSON.stringify(text)}`)
}
