/** The two services of a runtime. */
import { type Client, createClient } from '@connectrpc/connect'

import { transportOf } from '../socket/connection.js'
import type { Daemon } from '../socket/daemon.js'
import { ImageService, RuntimeService } from './wire/services_pb.js'

/** The clients of one runtime. */
export interface Services {
  readonly runtime: Client<typeof RuntimeService>
  readonly images: Client<typeof ImageService>
}

/** The clients of a runtime. */
export const servicesOf = (daemon: Daemon): Services => ({
  runtime: createClient(RuntimeService, transportOf(daemon)),
  images: createClient(ImageService, transportOf(daemon)),
})
