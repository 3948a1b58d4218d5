/** Sentences for what the protection of PodGroups does. */

/** One line for why a group is no longer protected. */
export const explainGroupProtection = (): string => 'it is being deleted, and no pod that has not ended belongs to it'
