/** Finds commands and environments of LaTeX source by their braces, step by step, so that no source takes long. */

export interface FoundCommand {
  readonly name: string
  /** Offsets of the whole command, including its arguments. */
  readonly start: number
  readonly end: number
  /** Arguments in braces; options in brackets are left out. */
  readonly args: readonly string[]
}

/** Removes comments, from a percent sign that is not escaped to the end of its line. */
export function withoutComments(tex: string): string {
  return tex.replace(/(^|[^\\])((?:\\\\)*)%.*(?:\n[ \t]*)?/gm, '$1$2')
}

/** Returns commands of these names with up to `most` arguments in braces, in text order, none within another. */
export function commandsOf(tex: string, names: readonly string[], most: number): FoundCommand[] {
  const closing = closingBraces(tex)
  const pattern = new RegExp(`\\\\(${names.join('|')})(?![A-Za-z])\\*?`, 'g')
  const found: FoundCommand[] = []
  for (let match = pattern.exec(tex); match !== null; match = pattern.exec(tex)) {
    const { args, end } = argumentsAt(tex, pattern.lastIndex, closing, most)
    found.push({ name: match[1] ?? '', start: match.index, end, args })
    pattern.lastIndex = end
  }
  return found
}

/** Replaces each command by the result of `render`. */
export function replaceCommands(
  tex: string,
  names: readonly string[],
  most: number,
  render: (command: FoundCommand) => string,
): string {
  let text = ''
  let from = 0
  for (const command of commandsOf(tex, names, most)) {
    text += tex.slice(from, command.start) + render(command)
    from = command.end
  }
  return text + tex.slice(from)
}

/** Replaces environments of these names by the result of `render`; one that is never closed stays as it is. */
export function replaceEnvironments(
  tex: string,
  names: readonly string[],
  render: (inside: string, name: string) => string,
): string {
  const pattern = new RegExp(`\\\\(begin|end)\\s*\\{(${names.join('|')})\\*?\\}`, 'g')
  let text = ''
  let from = 0
  let open: { readonly name: string; readonly start: number; readonly inside: number } | null = null
  let depth = 0
  for (const match of tex.matchAll(pattern)) {
    const [whole, edge, name = ''] = match
    const end = match.index + whole.length
    if (open === null && edge === 'begin') open = { name, start: match.index, inside: end }
    if (open?.name === name) depth += edge === 'begin' ? 1 : -1
    if (open === null || depth > 0) continue
    text += tex.slice(from, open.start) + render(tex.slice(open.inside, match.index), name)
    from = end
    open = null
    depth = 0
  }
  return text + tex.slice(from)
}

function argumentsAt(
  tex: string,
  from: number,
  closing: Int32Array,
  most: number,
): { args: string[]; end: number } {
  const args: string[] = []
  let end = from
  while (args.length < most) {
    const at = end + (/^\s*/.exec(tex.slice(end, end + 40))?.[0].length ?? 0)
    const close = tex[at] === '[' ? tex.indexOf(']', at) : (closing[at] ?? -1)
    if (close < 0 || (tex[at] !== '[' && tex[at] !== '{')) break
    if (tex[at] === '{') args.push(tex.slice(at + 1, close))
    end = close + 1
  }
  return { args, end }
}

/** Returns the offset of the closing brace for each opening one, -1 elsewhere. */
function closingBraces(tex: string): Int32Array {
  const closing = new Int32Array(tex.length).fill(-1)
  const open: number[] = []
  for (let at = 0; at < tex.length; at++) {
    if (tex[at] === '\\') at++
    else if (tex[at] === '{') open.push(at)
    else if (tex[at] === '}') {
      const start = open.pop()
      if (start !== undefined) closing[start] = at
    }
  }
  return closing
}

/** Replaces commands with one argument by text that has to be fetched. */
export async function replaceCommandsOfText(
  tex: string,
  names: readonly string[],
  fetch: (argument: string) => Promise<string>,
): Promise<string> {
  let text = ''
  let from = 0
  for (const { start, end, args } of commandsOf(tex, names, 1)) {
    text += tex.slice(from, start) + (args[0] === undefined ? '' : await fetch(args[0]))
    from = end
  }
  return text + tex.slice(from)
}
