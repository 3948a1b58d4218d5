import type { InvalidInput } from '../../core/problem.js'
import type { Span } from '../../core/time.js'
import type { Node } from '../record.js'
import type { Labels, LeaseResource } from '../snapshot.js'

/** One change that a containerd client can make. */
export type Change =
  /** Removes one record, container or sandbox; references to it stay. `id` is not read. */
  | { readonly _tag: 'Remove'; readonly node: Node }
  /** Lets time pass until an instant that is not before that of the snapshot. */
  | { readonly _tag: 'LetTimePass'; readonly until: Date }
  /** Creates a lease that holds nothing yet. */
  | {
      readonly _tag: 'CreateLease'
      readonly namespace: string
      readonly id: string
      /** How long until it expires, rounded down to a second. Default 24 hours, as in clients. */
      readonly expiresIn?: Span | 'never'
      /** True: the labels of its resources are ignored. */
      readonly flat?: boolean
      /** These override the other fields. */
      readonly labels?: Labels
    }
  /** Adds a resource to a lease, whether the resource exists or not. */
  | {
      readonly _tag: 'AddLeaseResource'
      readonly namespace: string
      readonly lease: string
      readonly resource: LeaseResource
    }
  /** Takes a resource from a lease, whether the lease has it or not. */
  | {
      readonly _tag: 'DropLeaseResource'
      readonly namespace: string
      readonly lease: string
      readonly resource: LeaseResource
    }
  /** Sets labels of content, a snapshot, an image, a container or a sandbox; an empty value deletes, others stay. */
  | { readonly _tag: 'SetLabels'; readonly node: Node; readonly labels: Labels }

/** Why a change is rejected; all but the first are containerd's errors. */
export type ChangeError =
  | InvalidInput
  /** The record or the lease does not exist. */
  | { readonly _tag: 'NotFound'; readonly node: Node }
  | { readonly _tag: 'AlreadyExists'; readonly node: Node }
  | { readonly _tag: 'InvalidArgument'; readonly field: string; readonly expected: string; readonly actual: string }
  /** Not supported, under this policy or at all. */
  | { readonly _tag: 'Unimplemented'; readonly what: string }
  /** The snapshot is listed with children, `gone` of which a collection removed without taking them from the list. */
  | { readonly _tag: 'HasChildren'; readonly node: Node; readonly children: number; readonly gone: number }
