/**
 * Answers which recorded cases of the kubelet's configuration are of one kind.
 */
import { readFileSync } from 'node:fs'

/** One recorded case with the fields of its kind. */
export interface Recorded<Input, Expected> {
  readonly name: string
  readonly kind: string
  readonly input: Input
  readonly expected: Expected
}

/** The recorded cases of one kind, in file order. */
export const recordedConfig = <Input, Expected>(kind: string): ReadonlyArray<Recorded<Input, Expected>> => {
  const file = JSON.parse(readFileSync('vectors/kubelet/kubelet-config.json', 'utf8')) as {
    readonly cases: ReadonlyArray<Recorded<Input, Expected>>
  }
  return file.cases.filter((recorded) => recorded.kind === kind)
}
