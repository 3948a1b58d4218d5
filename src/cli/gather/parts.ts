/** The parts of the script: what is run for a node, for containerd and for Kubernetes. */
import { ofContainers, ofSecrets } from './blank.js'

/** What can be gathered. */
export const gatherable = ['node', 'containerd', 'kubernetes'] as const

/** One of these. */
export type Part = (typeof gatherable)[number]

/** Which namespaces are gathered; none named: all. */
export interface Limits {
  readonly kubernetes: ReadonlyArray<string>
  readonly containerd: ReadonlyArray<string>
}

const node = String.raw`
# The node: images, containers, pods, disk and settings, as the runtime and the kubelet see them.
containers() { blank '${ofContainers}'; }

if need crictl; then
  save images.json cat crictl images -o json
  save ps.json containers crictl ps -a -o json
  save sandboxes.json containers crictl pods -o json
  save container-stats.json cat crictl stats -a -o json
  save imagefsinfo.json cat crictl imagefsinfo -o json
  ids=$(crictl ps -a -q 2>/dev/null)
  [ -z "$ids" ] || save inspect.json containers crictl inspect -o json $ids
  ids=$(crictl images -q 2>/dev/null)
  [ -z "$ids" ] || save inspecti.json containers crictl inspecti -o json $ids
elif need docker; then
  ids=$(docker ps -aq 2>/dev/null)
  [ -z "$ids" ] || save docker-containers.json containers docker inspect $ids
  ids=$(docker image ls -aq --no-trunc 2>/dev/null)
  [ -z "$ids" ] || save docker-images.json containers docker image inspect $ids
  if need curl; then
    save docker-disk.json containers curl -sf --unix-socket /var/run/docker.sock http://localhost/system/df
  fi
fi

images=
[ -f imagefsinfo.json ] && images=$(sed -n 's/.*"mountpoint": *"\([^"]*\)".*/\1/p' imagefsinfo.json | head -n 1)
for place in "$images" /var/lib/containerd /var/lib/containers/storage /var/lib/docker; do
  [ -n "$place" ] && [ -d "$place" ] || continue
  if need df; then save df.txt cat df -Pk "$place"; fi
  break
done

if need kubectl; then
  proxy=/api/v1/nodes/$node/proxy
  save stats.json cat kubectl --request-timeout=60s get --raw "$proxy/stats/summary"
  save configz.json cat kubectl --request-timeout=60s get --raw "$proxy/configz"
  save pods.json containers kubectl --request-timeout=60s get --raw "$proxy/pods"
  save node.json cat kubectl --request-timeout=60s get node "$node" -o json
fi

# Headers of static pods' URLs may hold credentials.
settings() { awk '/^[^ \t#-]/ { skip = /^staticPodURLHeader/ } !skip'; }
config=/var/lib/kubelet/config.yaml
if [ -r "$config" ] && ! grep -q '^[ \t]*{' "$config"; then save config.yaml settings cat "$config"; fi

# Of the kubelet's command line only the flags that matter, since others may hold credentials.
flags() {
  tr '\000' '\n' | awk '
    wanted { print last "=" $0; wanted = 0; next }
    /^--(image-gc|minimum-image|minimum-container|maximum-dead|eviction|feature-gates)/ {
      if (index($0, "=")) print; else { last = $0; wanted = 1 }
    }' | tr '\n' ' '
}
if has pidof; then
  pid=$(pidof kubelet | cut -d ' ' -f 1)
  [ -n "$pid" ] && [ -r "/proc/$pid/cmdline" ] && save kubelet-flags.txt flags cat "/proc/$pid/cmdline"
fi

if [ -d /var/log/pods ]; then save log-directories.txt cat ls -1 /var/log/pods; fi
if [ -d /var/log/containers ]; then
  save log-links.txt cat find /var/log/containers -name '*.log'
  save dead-log-links.txt cat find /var/log/containers -name '*.log' -type l ! -exec test -e '{}' ';' -print
fi
`

const containerd = (namespaces: ReadonlyArray<string>): string => String.raw`
# containerd: the tables of each namespace, and the settings of its collector.
tables() {
  ns=$1
  mkdir -p "ctr/$ns/overlayfs"
  save "ctr/$ns/images" cat ctr -n "$ns" images ls
  save "ctr/$ns/content" cat ctr -n "$ns" content ls
  save "ctr/$ns/active" cat ctr -n "$ns" content active
  save "ctr/$ns/leases" cat ctr -n "$ns" leases ls
  save "ctr/$ns/containers" cat ctr -n "$ns" containers ls
  ctr -n "$ns" containers ls -q >.keys 2>/dev/null
  while read -r id; do more "ctr/$ns/container-infos" infos ctr -n "$ns" containers info "$id"; done <.keys
  for snapshotter in $snapshotters; do
    at=ctr/$ns/$snapshotter
    mkdir -p "$at"
    save "$at/snapshots" cat ctr -n "$ns" snapshots --snapshotter "$snapshotter" ls
    [ -f "$at/snapshots" ] || continue
    save "$at/usage" cat ctr -n "$ns" snapshots --snapshotter "$snapshotter" usage -b
    awk 'NR > 1 { print $1 }' "$at/snapshots" >.keys
    while read -r key; do
      more "$at/snapshot-infos" cat ctr -n "$ns" snapshots --snapshotter "$snapshotter" info "$key"
    done <.keys
  done
}

infos() { blank '${ofContainers}'; }

if need ctr; then
  release=$(ctr version 2>/dev/null | awk '/^Server/ { server = 1 } server && $1 == "Version:" { print $2; exit }')
  save namespaces.txt cat ctr namespaces ls
  snapshotters=$(ctr plugins ls 2>/dev/null | awk '$1 == "io.containerd.snapshotter.v1" && $NF == "ok" { print $2 }')
  [ -n "$snapshotters" ] || snapshotters=overlayfs
  for space in ${namespaces.length === 0 ? '$(ctr namespaces ls -q 2>/dev/null)' : namespaces.join(' ')}; do tables "$space"; done
fi

# Registries' credentials may be in the rest of it.
collector() { awk '/^[ \t]*\[/ { inside = /gc\.v1\.scheduler|plugins\.scheduler/ } inside || /^version/'; }
if [ -r /etc/containerd/config.toml ]; then save containerd.toml collector cat /etc/containerd/config.toml; fi
`

const kubernetes = String.raw`
# Kubernetes: every kind that may be listed, one file each. Of Secrets and ConfigMaps no data is written; the environment
# of pods and templates is written as kubectl prints it, since rollouts are told apart by it.
secrets() { blank '${ofSecrets}'; }

if need kubectl; then
  mkdir kubernetes
  save api-resources.txt cat kubectl --request-timeout=60s api-resources -o wide
  if [ -f api-resources.txt ]; then whole=true; else mv .output api-resources.txt; fi
  [ -z "$namespaces" ] || whole=false
  [ ! -f api-resources.txt ] || awk 'NR > 1 {
    for (i = 2; i <= NF; i++) if ($i == "true" || $i == "false") break
    verbs = ""
    for (j = i + 2; j <= NF; j++) verbs = verbs " " $j
    if (verbs ~ /[ ,[]list([], ]|$)/) print $1, $(i - 1), $i
  }' api-resources.txt >.kinds
  [ -f .kinds ] || : >.kinds
  while read -r resource version namespaced; do
    case $version in
      */*) base=/apis/$version group=.$(echo "$version" | cut -d / -f 1) ;;
      *) base=/api/$version group= ;;
    esac
    filter=cat
    case $resource in secrets|configmaps) filter=secrets ;; esac
    spaces=all
    [ "$namespaced" = false ] || [ -z "$namespaces" ] || spaces=$namespaces
    for space in $spaces; do
      path=$base/$resource out=kubernetes/$resource$group.json
      [ "$space" = all ] || path=$base/namespaces/$space/$resource out=kubernetes/$resource$group.$space.json
      save "$out" $filter kubectl --request-timeout=120s get --raw "$path"
      [ -f "$out" ] || whole=false
    done
  done <.kinds
  rm -f .kinds
fi
`

/** The commands of one part. */
export const partOf = (part: Part, limits: Limits): string => {
  switch (part) {
    case 'node':
      return node
    case 'containerd':
      return containerd(limits.containerd)
    case 'kubernetes':
      return kubernetes
  }
}
