/**
 * Lint of the image policy alone: how its thresholds relate, and the effect of its ages.
 */
import { millis } from '../core/time.js'
import type { Finding } from './finding.js'
import type { ImageKnobs, UsualSpans } from './input.js'

/** A low threshold this close below the high one is missed in practice. */
const smallGap = 5
/** A low threshold this far below the high one allows for shared layers. */
const wideGap = 10
/** Most workloads come back within a day. */
const day = millis(86_400_000)

/** True when the kubelet does not start the image loop at all. */
const isImageCollectionOff = ({ highThresholdPercent, maxAge }: ImageKnobs): boolean =>
  highThresholdPercent === 100 && maxAge === 0

/** How the thresholds relate. */
export const findingsOnThresholds = (image: ImageKnobs): ReadonlyArray<Finding> => {
  const { highThresholdPercent, lowThresholdPercent, maxAge } = image
  if (isImageCollectionOff(image))
    return [{ level: 'advice', _tag: 'ImageCollectionOff', highThresholdPercent, maxAge }]
  if (highThresholdPercent === 100)
    return [{ level: 'advice', _tag: 'SpacePassAtLastPercent', highThresholdPercent, maxAge }]
  const gapPercent = highThresholdPercent - lowThresholdPercent
  if (gapPercent < 0)
    return [{ level: 'problem', _tag: 'LowThresholdAboveHigh', lowThresholdPercent, highThresholdPercent }]
  if (gapPercent === 0)
    return [{ level: 'problem', _tag: 'LowThresholdEqualsHigh', lowThresholdPercent, highThresholdPercent }]
  if (gapPercent <= smallGap)
    return [{ level: 'advice', _tag: 'LowThresholdCloseToHigh', lowThresholdPercent, highThresholdPercent, gapPercent }]
  return gapPercent >= wideGap
    ? [{ level: 'note', _tag: 'AimsLow', lowThresholdPercent, highThresholdPercent, gapPercent }]
    : []
}

/** Effects of the ages. */
export const findingsOnAges = (image: ImageKnobs, usual: UsualSpans): ReadonlyArray<Finding> => {
  const { minAge, maxAge } = image
  const findings: Finding[] = []
  if (minAge === 0 && !isImageCollectionOff(image)) findings.push({ level: 'problem', _tag: 'ImageMinAgeZero' })
  if (maxAge <= 0) return findings
  if (maxAge <= minAge) findings.push({ level: 'problem', _tag: 'MaxAgeNotAboveMinAge', maxAge, minAge })
  findings.push({ level: 'note', _tag: 'MaxAgeIgnoresMinAge', maxAge, minAge })
  const { gapBetweenUses: usualGap = day, kubeletUptime } = usual
  if (maxAge < usualGap) findings.push({ level: 'advice', _tag: 'MaxAgeBelowUsualGap', maxAge, usualGap })
  if (kubeletUptime !== undefined && maxAge >= kubeletUptime)
    findings.push({ level: 'problem', _tag: 'MaxAgeBeyondUptime', maxAge, kubeletUptime })
  return findings
}
