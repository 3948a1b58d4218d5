/** The columns of the most common kinds of Kubernetes itself. */
import { ownField } from '../../internal/lists.js'
import { fieldsOf } from './body.js'
import {
  type Column,
  ageColumn,
  ageOf,
  at,
  cell,
  count,
  itemsAt,
  nameColumn,
  number,
  numberAt,
  readyOf,
  text,
  textAt,
  wide,
} from './column.js'

const isTrue = (body: unknown, type: string): boolean =>
  itemsAt(body, 'status', 'conditions').some(
    (one) => ownField(one, 'type') === type && ownField(one, 'status') === 'True',
  )

/** What a pod is up to, as far as its phase, its reason and its deletion say. */
const podStatus = (body: unknown): string => {
  if (at(body, 'metadata', 'deletionTimestamp') !== undefined) return 'Terminating'
  const waiting = itemsAt(body, 'status', 'containerStatuses')
    .map((one) => textAt(one, 'state', 'waiting', 'reason') || textAt(one, 'state', 'terminated', 'reason'))
    .find((reason) => reason !== '')
  return waiting ?? (textAt(body, 'status', 'reason') || textAt(body, 'status', 'phase') || 'Unknown')
}

const nodeStatus = (body: unknown): string => {
  const ready = itemsAt(body, 'status', 'conditions').some((one) => ownField(one, 'type') === 'Ready')
  const said = !ready ? 'Unknown' : isTrue(body, 'Ready') ? 'Ready' : 'NotReady'
  return at(body, 'spec', 'unschedulable') === true ? `${said},SchedulingDisabled` : said
}

const containersOf = (body: unknown): ReadonlyArray<unknown> => itemsAt(body, 'spec', 'template', 'spec', 'containers')

const labelsIn = (body: unknown): string =>
  Object.entries(fieldsOf(at(body, 'spec', 'selector', 'matchLabels')))
    .map(([key, value]) => `${key}=${String(value)}`)
    .toSorted()
    .join(',')

/** What the template of a workload holds, in wide tables. */
const templateColumns: ReadonlyArray<Column> = [
  wide('Containers', (body) =>
    containersOf(body)
      .map((one) => textAt(one, 'name'))
      .join(','),
  ),
  wide('Images', (body) =>
    containersOf(body)
      .map((one) => textAt(one, 'image'))
      .join(','),
  ),
]

const selectorColumn: Column = wide('Selector', (body) => labelsIn(body) || '<none>')

/** Columns by version and kind. */
export const builtInColumns: ReadonlyMap<string, ReadonlyArray<Column>> = new Map<string, ReadonlyArray<Column>>([
  [
    'v1 Pod',
    [
      nameColumn,
      cell('Ready', (body) => {
        const statuses = itemsAt(body, 'status', 'containerStatuses')
        const ready = statuses.filter((one) => ownField(one, 'ready') === true).length
        return `${ready}/${itemsAt(body, 'spec', 'containers').length}`
      }),
      cell('Status', podStatus),
      cell('Restarts', (body) =>
        String(
          itemsAt(body, 'status', 'containerStatuses').reduce<number>(
            (sum, one) => sum + numberAt(one, 'restartCount'),
            0,
          ),
        ),
      ),
      ageColumn,
      { ...text('IP', '<none>', 'status', 'podIP'), priority: 1 },
      { ...text('Node', '<none>', 'spec', 'nodeName'), priority: 1 },
    ],
  ],
  ['v1 ConfigMap', [nameColumn, count('Data', 'data'), ageColumn]],
  ['v1 Secret', [nameColumn, text('Type', 'Opaque', 'type'), count('Data', 'data'), ageColumn]],
  ['v1 Namespace', [nameColumn, text('Status', '', 'status', 'phase'), ageColumn]],
  [
    'v1 Node',
    [
      nameColumn,
      cell('Status', nodeStatus),
      cell('Roles', () => '<none>'),
      ageColumn,
      text('Version', '', 'status', 'nodeInfo', 'kubeletVersion'),
    ],
  ],
  [
    'v1 Service',
    [
      nameColumn,
      text('Type', 'ClusterIP', 'spec', 'type'),
      text('Cluster-IP', '<none>', 'spec', 'clusterIP'),
      cell('External-IP', () => '<none>'),
      cell('Port(s)', (body) => {
        const ports = itemsAt(body, 'spec', 'ports')
        const said = ports.map((one) => `${numberAt(one, 'port')}/${textAt(one, 'protocol') || 'TCP'}`)
        return said.length === 0 ? '<none>' : said.join(',')
      }),
      ageColumn,
    ],
  ],
  [
    'apps/v1 Deployment',
    [
      nameColumn,
      readyOf('Ready', ['status', 'readyReplicas'], ['spec', 'replicas']),
      number('Up-to-date', 'status', 'updatedReplicas'),
      number('Available', 'status', 'availableReplicas'),
      ageColumn,
      ...templateColumns,
      selectorColumn,
    ],
  ],
  [
    'apps/v1 ReplicaSet',
    [
      nameColumn,
      number('Desired', 'spec', 'replicas'),
      number('Current', 'status', 'replicas'),
      number('Ready', 'status', 'readyReplicas'),
      ageColumn,
      ...templateColumns,
      selectorColumn,
    ],
  ],
  [
    'apps/v1 StatefulSet',
    [nameColumn, readyOf('Ready', ['status', 'readyReplicas'], ['spec', 'replicas']), ageColumn, ...templateColumns],
  ],
  [
    'apps/v1 DaemonSet',
    [
      nameColumn,
      number('Desired', 'status', 'desiredNumberScheduled'),
      number('Current', 'status', 'currentNumberScheduled'),
      number('Ready', 'status', 'numberReady'),
      number('Up-to-date', 'status', 'updatedNumberScheduled'),
      number('Available', 'status', 'numberAvailable'),
      ageColumn,
      ...templateColumns,
      selectorColumn,
    ],
  ],
  [
    'batch/v1 Job',
    [
      nameColumn,
      cell('Status', (body) => {
        const state = ['Complete', 'Failed', 'Suspended', 'FailureTarget', 'SuccessCriteriaMet'].find((type) =>
          isTrue(body, type),
        )
        return at(body, 'metadata', 'deletionTimestamp') === undefined ? (state ?? 'Running') : 'Terminating'
      }),
      cell(
        'Completions',
        (body) => `${numberAt(body, 'status', 'succeeded')}/${numberAt(body, 'spec', 'completions') || 1}`,
      ),
      ageColumn,
      ...templateColumns,
      selectorColumn,
    ],
  ],
  [
    'batch/v1 CronJob',
    [
      nameColumn,
      text('Schedule', '', 'spec', 'schedule'),
      cell('Suspend', (body) => (at(body, 'spec', 'suspend') === true ? 'True' : 'False')),
      cell('Active', (body) => String(itemsAt(body, 'status', 'active').length)),
      cell('Last Schedule', (body, now) => {
        const last = at(body, 'status', 'lastScheduleTime')
        return last === undefined ? '<none>' : ageOf(last, now)
      }),
      ageColumn,
    ],
  ],
  [
    'v1 PersistentVolumeClaim',
    [
      nameColumn,
      text('Status', '', 'status', 'phase'),
      text('Volume', '', 'spec', 'volumeName'),
      text('StorageClass', '', 'spec', 'storageClassName'),
      ageColumn,
    ],
  ],
  ['coordination.k8s.io/v1 Lease', [nameColumn, text('Holder', '', 'spec', 'holderIdentity'), ageColumn]],
  [
    'v1 Event',
    [
      cell('Last Seen', (body, now) =>
        ageOf(at(body, 'lastTimestamp') ?? at(body, 'eventTime') ?? at(body, 'metadata', 'creationTimestamp'), now),
      ),
      text('Type', '', 'type'),
      text('Reason', '', 'reason'),
      cell(
        'Object',
        (body) => `${textAt(body, 'involvedObject', 'kind').toLowerCase()}/${textAt(body, 'involvedObject', 'name')}`,
      ),
      text('Message', '', 'message'),
    ],
  ],
])
