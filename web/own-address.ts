/**
 * Addresses that were made on this page, by a form or a link of it. A page of another site can bring a person to any other address, but not have
 * the page ask a model for it: the question is filled in, and waits for a click.
 */
import { element } from './dom.ts'
import { asksModel } from './key-access.ts'
import { ASKING_BACKENDS } from './vendor/defaults.js'

const own: Set<string> = new Set()

/** Goes to an address by the hand of the person. */
export function goTo(hash: string) {
  location.hash = hash
  // As the browser spells it.
  own.add(location.hash)
}

/** Links of the page itself; a script of another site cannot click them. */
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

/** Whether the present address may be answered at once. `backends`: those that it is answered with; none where a chat model answers. */
export function mayAnswer(...backends: string[]) {
  const isFree = backends.length > 0 && !backends.some((name) => ASKING_BACKENDS.includes(name))
  return isFree || !asksModel() || own.has(location.hash)
}

export function waitingNotice(button: string) {
  return element('p.empty', `This question came with a link and asks a model. Press ${button} to ask it.`)
}
