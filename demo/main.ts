/**
 * Answers what gcplan does in eight scenes: two decisions of a real kubelet, one of a real containerd, the worked example of
 * an article, what becomes of that example when an image cannot be removed, a captured cascade of a cluster, a namespace that
 * holds data and a stuck pod, and what the control plane of another cluster collected in its first minute. Every command shown is the one that is run, by the bundle at
 * the path given, else by the built one.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import process from 'node:process'

import { either as E, function as F, option as O, taskEither as TE } from 'fp-ts'

import * as KubeletImage from '../src/kubelet/image/index.js'
import { decodeKubeletImageSnapshot, linesOf } from '../src/decode/index.js'
import { execute } from '../src/execute/index.js'
import { millis, removedTargets } from '../src/index.js'

const bundle = process.argv[2] ?? 'dist/cli/main.js'
const colored = process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === ''
const bold = (text: string): string => (colored ? `\u001b[1m${text}\u001b[22m` : text)
const dim = (text: string): string => (colored ? `\u001b[2m${text}\u001b[22m` : text)

const kubelet = 'captures/kubelet-1.36.2'

/** Prints a heading of one sentence, then the command and what it prints. */
const scene = (title: string, text: string, command: ReadonlyArray<string>): void => {
  process.stdout.write(`${bold(title)}\n${text}\n\n`)
  show(command)
}

/** Prints a command, and what it prints. */
const show = (command: ReadonlyArray<string>): void => {
  process.stdout.write(`${dim(`$ gcplan ${command.join(' \\\n    ')}`)}\n\n`)
  const args = command.flatMap((part) => part.split(' '))
  const paint = colored ? ['--color', 'always'] : []
  const { stdout, stderr } = spawnSync(process.execPath, [bundle, ...args, ...paint], { encoding: 'utf8' })
  process.stdout.write(`${stdout}${stderr}\n`)
}

scene(
  '1. A disk at 76 %: which images does the kubelet remove?',
  [
    'Recorded before a kubelet 1.36.2, restarted with a high threshold of 60 %, collected images. It removed',
    'three, as planned here; their order among each other is random there, and by id here.',
  ].join('\n'),
  [
    'plan kubelet-image',
    `${kubelet}/2-before-image-gc.crictl-images.json`,
    `${kubelet}/2-before-image-gc.crictl-ps-a.json`,
    `${kubelet}/config-2.yaml`,
    '--capacity-bytes 270553174016 --available-bytes 65286774784 --at 2026-11-21T03:07:36Z',
    '--assume-first-detected 2026-11-21T03:02:36Z --assume-last-used never --assume-no-image-volumes',
  ],
)

scene(
  '2. A pod is deleted: what does the kubelet clear away?',
  [
    'The same node a minute later, after the manifest of the crash-looping pod was deleted. The kubelet removed',
    'its container, its sandbox and its logs, and kept the dead container of the finished pod.',
  ].join('\n'),
  [
    'plan kubelet-container',
    `${kubelet}/4-before-container-gc.crictl-ps-a.json`,
    `${kubelet}/4-before-container-gc.crictl-pods.json`,
    `${kubelet}/4-before-container-gc.pods.json`,
    '--log-directories demo/var-log-pods.txt',
    '--assume-pods-synced --at 2026-11-21T03:08:36Z',
  ],
)

const thresholds = '--image-gc-high-threshold 74 --image-gc-low-threshold 69'

const metadata = 'captures/containerd-2.1.9/metadata/1-images-rm-sync.json --release 2.1'

scene(
  '3. A lease is deleted: what does containerd sweep, and what not?',
  [
    'The metadata of a containerd 2.1.9 before `ctr -n build leases rm --sync cache-1`. It then removed these five',
    'records, and kept the base layer, which an image holds too. No blob left the disk: k8s.io records them as well.',
  ].join('\n'),
  ['what-if containerd --remove lease:cache-1', metadata],
)
show(['why containerd content:ef89fd43 -n build --all-roots', metadata])
show(['retained containerd -n build --top 2', metadata])

scene(
  '4. A worked example: 120 GiB at 77 %, to be brought down to 69 %',
  'The first run of the article on image collection, with the images of its log. Last uses are made up.',
  ['plan kubelet-image demo/article.json', `${thresholds} --minimum-image-ttl-duration 5m30s`],
)

/** In the article's log one image turns out to be in use after all. */
const inUse = '22133b02a85f517b08d44ebf048439dfd69ba0576d29c0bf28051b40f3c18e80'
const port: KubeletImage.Port<string> = {
  removeImage: (id) => (id === inUse ? TE.left('image is in use by a container') : TE.right(undefined)),
}

const policy: KubeletImage.Policy = {
  ...KubeletImage.presets.kubernetes_1_36,
  highThresholdPercent: 74,
  lowThresholdPercent: 69,
  minAge: millis(330_000),
}

const planned = F.pipe(
  decodeKubeletImageSnapshot(readFileSync('demo/article.json', 'utf8')),
  E.mapLeft((error) => linesOf(error).join('\n')),
  E.chain((snapshot) => E.mapLeft(JSON.stringify)(KubeletImage.plan(policy)(snapshot))),
)
if (E.isLeft(planned)) throw new Error(planned.left)

const report = await execute(KubeletImage.perform(port))(planned.right)()
const { error } = KubeletImage.conclude((text: string) => text)(planned.right)(report)
const outcomes = report.passes.flatMap((pass) => pass.outcomes)

process.stdout.write(
  [
    bold('5. The same plan carried out, when one image cannot be removed'),
    'A plan says what comes next if a removal fails, so a runtime in memory that refuses one image is enough to',
    'see how the run ends: the two images next in line go too, and the kubelet reports an error all the same.',
    '',
    dim('const report = await execute(KubeletImage.perform(port))(plan)()'),
    '',
    `attempted  ${outcomes.length} images`,
    `removed    ${removedTargets(report).length} images, ${report.passes.map(({ freed }) => freed).join()} bytes counted`,
    `failed     ${inUse.slice(0, 12)}`,
    `error      ${O.getOrElse(() => 'none')(error)}`,
    '',
  ].join('\n'),
)

process.stdout.write('\n')

scene(
  '6. A Deployment is deleted in the foreground: what goes, in which wave?',
  [
    'Captured from a real API server and collector, which then went through the same stages: the old ReplicaSet',
    'has no pods and goes at once, the other one waits for its pods, and the Deployment for both.',
  ].join('\n'),
  [
    'cascade delete deploy/d-foreground --cascade foreground --whole-cluster',
    'captures/kubectl/cascade-foreground.0-before.json',
  ],
)

scene(
  '7. A namespace with a database is deleted: what is lost, and what does it wait for?',
  [
    'A made-up shop: a StatefulSet with its claim, and a pod whose finalizer nobody removes. As long as that pod is',
    'there nothing else of the namespace is deleted; once it goes, the data goes too.',
  ].join('\n'),
  ['cascade delete ns/shop demo/shop.json --whole-cluster --at 2026-01-01T12:00:00Z'],
)

const cluster = ['captures/kubectl/cluster-before.all.json', 'captures/kubectl/cluster-before.clusterroles.json']
const looked = '-A --at 2026-11-21T03:01:11Z'

scene(
  '8. A control plane starts: what does it collect, and when?',
  [
    'Captured before the controllers of a cluster were started with a limit of three terminated pods. The audit log',
    'of its API server tells of all these deletes, at these looks of pod garbage collection, 20 s apart; and of two',
    'old ReplicaSets, once their controller had seen that the limit was lowered.',
  ].join('\n'),
  ['when --for 55s --only remove', ...cluster, `${looked} --terminated-pod-gc-threshold 3`],
)
show([
  'explain kubernetes job/done-no-ttl',
  ...cluster,
  '--whole-cluster --at 2026-11-21T03:01:11Z',
  '--lifecycle demo/lifecycle.yaml',
])
