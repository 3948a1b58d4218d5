/**
 * Opens streams, as clients that transfer images do, and tells which the daemon has closed: no call lists them, and a
 * collection closes those that it removes.
 */
import { setTimeout as sleep } from 'node:timers/promises'

import { create, toBinary } from '@bufbuild/protobuf'
import { createClient } from '@connectrpc/connect'

import type { Daemon } from '../../src/adapters/containerd/index.js'
import { transportOf } from '../../src/adapters/socket/connection.js'
import { StreamInitSchema, Streaming } from '../wire/containerd-streaming_pb.js'
import type { Space } from './world.js'

/** A stream that was opened. */
export interface OpenStream {
  readonly namespace: string
  readonly name: string
  /** Empty for none. */
  readonly lease: string
  readonly isClosed: () => boolean
  /** The client lets go; the daemon remembers the stream until it is collected. */
  readonly end: () => void
}

/** Opens the streams of a world. */
export const openStreams = async (daemon: Daemon, spaces: ReadonlyArray<Space>): Promise<ReadonlyArray<OpenStream>> => {
  const opened: OpenStream[] = []
  for (const { name: namespace, steps } of spaces)
    for (const step of steps)
      if (step._tag === 'Stream') opened.push(await openStream(daemon, namespace, step.name, step.lease))
  return opened
}

const openStream = async (daemon: Daemon, namespace: string, name: string, lease: string): Promise<OpenStream> => {
  const headers = { 'containerd-namespace': namespace, ...(lease === '' ? {} : { 'containerd-lease': lease }) }
  const letGo = new AbortController()
  const first = {
    typeUrl: 'containerd.services.streaming.v1.StreamInit',
    value: toBinary(StreamInitSchema, create(StreamInitSchema, { id: name })),
  }
  const send = async function* () {
    yield first
    await new Promise((resolve) => {
      letGo.signal.addEventListener('abort', resolve)
    })
  }
  const answers = createClient(Streaming, transportOf(daemon)).stream(send(), { headers, signal: letGo.signal })
  const reading = answers[Symbol.asyncIterator]()
  const registered = await reading.next()
  if (registered.done === true) throw new Error(`stream ${name} was not taken`)
  let closed = false
  reading.next().then(
    () => {
      closed = true
    },
    () => undefined,
  )
  return { namespace, name, lease, isClosed: () => closed, end: () => letGo.abort() }
}

/** Waits until these are closed, or for two seconds, and shortly for those that should not be. */
export const closedAmong = async (
  streams: ReadonlyArray<OpenStream>,
  expected: (stream: OpenStream) => boolean,
): Promise<ReadonlyArray<OpenStream>> => {
  const until = Date.now() + 2000
  while (Date.now() < until && streams.some((one) => expected(one) && !one.isClosed())) await sleep(10)
  if (streams.length > 0) await sleep(30)
  return streams.filter((one) => one.isClosed())
}
