/** Writes tables and marked parts of Markdown pages. */

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Puts `content` between `<!-- name:start -->` and `<!-- name:end -->`; throws if the page lacks the markers. */
export function fillPart(page: string, name: string, content: string): string {
  const start = `<!-- ${name}:start -->`
  const end = `<!-- ${name}:end -->`
  const from = page.indexOf(start)
  const to = page.indexOf(end)
  if (from < 0 || to < from) throw new Error(`No part "${name}" to fill`)
  return `${page.slice(0, from + start.length)}\n${content}\n${page.slice(to)}`
}
