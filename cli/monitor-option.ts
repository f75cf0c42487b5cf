/** `--monitor`: chooses a built-in monitor, or a plug-in by the path of its module, which replaces the built-in one. */
import type { Command } from 'commander'
import { EXPERIMENTAL_MONITORS, listNames, type MonitorName } from '../app/config/index.ts'
import { isPluginPlace } from '../app/wiring/index.ts'
import { oneOfOrPlugin } from './options.ts'

type MonitorPlace = `./${string}` | `/${string}`
/** Value of the option. */
export type MonitorChoice<Name extends MonitorName> = Name | MonitorPlace

/** Built-in monitor that a plug-in replaces: its helpers, which ask no model, are used with the plug-in. */
const IN_PLACE_OF = 'lexical'

export function withMonitorOption<Name extends MonitorName>(
  command: Command,
  names: readonly Name[],
  watched: string,
): Command {
  return command.option(
    '--monitor <name>',
    `monitor that watches ${watched}, or a plug-in: ./module.js (GLOSS_MONITOR; default: lexical): ${listNames(names, EXPERIMENTAL_MONITORS)}`,
    oneOfOrPlugin('--monitor', names, (place) => place as MonitorPlace),
  )
}

/** Returns the built-in monitor that is requested, or the one that a plug-in replaces. */
export function monitorNamed<Name extends MonitorName>(
  asked: MonitorChoice<Name> | undefined,
): Name | typeof IN_PLACE_OF | undefined {
  return asked === undefined || !isPlace(asked) ? asked : IN_PLACE_OF
}

function isPlace(asked: string): asked is MonitorPlace {
  return isPluginPlace(asked)
}
