import type { InvalidInput } from '../../core/problem.js'
import type { Span } from '../../core/time.js'
import type { Node } from '../record.js'
import type { Labels, LeaseResource } from '../snapshot.js'

/** One thing done to a snapshot, as a client of containerd could do it. */
export type Change =
  /** Removes one record, container or sandbox; the names that others hold of it stay. The `id` is not read. */
  | { readonly _tag: 'Remove'; readonly node: Node }
  /** Lets time pass until an instant that is not before that of the snapshot. */
  | { readonly _tag: 'LetTimePass'; readonly until: Date }
  /** Creates a lease that holds nothing yet. */
  | {
      readonly _tag: 'CreateLease'
      readonly namespace: string
      readonly id: string
      /** How long until it expires, to the whole second before; left out: 24 hours, as clients ask for. */
      readonly expiresIn?: Span | 'never'
      /** True for one that holds its resources without their labels. */
      readonly flat?: boolean
      /** These count before what the other fields say. */
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

/** Why a change cannot be done; but for the first, as containerd answers. */
export type ChangeError =
  | InvalidInput
  /** The record or the lease does not exist. */
  | { readonly _tag: 'NotFound'; readonly node: Node }
  | { readonly _tag: 'AlreadyExists'; readonly node: Node }
  | { readonly _tag: 'InvalidArgument'; readonly field: string; readonly expected: string; readonly actual: string }
  /** Nothing of this kind can be done, under this policy or ever. */
  | { readonly _tag: 'Unimplemented'; readonly what: string }
  /** A snapshot cannot be removed while others have it for their parent. */
  | { readonly _tag: 'HasChildren'; readonly node: Node; readonly children: number }
