/**
 * Mapping of Docker's container states to CRI states.
 */
import { option as O } from 'fp-ts'

import type { ContainerState } from '../../kubelet/container/snapshot.js'
import { type Decoder, reading } from '../codec.js'

/** By first word, of a state or of the status text with which older releases say it. What is paused or restarting runs. The last five are podman's. */
const states: ReadonlyMap<string, ContainerState> = new Map([
  ['created', 'CONTAINER_CREATED'],
  ['running', 'CONTAINER_RUNNING'],
  ['up', 'CONTAINER_RUNNING'],
  ['paused', 'CONTAINER_RUNNING'],
  ['restarting', 'CONTAINER_RUNNING'],
  ['exited', 'CONTAINER_EXITED'],
  ['dead', 'CONTAINER_EXITED'],
  ['removing', 'CONTAINER_EXITED'],
  ['removal', 'CONTAINER_EXITED'],
  ['configured', 'CONTAINER_CREATED'],
  ['initialized', 'CONTAINER_CREATED'],
  ['stopping', 'CONTAINER_RUNNING'],
  ['stopped', 'CONTAINER_EXITED'],
  ['unknown', 'CONTAINER_UNKNOWN'],
])

/** A state such as `exited`, or a status such as `Exited (0) 3 days ago`. */
export const state: Decoder<ContainerState> = reading('a container state of Docker', (value) =>
  O.fromNullable(typeof value === 'string' ? states.get(value.replace(/ .*$/s, '').toLowerCase()) : undefined),
)
