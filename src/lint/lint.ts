import { findingsOnContainers } from './container.js'
import { findingsOnEviction } from './eviction.js'
import type { Finding } from './finding.js'
import { findingsOnAges, findingsOnThresholds } from './image.js'
import type { LintInput } from './input.js'
import { lintKubeletSettings } from './settings.js'

/**
 * Lints the policies of one kubelet.
 *
 * The high threshold is compared with the eviction threshold on the images' disk that is met first: it should be lower,
 * or eviction acts first and disrupts pods. Ages are compared with the usual spans of the node.
 *
 * Order: settings of the release, eviction, thresholds, image ages, containers. Percentages are of the filesystem's capacity; ages are
 * milliseconds. A good policy still yields notes.
 *
 * @example
 * ```ts
 * import { explainFinding, lintKubeletPolicies } from 'gcplan/lint'
 * import { millis } from 'gcplan'
 *
 * const findings = lintKubeletPolicies({
 *   image: { highThresholdPercent: 88, lowThresholdPercent: 80, minAge: millis(120_000), maxAge: millis(0) },
 *   container: { minAge: millis(60_000), maxPerPodContainer: 1, maxContainers: -1 },
 *   eviction: { hard: new Map([['imagefs.available', '15%']]) },
 * })
 * console.log(findings.map(explainFinding).join()) // eviction (hard imagefs.available<15%, beyond 85 % usage) acts before image GC (88 %), which is disabled in effect
 * ```
 */
export const lintKubeletPolicies = ({
  image,
  container,
  eviction,
  usual = {},
  growth,
  settings = [],
}: LintInput): ReadonlyArray<Finding> => [
  ...lintKubeletSettings(settings),
  ...(eviction === undefined || image.highThresholdPercent === 100
    ? []
    : findingsOnEviction(image.highThresholdPercent, eviction, growth)),
  ...findingsOnThresholds(image),
  ...findingsOnAges(image, usual),
  ...findingsOnContainers(container),
]
