/**
 * Shows only what the page's key may do. Elements that need a right name it in `data-right`, and are shown only with it (key-access.css).
 * A view that is opened by its address without its right says what is missing.
 */
import type { Answer } from './api.d.ts'
import { forgetKey, get, hasKey } from './api-client.ts'
import { byId, element } from './dom.ts'

type Access = Answer<'get', '/access'>

/** Right without which a view is useless. */
const RIGHT_OF_VIEW = {
  ask: 'ask',
  search: 'read',
  paper: 'read',
  solve: 'read',
  graph: 'read',
  table: 'read',
  compare: 'read',
  gate: 'read',
  add: 'add',
} as const

let access: Access = { name: null, rights: [], corpora: null, expires: null, asksModel: true }

/** Loads the rights, asking for a key if one is needed. */
export async function loadAccess() {
  access = await get('/access', {})
  document.documentElement.dataset['rights'] = access.rights.join(' ')
  showBearer()
}

export const mayDo = (right: Access['rights'][number]) => access.rights.includes(right)

/** Returns whether an answer may cost tokens of a chat model. */
export const asksModel = () => access.asksModel

/** Returns the corpora that the key is limited to; empty if it is not limited. */
export const corporaOfKey = () => access.corpora ?? []

/** Returns the view, or the first that the key may open if the address names none. */
export function openableView(view: string, isNamed: boolean) {
  if (isNamed || lackedRight(view) === null) return view
  return ['search', 'add'].find((other) => lackedRight(other) === null) ?? view
}

/** Shows why a view cannot be opened, and returns whether it can. */
export function explainView(view: string) {
  const right = lackedRight(view)
  byId('no-right').hidden = right === null
  if (right === null) return true
  const where = access.corpora === null ? '' : ` in ${access.corpora.join(', ')}`
  const may = access.rights.length === 0 ? 'nothing' : access.rights.join(', ')
  byId('no-right').replaceChildren(
    element('h1', 'Not allowed with this key'),
    element(
      'p',
      `This view needs the right “${right}”. Your key ${access.name ?? ''} allows ${may}${where}. `,
      'The administrator of the service can make a key with this right: ',
      element('code', `gloss keys add NAME --rights ${[...access.rights, right].join(',')}`),
    ),
  )
  return false
}

function lackedRight(view: string) {
  const right = Object.entries(RIGHT_OF_VIEW).find(([name]) => name === view)?.[1]
  return right === undefined || mayDo(right) ? null : right
}

function showBearer() {
  const bearer = byId('bearer')
  bearer.hidden = !hasKey() || access.name === null
  const signOut = element('button.more', 'Sign out')
  signOut.onclick = () => {
    forgetKey()
    location.reload()
  }
  bearer.replaceChildren(`Key ${access.name}: ${access.rights.join(', ')} `, signOut)
}
