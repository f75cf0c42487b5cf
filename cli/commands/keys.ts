/** `gloss keys`: manages who may use the service, each person with a key, and what each key may do in which corpora. */
import type { Command } from 'commander'
import {
  addKey,
  changingKeys,
  listKeys,
  type NewKey,
  RIGHTS,
  type Right,
  removeKey,
  renewKey,
} from '../../app/keys/index.ts'
import { type CommonOptions, type Context, withCommonOptions, withContext } from '../context.ts'
import { listOf, oneOf, timeToCome } from '../options.ts'
import { counted, table } from '../output.ts'

interface AddOptions extends CommonOptions {
  readonly rights?: Right[]
  readonly corpora?: string
  readonly expires?: Date
}

const DEFAULT_RIGHTS: readonly Right[] = ['read', 'ask']
const MINUTE_CHARACTERS = '2026-11-22T12:00'.length

export function addKeysCommand(program: Command): void {
  const keys = program
    .command('keys')
    .description('Create, list, renew and remove keys of the service, with rights per corpus.')
    .addHelpText('after', RIGHTS_HELP)
  withCommonOptions(keys.command('add'))
    .description('Create a key and print it once.')
    .argument('<name>', 'name of the key, such as the person or program that will use it')
    .option(
      '--rights <names>',
      `comma-separated: ${RIGHTS.join(', ')} (default: ${DEFAULT_RIGHTS.join(',')})`,
      listOf(oneOf('--rights', RIGHTS)),
    )
    .option(
      '--corpora <names>',
      'comma-separated corpora that the rights apply to (default: that of --corpus, else all)',
    )
    .option(
      '--expires <time>',
      'expiry of the key: a day such as 2027-01-31, or a time from now: 12h, 30d',
      timeToCome,
    )
    .action(withContext(add))
  withCommonOptions(keys.command('list'))
    .description('List the keys with their rights, corpora, expiry and last use; never the keys themselves.')
    .action(withContext(list))
  withCommonOptions(keys.command('renew'))
    .description('Replace a key with a new one that has the same rights; the old one expires at once.')
    .argument('<name>', 'name of the key')
    .action(withContext(renew))
  withCommonOptions(keys.command('remove'))
    .description('Remove a key; it is refused from the next request on.')
    .argument('<name>', 'name of the key')
    .action(withContext(remove))
}

const RIGHTS_HELP = `
Rights:
  read   papers, units, searches, the graph, past runs
  ask    anything that may call a chat model or run code: ask, solve, /v1, execute
  add    upload papers, create corpora, watch and cancel uploads
  admin  all of these; delete corpora, overrule the gate

A running service sees each change with its next request.`

async function add(
  name: string,
  { rights = [...DEFAULT_RIGHTS], corpus, corpora = corpus, expires }: AddOptions,
  { gloss, output }: Context,
): Promise<void> {
  const named = corpora?.split(',').map((one) => one.trim()) ?? null
  const request = { name, rights, corpora: named, expires: expires ?? null }
  printNewKey(await changed(gloss, (folder) => addKey(folder, request, new Date())), output)
}

/** Changes the keys of this machine, or of all machines that share a server. */
function changed<Result>(
  { workspace, config }: Context['gloss'],
  change: (folder: string) => Result,
): Promise<Result> {
  return changingKeys(workspace.shared, config.workspace, () => change(config.workspace))
}

function printNewKey({ key, ...entry }: NewKey, output: Context['output']): void {
  output.line(key)
  output.note(`gloss: this is the only time that the key is shown. ${entry.name} may ${may(entry)}.`)
  output.object({ key, ...entry })
}

async function renew(name: string, _: CommonOptions, { gloss, output }: Context): Promise<void> {
  printNewKey(await changed(gloss, (folder) => renewKey(folder, name, new Date())), output)
}

async function list(_: CommonOptions, { gloss, output }: Context): Promise<void> {
  const keys = await changed(gloss, (folder) => listKeys(folder, new Date()))
  const hasSetting = gloss.config.key !== undefined
  const rows = keys.map((entry) => [
    entry.name,
    entry.rights.join(','),
    entry.corpora?.join(',') ?? '(all)',
    entry.expires === null ? 'never' : `${minuteOf(entry.expires)}${entry.isExpired ? ' (over)' : ''}`,
    entry.lastUsed === null ? 'never' : minuteOf(entry.lastUsed),
  ])
  if (keys.length > 0)
    for (const line of table([['name', 'rights', 'corpora', 'ends', 'last used'], ...rows])) output.line(line)
  else output.line('There are no keys. Make one with: gloss keys add NAME')
  if (hasSetting) output.line('GLOSS_KEY is set, too, and has all rights.')
  output.object({ keys, hasSetting })
}

async function remove(name: string, _: CommonOptions, { gloss, output }: Context): Promise<void> {
  const left = await changed(gloss, (folder) => removeKey(folder, name))
  output.line(`Removed ${name}; ${counted(left, 'key')} left.`)
  if (left === 0)
    output.note(
      'gloss: the service refuses all requests until there is a key again; to serve without keys, remove keys.json from the workspace and restart it.',
    )
  output.object({ removed: name, left })
}

function may({ rights, corpora }: Pick<NewKey, 'rights' | 'corpora'>): string {
  return `${rights.join(', ')} ${corpora === null ? 'in every corpus' : `in ${corpora.join(', ')}`}`
}

/** Formats a time in UTC, to the minute. */
function minuteOf(time: string): string {
  return `${time.slice(0, MINUTE_CHARACTERS).replace('T', ' ')}Z`
}
