/**
 * Answers what controllers of the captured cluster did, by the audit log of its server.
 */
import { readFileSync } from 'node:fs'

/** One call, as the log has it. */
export interface AuditedCall {
  readonly verb: string
  readonly user: { readonly username: string }
  readonly objectRef: { readonly resource: string; readonly namespace?: string; readonly name: string }
}

/** Calls of one verb by one service account, in order. */
export const auditedCalls = (verb: string, account: string): ReadonlyArray<AuditedCall['objectRef']> =>
  readFileSync('captures/kubectl/cluster-actions.audit.jsonl', 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as AuditedCall)
    .filter((entry) => entry.verb === verb && entry.user.username.endsWith(`:${account}`))
    .map(({ objectRef }) => objectRef)
