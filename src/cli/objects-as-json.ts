/** Makes JSON of what tools print as YAML with `-o yaml`, and of manifests, so that each reader knows one form only. */
import { either as E, function as F } from 'fp-ts'

import { type FileKind, identify } from '../decode/index.js'
import type { Text, Yaml } from './command.js'
import { looksLikeJson } from './structured.js'

const printed: ReadonlySet<FileKind['_tag']> = new Set<FileKind['_tag']>(['KubernetesYaml', 'CrictlYaml'])

/** The same text, or its documents as JSON: one as it is, several as a list. An error names the file and its line. */
export const objectsAsJson =
  (yaml: Pick<Yaml, 'parseAll'>) =>
  (file: Text): E.Either<string, Text> =>
    !looksLikeJson(file.text) && printed.has(identify(file.text)._tag)
      ? F.pipe(
          yaml.parseAll(file.text),
          E.bimap(
            (message) => `${file.name}: ${message}`,
            (documents) => ({ ...file, text: JSON.stringify(together(documents)) }),
          ),
        )
      : E.right(file)

/** A separator at the end of a manifest begins an empty document. */
const together = (documents: ReadonlyArray<unknown>): unknown => {
  const full = documents.filter((document) => document !== null)
  return full.length === 1 ? full[0] : { apiVersion: 'v1', kind: 'List', items: full }
}
