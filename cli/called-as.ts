/** How a reader of a message can type a command of ours: `gloss` where it is on the PATH, `npx gloss` where it lies in a folder. */
import lines from './command-lines.json' with { type: 'json' }

/** A command as messages write it: at the start of a line, in backticks, or behind a colon, a full stop or a bracket. */
const COMMAND = new RegExp(`(^|\`|\\(|[:.] +)gloss (?=(?:${Object.keys(lines).join('|')})\\b)`, 'gm')

/** npm says so in the environment of what `npx gloss` and `npm start` start; a global installation is called by its name. */
function calledAs(): string {
  return process.env['npm_command'] ? 'npx gloss' : 'gloss'
}

/** The text with its commands as they can be typed here. */
export function withTypedCommands(text: string): string {
  const called = calledAs()
  return called === 'gloss' ? text : text.replace(COMMAND, `$1${called} `)
}
