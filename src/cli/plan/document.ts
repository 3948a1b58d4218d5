/** Reads a plan file, and explains its reasons with the sentences of the collector that made it. */
import { either as E, function as F, option as O } from 'fp-ts'

import { explain as explainContainerd } from '../../containerd/index.js'
import { explain as explainKubeletContainer } from '../../kubelet/container/index.js'
import { explain as explainKubeletImage } from '../../kubelet/image/index.js'
import * as CsrCleaner from '../../controllers/csr-cleaner/index.js'
import * as History from '../../controllers/history/index.js'
import * as Lifecycle from '../../controllers/lifecycle/index.js'
import * as Owner from '../../controllers/owner/index.js'
import * as PodGc from '../../controllers/pod/index.js'
import * as TokenCleaner from '../../controllers/token-cleaner/index.js'
import * as Ttl from '../../controllers/ttl/index.js'
import { type PlanRecord, decodePlan } from '../../document/index.js'
import type { Text } from '../command.js'
import { sayWhoAndWhy } from '../kubernetes/wording.js'
import { sayDecodeError } from './inputs.js'

/** Reads a plan; an error names its file in every line. */
export const readPlan = (file: Text): E.Either<string, PlanRecord> =>
  F.pipe(decodePlan(file.text), E.mapLeft(sayDecodeError(file)))

/** Says a fact in a sentence. */
type Explain = (fact: { readonly _tag: string }) => string

const speakers: ReadonlyMap<string, Explain> = new Map([
  ['kubelet-image', explainKubeletImage as Explain],
  ['kubelet-container', explainKubeletContainer as Explain],
  ['containerd', explainContainerd as Explain],
  ['kubernetes', sayWhoAndWhy as Explain],
  ['kubernetes-pod', PodGc.explain as Explain],
  ['kubernetes-ttl', Ttl.explain as Explain],
  ['kubernetes-history', History.explain as Explain],
  ['kubernetes-lifecycle', Lifecycle.explain as Explain],
  ['kubernetes-owners', Owner.explain as Explain],
  ['kubernetes-csr', CsrCleaner.explain as Explain],
  ['kubernetes-tokens', TokenCleaner.explain as Explain],
])

/** The sentences of a collector; the tag if the collector is unknown, or if it has no such fact. */
export const speakerOf =
  (collector: string): Explain =>
  (fact) =>
    F.pipe(
      O.fromNullable(speakers.get(collector)),
      O.flatMap((explain) => O.tryCatch((): unknown => explain(fact))),
      O.filter((said) => typeof said === 'string'),
      O.getOrElse(() => fact._tag),
    )
