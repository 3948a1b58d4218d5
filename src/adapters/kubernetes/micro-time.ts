/** An instant as a MicroTime, as leases and events have it. */
export const microTime = (at: Date): string => at.toISOString().replace('Z', '000Z')
