/**
 * Answers `gcplan plan kubelet-image`: which images one collection of the kubelet would remove.
 */
import { either as E, option as O } from 'fp-ts'

import type { PlanError, Snapshot } from '../../kubelet/image/index.js'
import { explain, plan } from '../../kubelet/image/index.js'
import type { Command, Result } from '../command.js'
import { sayProblems } from '../plan/errors.js'
import { planOutput, planOutputFlags } from '../plan/flags.js'
import { imageLabel } from '../plan/image-label.js'
import { imageParts, imageSnapshot, imageStatementFlags, imageStatements } from '../plan/image-snapshot.js'
import { gatherInputs, inputPaths, partFlags } from '../plan/inputs.js'
import { imagePolicy, imagePolicyFlags } from '../plan/policy.js'
import { exitCodeOf, failed, printPlan, refused, resultOf } from '../plan/print.js'
import { kubeletFlagsFlag } from '../plan/settings.js'
import { atFlag } from '../plan/time.js'
import type { Assembled } from '../plan/whole-snapshot.js'

/** The command. */
export const planKubeletImage: Command = {
  words: ['plan', 'kubelet-image'],
  summary: 'which images the kubelet would remove from a node, by age or to make room',
  usage: '[FLAGS] [FILES]',
  about: [
    'Plans one image collection of the kubelet: what it would remove and in which order, what it would try next if a removal fails, what it keeps, and why.',
    'FILES are told apart by what they hold; a flag says what a file is. "-" is standard input.',
    'When images were first seen and last used is in the memory of the kubelet only. What nobody states is not known, and what depends on it is kept.',
  ],
  groups: [
    { heading: 'Files, and where they come from', flags: partFlags(imageParts) },
    { heading: 'What no file says', flags: [atFlag, ...imageStatementFlags] },
    imagePolicyFlags,
    planOutputFlags,
  ],
  examples: [
    'gcplan plan kubelet-image images.json ps.json stats.json config.yaml --at 2026-01-01T12:00:00Z \\',
    '    --assume-first-detected long-ago --assume-last-used never --assume-no-image-volumes',
    'crictl images -o json | gcplan plan kubelet-image - --containers ps.json --stats stats.json --memory memory.json',
    'gcplan plan kubelet-image --snapshot snapshot.json --image-gc-high-threshold 75 -o json',
  ],
  prepare: (given) => {
    const output = planOutput(given)
    if (E.isLeft(output)) return output
    const { format, only } = output.right
    const statements = imageStatements(given)
    if (E.isLeft(statements)) return statements
    const policyOf = imagePolicy(given)
    if (E.isLeft(policyOf)) return policyOf
    return E.right({
      paths: [...inputPaths(imageParts)(given), ...given.values(kubeletFlagsFlag.name)],
      stdin: 'required',
      printsYaml: format === 'yaml',
      run: (environment, stdin) => {
        const inputs = gatherInputs(imageParts)(environment, given, stdin)
        if (E.isLeft(inputs)) return failed(inputs.left)
        const policy = policyOf.right(environment, O.fromNullable(inputs.right.get('policy')?.file))
        if (E.isLeft(policy)) return failed(policy.left)
        const assembled = imageSnapshot(statements.right, policy.right)(environment, inputs.right)
        if (E.isLeft(assembled)) return failed(assembled.left)
        const planned = plan(policy.right)(assembled.right.snapshot)
        if (E.isLeft(planned)) return planError(assembled.right)(planned.left)
        const wording = { ...only, explain, label: imageLabel(format), collector: 'kubelet-image' }
        const stdout = printPlan(wording, format, environment)(planned.right)
        return resultOf(stdout, assembled.right.notes, exitCodeOf(planned.right))
      },
    })
  },
}

const planError =
  ({ notes }: Assembled<Snapshot>) =>
  (error: PlanError): Result =>
    error._tag === 'InvalidInput'
      ? failed(sayProblems('snapshot')(error))
      : refused(`${error.path}: expected ${error.expected}, got ${error.actual}`, notes)
