/**
 * Codec for one namespace of containerd's metadata.
 */
import type {
  Container,
  Content,
  FsSnapshot,
  Image,
  Ingest,
  Lease,
  LeaseResource,
  Mount,
  Namespace,
  Sandbox,
  Stream,
  Unseen,
} from '../../containerd/snapshot.js'
import { holding, withDefault } from '../codec.js'
import { flag, text, word } from '../leaf.js'
import type { Codec } from './codec.js'
import { arrayCodec, codec, instantCodec, knowledge, leavable, nullable, plain, record, sizeCodec } from './codec.js'
import { labelsCodec } from './labels.js'

const textCodec: Codec<string> = plain(text)

const nameCodec: Codec<string> = plain(
  holding(
    'a name that is not empty and has no "/"',
    (value): value is string => typeof value === 'string' && /^[^/]+$/.test(value),
  ),
)

const resourceType: Codec<string> = plain(
  holding(
    '"content", "ingests", "images" or "snapshots/<snapshotter>"',
    (value): value is string => typeof value === 'string' && /^(content|ingests|images|snapshots\/[^/]*)$/.test(value),
  ),
)

const contentCodec = record<Content>({ digest: textCodec, size: sizeCodec, labels: labelsCodec })

const snapshotCodec = record<FsSnapshot>({
  snapshotter: nameCodec,
  key: textCodec,
  parent: textCodec,
  labels: labelsCodec,
  usage: leavable(knowledge(sizeCodec)),
})

const containerCodec = record<Container>({
  id: textCodec,
  snapshotter: textCodec,
  snapshotKey: textCodec,
  image: textCodec,
  labels: labelsCodec,
})

const leaseCodec = record<Lease>({
  id: textCodec,
  createdAt: leavable(instantCodec),
  labels: labelsCodec,
  resources: knowledge(arrayCodec(record<LeaseResource>({ type: resourceType, id: textCodec }))),
})

const unseenCodec = record<Unseen>({
  kind: plain(word<Unseen['kind']>('Sandboxes', 'Others')),
  what: textCodec,
  holdsNothing: nullable(textCodec),
})

type Fields = { readonly [K in keyof Namespace]-?: Codec<Namespace[K]> }

const fields: Fields = {
  name: nameCodec,
  inMetadata: plain(flag),
  content: arrayCodec(contentCodec),
  snapshots: arrayCodec(snapshotCodec),
  images: arrayCodec(record<Image>({ name: textCodec, target: textCodec, labels: labelsCodec })),
  containers: arrayCodec(containerCodec),
  leases: arrayCodec(leaseCodec),
  ingests: arrayCodec(
    record<Ingest>({ ref: textCodec, expected: knowledge(textCodec), expireAt: knowledge(textCodec) }),
  ),
  sandboxes: arrayCodec(record<Sandbox>({ id: textCodec, labels: labelsCodec })),
  streams: arrayCodec(record<Stream>({ name: textCodec, lease: textCodec })),
  mounts: arrayCodec(record<Mount>({ name: textCodec, lease: textCodec, labels: labelsCodec })),
  unseen: leavable(arrayCodec(unseenCodec)),
}

/** One namespace; every list has to be there. */
export const namespaceCodec: Codec<Namespace> = record<Namespace>(fields)

const orElse = <A>(inner: Codec<A>, value: A): Codec<A> => codec(withDefault(inner, value), inner.encode)

/** One namespace of a recording, which leaves out what older releases do not have. */
export const recordedNamespaceCodec: Codec<Namespace> = record<Namespace>({
  ...fields,
  inMetadata: orElse(fields.inMetadata, true),
  sandboxes: orElse(fields.sandboxes, []),
  streams: orElse(fields.streams, []),
  mounts: orElse(fields.mounts, []),
})
