import type { Finding } from './finding.js'
import type { ContainerKnobs } from './input.js'

/** Dead containers that are lost, never cleaned up, or removed too early. */
export const findingsOnContainers = (container: ContainerKnobs): ReadonlyArray<Finding> => {
  const { minAge, maxPerPodContainer, maxContainers } = container
  const findings: Finding[] = []
  for (const field of ['maxPerPodContainer', 'maxContainers'] as const)
    if (container[field] === 0) findings.push({ level: 'advice', _tag: 'NoDeadContainerKept', field })
  if (maxPerPodContainer < 0 && maxContainers < 0)
    findings.push({ level: 'advice', _tag: 'DeadContainersUnlimited', maxPerPodContainer, maxContainers })
  if (minAge === 0) findings.push({ level: 'note', _tag: 'ContainerMinAgeZero' })
  return findings
}
