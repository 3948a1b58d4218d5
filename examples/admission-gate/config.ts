/** The settings of the gate: the file of its ConfigMap, and what the pod says of itself. */
import { either as E, function as F } from 'fp-ts'

import type { InvalidInput } from 'gcplan'
import { type AdmissionPolicy, makeAdmissionPolicy } from 'gcplan/guard/admission'

/** The settings of one process. */
export interface Config {
  readonly policy: AdmissionPolicy
  /** The port of the webhook, over TLS. */
  readonly port: number
  /** The port of metrics and probes, without TLS. */
  readonly metricsPort: number
  /** The folder of `tls.crt` and `tls.key`. */
  readonly tls: string
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the settings: fields of the policy that the file names, the defaults for the rest.
 *
 * Fails: `InvalidInput` for text that is no JSON, fields that there are not, and values that mean nothing.
 */
export const configOf = (file: string, environment: Environment): E.Either<InvalidInput, Config> =>
  F.pipe(
    jsonOf(file),
    E.chain(makeAdmissionPolicy),
    E.bindTo('stated'),
    E.bind('port', () => portIn(environment, 'PORT', '8443')),
    E.bind('metricsPort', () => portIn(environment, 'METRICS_PORT', '8080')),
    E.map(({ stated, ...ports }) => ({
      ...ports,
      tls: environment['TLS_DIR'] ?? '/tls',
      policy: { ...stated, ownNamespace: stated.ownNamespace ?? environment['POD_NAMESPACE'] },
    })),
  )

/** Text as JSON. */
export const jsonOf = (text: string): E.Either<InvalidInput, unknown> =>
  E.tryCatch(
    (): unknown => JSON.parse(text),
    () => invalid('', 'JSON', 'other text'),
  )

const portIn = (environment: Environment, name: string, byDefault: string): E.Either<InvalidInput, number> => {
  const text = environment[name] ?? byDefault
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535
    ? E.right(Number(text))
    : E.left(invalid(name, 'a port, from 0 to 65535', JSON.stringify(text)))
}

const invalid = (path: string, expected: string, actual: string): InvalidInput => ({
  ...{ _tag: 'InvalidInput', source: 'input of the gate', problems: [{ path, expected, actual }] },
})
