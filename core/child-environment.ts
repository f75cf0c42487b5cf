/** The environment that child processes inherit: paths, locale and temporary folders, but no keys. */

// The last five are the names used on Windows and macOS.
const INHERITED = [
  'PATH',
  'HOME',
  'XDG_CACHE_HOME',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SystemRoot',
  'windir',
]

/** Leaves out everything else, such as GLOSS_LLM_KEY and NODE_OPTIONS. */
export function childEnvironment(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  return Object.fromEntries(
    INHERITED.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const])),
  )
}
