/** `gcplan plan kubelet-image`: the images that one run of the kubelet's garbage collection would remove. */
import { either as E, function as F } from 'fp-ts'

import { type PlanError, explain, plan } from '../../kubelet/image/index.js'
import { goalCodes } from '../exit-codes.js'
import type { Command, Result } from '../command.js'
import { nodeFlags } from '../gathered/given.js'
import { all } from '../fp.js'
import { sayProblems } from '../plan/errors.js'
import { planOutput, planOutputFlags } from '../plan/flags.js'
import { imageLabel } from '../plan/labels.js'
import { imageParts, imageSnapshot, imageStatementFlags, imageStatements } from '../plan/image-snapshot.js'
import { fileOf, nodeStatements, partFlags, partsIn } from '../plan/inputs.js'
import { imagePolicyFlags, imageRules } from '../plan/policy.js'
import { planPrinted, refused } from '../plan/print.js'
import { saidRules } from '../release/chosen.js'
import { socketFlags } from '../sockets.js'
import { answering } from '../sources.js'
import { atFlag } from '../plan/time.js'

/** The event that the kubelet records when it frees too little. */
const whenShort = 'FreeDiskSpaceFailed'

/** The command. */
export const planKubeletImage: Command = {
  words: ['plan', 'kubelet-image'],
  summary: 'which images the kubelet would remove from a node, by age or for disk space',
  usage: '[FLAGS] [FILES]',
  about: [
    'Plans one image collection of the kubelet: what it would remove and in which order, what it would try next if a removal fails, what it keeps, and why.',
    'FILES are recognised by content; flags such as --images force a kind. "-" is standard input.',
    "Only the kubelet knows when images were first seen and last used. Anything you don't supply is unknown, so the image is kept.",
  ],
  groups: [
    { heading: 'Files, and where they come from', flags: partFlags(imageParts) },
    socketFlags('cri', 'docker'),
    { heading: 'Input completeness (unspecified = unknown)', flags: [atFlag, ...imageStatementFlags] },
    nodeFlags,
    imagePolicyFlags,
    planOutputFlags,
  ],
  examples: [
    'gcplan plan kubelet-image images.json ps.json stats.json config.yaml --at 2026-01-01T12:00:00Z \\',
    '    --assume-first-detected long-ago --assume-last-used never --assume-no-image-volumes',
    'crictl images -o json | gcplan plan kubelet-image - --containers ps.json --stats stats.json --memory memory.json',
    'gcplan plan kubelet-image --snapshot snapshot.json --image-gc-high-threshold 75 -o json',
  ],
  exitCodes: goalCodes,
  prepare: (given) =>
    answering(
      all({ output: planOutput(given), statements: imageStatements(given), rulesOf: imageRules(given) }),
      E.right(partsIn(imageParts, given)),
      (environment, inputs, { output: { format, only }, statements, rulesOf }) =>
        F.pipe(
          nodeStatements(inputs),
          E.flatMap((versions) => rulesOf(environment, fileOf(inputs, 'policy'), versions)),
          E.bindTo('ruled'),
          E.bind('assembled', ({ ruled: { image } }) => imageSnapshot(statements, image)(environment, inputs)),
          E.flatMap(({ ruled, assembled: { snapshot, notes: seen } }) => {
            const notes = [...ruled.notes, ...seen]
            const rules = saidRules(ruled.chosen)
            return F.pipe(
              plan(ruled.image)(snapshot),
              E.map((planned) => {
                const wording = {
                  ...only,
                  explain,
                  label: imageLabel(format),
                  collector: 'kubelet-image',
                  rules,
                  whenShort,
                }
                return planPrinted(wording, format, environment, notes)(planned)
              }),
              E.orElse(planError(notes)),
            )
          }),
        ),
    ),
}

const planError =
  (notes: ReadonlyArray<string>) =>
  (error: PlanError): E.Either<string, Result> =>
    error._tag === 'InvalidInput'
      ? E.left(sayProblems('snapshot')(error))
      : E.right(refused(`${error.path}: expected ${error.expected}, got ${error.actual}`, notes))
