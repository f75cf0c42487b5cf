/** Draws which folder may import which, from layers.json. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { table } from './markdown.ts'

const LAYERS = join(import.meta.dirname, '..', '..', '..', 'layers.json')

export async function readLayers(): Promise<Record<string, string[]>> {
  return JSON.parse(await readFile(LAYERS, 'utf8')) as Record<string, string[]>
}

/** Returns the arrows that do not follow from longer paths, so that the picture is readable and complete. */
export function directArrows(layers: Readonly<Record<string, readonly string[]>>): [string, string][] {
  return Object.entries(layers).flatMap(([from, targets]) =>
    targets
      .filter((to) => !targets.some((between) => between !== to && layers[between]?.includes(to)))
      .map((to): [string, string] => [to, from]),
  )
}

export async function arrowsPart(): Promise<string> {
  const all = Object.entries(await readLayers())
  const layers = Object.fromEntries(all.filter(([folder]) => !folder.includes('/')))
  const arrows = directArrows(layers).map(([to, from]) => `  ${to} --> ${from}`)
  const rows = all.map(([from, to]) => [`${from}/`, to.join(' ') || 'nothing of ours'])
  return [
    '```mermaid',
    'flowchart LR',
    ...arrows,
    '  web -. HTTP .-> api',
    '```',
    '',
    'An arrow reads "is used by". The whole rule, as the checker reads it:',
    '',
    table(['folder', 'may import'], rows),
  ].join('\n')
}
