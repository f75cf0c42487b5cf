/** What a child process inherits of the environment: where things are and how to write, and no key of anybody's. */

// The last five are how Windows and macOS name what Linux does without.
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

/** Everything else, such as GLOSS_LLM_KEY and NODE_OPTIONS, stays behind. */
export function childEnvironment(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  return Object.fromEntries(
    INHERITED.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const])),
  )
}
