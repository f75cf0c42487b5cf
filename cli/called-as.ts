/** Writes commands in messages as the user can type them: `gloss` if it is on the PATH, `npx gloss` if it is installed in a folder. */
import lines from './command-lines.json' with { type: 'json' }

/** Matches a command in a message: at the start of a line, in backticks, or after a colon, a full stop or a bracket. */
const COMMAND = new RegExp(`(^|\`|\\(|[:.] +)gloss (?=(?:${Object.keys(lines).join('|')})\\b)`, 'gm')

/** Returns the name by which Gloss was started: npm sets a variable for `npx gloss` and `npm start`; a global installation is `gloss`. */
function calledAs(): string {
  return process.env['npm_command'] ? 'npx gloss' : 'gloss'
}

/** Returns the text with its commands as they can be typed here. */
export function withTypedCommands(text: string): string {
  const called = calledAs()
  return called === 'gloss' ? text : text.replace(COMMAND, `$1${called} `)
}
