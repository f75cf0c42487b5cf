/** Builds elements without markup in strings, so that a paper's title is never parsed as HTML. */

/** Returns an element of the page. Throws `Error` if there is none of that id and kind. */
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

type TagName = keyof HTMLElementTagNameMap
/** A tag, and the classes of the element as in a selector: `p.help`. */
type ElementName = TagName | `${TagName}.${string}`
type ElementOf<Name> = HTMLElementTagNameMap[Name extends `${infer Tag extends TagName}.${string}`
  ? Tag
  : Extract<Name, TagName>]
type Attributes = Record<`${string}-${string}`, string | number>
/** Properties of an element (`onclick`); names with a dash are attributes (`aria-label`). */
type Properties<Kind> = Partial<Omit<Kind, 'children' | 'style'>> & Attributes
type Child = Node | string | null

/** Creates an element. Parts are properties and children; null is left out. A button submits no form unless its `type` says so. */
export function element<Name extends ElementName>(
  name: Name,
  ...parts: readonly (Child | Properties<ElementOf<Name>>)[]
): ElementOf<Name> {
  const [tag = '', ...classes] = name.split('.')
  const made = document.createElement(tag)
  if (classes.length > 0) made.className = classes.join(' ')
  if (made instanceof HTMLButtonElement) made.type = 'button'
  for (const part of parts) {
    if (typeof part === 'string' || part instanceof Node) made.append(part)
    else setProperties(made, part ?? {})
  }
  return made as ElementOf<Name>
}

function setProperties(made: Element, properties: object) {
  for (const [name, value] of Object.entries(properties))
    if (name.includes('-')) made.setAttribute(name, String(value))
    else Reflect.set(made, name, value)
}

/** Creates a button that is disabled while it acts, and shows a failure after it. */
export function actionButton(
  name: 'button' | `button.${string}`,
  act: () => Promise<unknown>,
  ...parts: readonly (Child | Properties<HTMLButtonElement>)[]
): HTMLButtonElement {
  const button = element(name, ...parts)
  button.onclick = async () => {
    button.disabled = true
    await act().catch((error) => button.after(errorNotice(error)))
    button.disabled = false
  }
  return button
}

/** Calls `submit` when the form is submitted, without leaving the page. */
export function onSubmit(form: string, submit: () => unknown) {
  formById(form).addEventListener('submit', (event) => {
    event.preventDefault()
    submit()
  })
}

/** Shows what was loaded, or why loading failed; nothing if the view was left meanwhile. */
export async function showLoaded(
  place: HTMLElement,
  signal: AbortSignal,
  load: () => Promise<readonly Node[]>,
) {
  const nodes = await load().catch((error) => [errorNotice(error)])
  if (!signal.aborted) place.replaceChildren(...nodes)
}

/** Creates a box that loads its contents when it is opened. */
export function loadedBox(
  name: `details.${string}`,
  summary: string,
  signal: AbortSignal,
  load: () => Promise<readonly Node[]>,
) {
  const box = element(name, element('summary', summary))
  const open = () =>
    load()
      .then((nodes) => box.append(...nodes))
      .catch((error) => signal.aborted || box.append(errorNotice(error)))
  box.addEventListener('toggle', open, { once: true })
  return box
}

/** Creates a table with a heading above each column. */
export function headedTable(
  name: 'table' | `table.${string}`,
  columns: readonly string[],
  rows: readonly HTMLElement[],
  caption: HTMLElement | null = null,
) {
  const head = columns.map((column) => element('th', { scope: 'col' }, column))
  return element(name, caption, element('thead', element('tr', ...head)), element('tbody', ...rows))
}

/** Creates a bar. `share`: of the full length, 0 to 1. */
export function barOf(share: number) {
  const bar = element('span.bar', { 'aria-hidden': 'true' })
  bar.style.setProperty('--share', share.toFixed(3))
  return bar
}

export function scoreBar(name: string, share: number, value: string) {
  return element('div', element('dt', name), element('dd', barOf(share), value))
}

/** Joins the known parts of a place, such as `Results, p. 4 · finding`. */
export function placeLine(...parts: readonly (string | null | undefined)[]) {
  return parts.filter((part) => part && part !== 'N/A').join(' · ')
}

/** Returns a function that begins a showing of a view and aborts the signal of the one before. */
export function createShowings() {
  let showing = new AbortController()
  return () => {
    showing.abort()
    showing = new AbortController()
    return showing.signal
  }
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

/** Returns the first element inside `parent` that the selector matches. Throws `Error` if there is none. */
export function find(parent: ParentNode, selector: string) {
  const found = parent.querySelector(selector)
  if (found instanceof HTMLElement || found instanceof SVGElement) return found
  throw new Error(`Nothing matches ${selector}`)
}

/** Returns an error message with its help sentence. */
export function errorNotice(error: unknown) {
  const help = error instanceof Object && 'help' in error ? String(error.help) : ''
  const message = error instanceof Object && 'message' in error ? error.message : error
  return element(
    'div.failure',
    { role: 'alert' },
    element('p', String(message)),
    help === '' ? null : element('p.help', help),
  )
}

export function plural(count: number, one: string, many = `${one}s`) {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

/** Returns what every view shows for a corpus without papers. */
export function noPapers() {
  const add = element('a', { href: '#/add' }, 'Add papers')
  return element('p.empty', 'This corpus has no papers yet. ', add, '.')
}
