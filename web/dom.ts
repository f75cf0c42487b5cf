/** Builds elements without markup in strings, so that a paper's title is never parsed as HTML. */

/** Throws `Error` where the page has no such element of that kind. */
function requireById<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id)
  if (found instanceof kind) return found
  throw new Error(`index.html has no ${kind.name} with the id ${id}`)
}

export const byId = (id: string) => requireById(id, HTMLElement)
export const formById = (id: string) => requireById(id, HTMLFormElement)
export const inputById = (id: string) => requireById(id, HTMLInputElement)
export const selectById = (id: string) => requireById(id, HTMLSelectElement)
export const dialogById = (id: string) => requireById(id, HTMLDialogElement)

type Attributes = Record<`${string}-${string}`, string | number>

/**
 * `properties` are set as they are (`className`, `onclick`), those with a dash as attributes (`aria-label`).
 * Children are nodes or strings; null is left out.
 */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties?: Partial<Omit<HTMLElementTagNameMap[Tag], 'children' | 'style'>> & Attributes,
  ...children: (Node | string | null)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (name.includes('-')) made.setAttribute(name, String(value))
    else Reflect.set(made, name, value)
  }
  made.append(...children.filter((child) => child !== null))
  return made
}

const SVG = 'http://www.w3.org/2000/svg'

export function svgElement<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | number>>,
  ...children: Node[]
) {
  const made = document.createElementNS(SVG, tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value))
  made.append(...children)
  return made
}

/** The first element inside `parent` that the selector matches. Throws `Error` if the page has no such element. */
export function find(parent: ParentNode, selector: string) {
  const found = parent.querySelector(selector)
  if (found instanceof HTMLElement || found instanceof SVGElement) return found
  throw new Error(`Nothing matches ${selector}`)
}

/** An error message with its help sentence. */
export function errorNotice(error: unknown) {
  const help = error instanceof Object && 'help' in error ? String(error.help) : ''
  const message = error instanceof Object && 'message' in error ? error.message : error
  return element(
    'div',
    { className: 'failure', role: 'alert' },
    element('p', {}, String(message)),
    help === '' ? null : element('p', { className: 'help' }, help),
  )
}

export function plural(count: number, one: string, many = `${one}s`) {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

/** Shown by every view of a corpus without papers. */
export function noPapers() {
  const add = element('a', { href: '#/add' }, 'Add papers')
  return element('p', { className: 'empty' }, 'This corpus has no papers yet. ', add, '.')
}
