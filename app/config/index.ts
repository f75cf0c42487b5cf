export { listNames } from './experimental-names.ts'
export { isLoopbackHost } from './loopback.ts'
export {
  EXPERIMENTAL_MONITORS,
  MONITOR_NAMES,
  type MonitorName,
  modelOf,
  ROLES,
  type Role,
} from './model-settings.ts'
export type { PresetName } from './presets.ts'
export { PRESET_NAMES } from './presets.ts'
export { usualCount } from './setting-fields.ts'
export { unknownSettings } from './unknown-settings.ts'
