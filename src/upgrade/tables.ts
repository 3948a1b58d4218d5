/** The tables of switches of all collectors, with the presets that they are about. */
import { serverPresets as server } from '../apiserver/policy.js'
import { switches as serverSwitches } from '../apiserver/switches.js'
import { presets as containerd } from '../containerd/policy.js'
import { switches as containerdSwitches } from '../containerd/switches.js'
import { presets as signingRequests } from '../controllers/csr-cleaner/policy.js'
import { switches as signingRequestSwitches } from '../controllers/csr-cleaner/switches.js'
import { presets as history } from '../controllers/history/policy.js'
import { switches as historySwitches } from '../controllers/history/switches.js'
import { presets as owner } from '../controllers/owner/policy.js'
import { switches as ownerSwitches } from '../controllers/owner/switches.js'
import { presets as pod } from '../controllers/pod/policy.js'
import { switches as podSwitches } from '../controllers/pod/switches.js'
import { presets as legacyTokens } from '../controllers/token-cleaner/policy.js'
import { switches as legacyTokenSwitches } from '../controllers/token-cleaner/switches.js'
import { presets as ttl } from '../controllers/ttl/policy.js'
import { switches as ttlSwitches } from '../controllers/ttl/switches.js'
import type { Switch } from '../core/switch.js'
import { settingPresets, switches as settingSwitches } from '../decode/kubelet-config/switches.js'
import { presets as kubeletContainer } from '../kubelet/container/policy.js'
import { switches as kubeletContainerSwitches } from '../kubelet/container/switches.js'
import { evictionPresets as eviction } from '../kubelet/eviction/policy.js'
import { switches as evictionSwitches } from '../kubelet/eviction/switches.js'
import { presets as kubeletImage } from '../kubelet/image/presets.js'
import { switches as kubeletImageSwitches } from '../kubelet/image/switches.js'
import { cascadePresets as cascade } from '../simulate/cascade/policy.js'
import { switches as cascadeSwitches } from '../simulate/cascade/switches.js'
import { presets as kubeletLoop } from '../simulate/loop/kubelet/config.js'
import { switches as kubeletLoopSwitches } from '../simulate/loop/kubelet/switches.js'

import { servedPresets, servedSwitches } from './served.js'

/** The switches of one collector. */
export interface SwitchTable {
  /** Whose rules these are, in words. */
  readonly of: string
  readonly presets: Readonly<Record<string, object>>
  /** By field; `setting` is a field that no release changes. */
  readonly switches: Readonly<Record<string, Switch | 'setting'>>
}

/** All tables: the kubelet's, those of the control plane, that of containerd. */
export const switchTables: ReadonlyArray<SwitchTable> = [
  { of: 'kubelet: images', presets: kubeletImage, switches: kubeletImageSwitches },
  { of: 'kubelet: containers', presets: kubeletContainer, switches: kubeletContainerSwitches },
  { of: 'kubelet: eviction', presets: eviction, switches: evictionSwitches },
  { of: 'kubelet: settings', presets: settingPresets, switches: settingSwitches },
  { of: 'kubelet: loops', presets: kubeletLoop, switches: kubeletLoopSwitches },
  { of: 'garbage collector', presets: owner, switches: ownerSwitches },
  { of: 'pod garbage collector', presets: pod, switches: podSwitches },
  { of: 'finished Jobs', presets: ttl, switches: ttlSwitches },
  { of: 'histories', presets: history, switches: historySwitches },
  { of: 'served kinds', presets: servedPresets, switches: servedSwitches },
  { of: 'API server', presets: server, switches: serverSwitches },
  { of: 'cascades', presets: cascade, switches: cascadeSwitches },
  { of: 'signing requests', presets: signingRequests, switches: signingRequestSwitches },
  { of: 'legacy tokens', presets: legacyTokens, switches: legacyTokenSwitches },
  { of: 'containerd', presets: containerd, switches: containerdSwitches },
]
