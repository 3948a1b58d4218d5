/** The table of commands, in the order of the help; a command is one line here, and one file unless it has a twin. */
import type { Command } from '../command.js'
import { applyCommand } from './apply.js'
import { cascadeDelete, cascadeVanish } from './cascade.js'
import { collectCommand } from './collect.js'
import { compareReclaim } from './compare-reclaim.js'
import { completionCommand } from './completion.js'
import { diagnoseCommand } from './diagnose.js'
import { diffCommand } from './diff.js'
import { digestCommand } from './digest.js'
import { explainKubernetes } from './explain-kubernetes.js'
import { fleetMerge } from './fleet-merge.js'
import { fleetPlan } from './fleet-plan.js'
import { forecastNode } from './forecast-node.js'
import { gatherCommand } from './gather.js'
import { lintContainerdCommand } from './lint-containerd.js'
import { lintKubelet } from './lint-kubelet.js'
import { lintLifecycleCommand } from './lint-lifecycle.js'
import { lintOwnersCommand } from './lint-owners.js'
import { observeKubernetes } from './observe-kubernetes.js'
import { planContainerd } from './plan-containerd.js'
import { planKubeletContainer } from './plan-kubelet-container.js'
import { planKubeletImage } from './plan-kubelet-image.js'
import { planKubernetes } from './plan-kubernetes.js'
import { planKubernetesCsr, planKubernetesTokens } from './plan-kubernetes-cleaners.js'
import { planKubernetesOwners } from './plan-kubernetes-owners.js'
import { planReclaim } from './plan-reclaim.js'
import { rememberCommand } from './remember.js'
import { retainedContainerd } from './retained-containerd.js'
import { scheduleContainerd } from './schedule-containerd.js'
import { tuneKubelet } from './tune-kubelet.js'
import { upgradeCascade } from './upgrade-cascade.js'
import { unusedCommand } from './unused.js'
import { upgradeContainerd } from './upgrade-containerd.js'
import { upgradeEviction } from './upgrade-eviction.js'
import { upgradeContainer, upgradeImage } from './upgrade-kubelet.js'
import { upgradeKubernetes } from './upgrade-kubernetes.js'
import { whatIfContainerd } from './what-if-containerd.js'
import { when } from './when.js'
import { whyContainerd } from './why-containerd.js'

export const commands: ReadonlyArray<Command> = [
  planKubeletImage,
  planKubeletContainer,
  planReclaim,
  compareReclaim,
  forecastNode,
  tuneKubelet,
  fleetPlan,
  fleetMerge,
  planContainerd,
  planKubernetes,
  planKubernetesOwners,
  planKubernetesCsr,
  planKubernetesTokens,
  explainKubernetes,
  when,
  observeKubernetes,
  cascadeDelete,
  cascadeVanish,
  diagnoseCommand,
  whyContainerd,
  retainedContainerd,
  whatIfContainerd,
  scheduleContainerd,
  upgradeImage,
  upgradeContainer,
  upgradeEviction,
  upgradeKubernetes,
  upgradeCascade,
  upgradeContainerd,
  diffCommand,
  digestCommand,
  unusedCommand,
  applyCommand,
  collectCommand,
  gatherCommand,
  rememberCommand,
  lintKubelet,
  lintContainerdCommand,
  lintOwnersCommand,
  lintLifecycleCommand,
  completionCommand(() => commands),
]
