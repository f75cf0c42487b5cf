/**
 * Remembers addresses made on this page by its forms and links. A page of another site can send a person to any other address, but cannot
 * make this page ask a model: the question is filled in, and waits for a click.
 */
import { element } from './dom.ts'
import { asksModel } from './key-access.ts'
import { ASKING_BACKENDS } from './vendor/defaults.js'

const own: Set<string> = new Set()

/** Goes to an address by an action of the person. */
export function goTo(hash: string) {
  location.hash = hash
  // The browser's spelling of the address.
  own.add(location.hash)
}

/** Remembers clicks on links of the page itself, which a script of another site cannot click. */
export function noteLinks() {
  addEventListener(
    'click',
    ({ target, isTrusted }) => {
      const link = target instanceof Element ? target.closest('a') : null
      if (isTrusted && link?.hash && link.origin === location.origin) own.add(link.hash)
    },
    { capture: true },
  )
}

/** Returns whether the present address may be answered at once. `backends`: those that answer it; none if a chat model does. */
export function mayAnswer(...backends: string[]) {
  const isFree = backends.length > 0 && !backends.some((name) => ASKING_BACKENDS.includes(name))
  return isFree || !asksModel() || own.has(location.hash)
}

export function waitingNotice(button: string) {
  return element(
    'p.empty',
    `This question came from a link, and its answer needs a model. Press ${button} to ask it.`,
  )
}
