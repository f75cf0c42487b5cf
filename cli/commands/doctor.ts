/** `gloss doctor`: checks the set-up and suggests fixes. */
import type { Command } from 'commander'
import { diagnose } from '../../app/setup/index.ts'
import type { Gloss } from '../../app/wiring/index.ts'
import { type CommonOptions, type Context, withCommonOptions, withContext } from '../context.ts'
import { type Output, table } from '../output.ts'

interface DoctorOptions extends CommonOptions {
  readonly servers?: true
  readonly forget?: true
}

export function addDoctorCommand(program: Command): void {
  withCommonOptions(program.command('doctor'))
    .description('Check the set-up and suggest fixes.')
    .option(
      '--servers',
      'show what is known about model servers: how they continue an answer, since when and why',
    )
    .option('--forget', 'with --servers: forget it, so that the next run probes again')
    .action(
      withContext(async (options: DoctorOptions, { gloss, output, signal }: Context) => {
        if (options.servers || options.forget) return printServers(gloss, output, options)
        printDiagnosis(await diagnose(gloss, signal), output)
      }),
    )
}

function printDiagnosis(diagnosis: Awaited<ReturnType<typeof diagnose>>, output: Output): void {
  const marks = { ok: 'ok', missing: '—', problem: '!!' } as const
  for (const line of table(diagnosis.findings.map(({ what, state, detail }) => [marks[state], what, detail])))
    output.line(line)
  for (const { what, next } of diagnosis.findings.filter((finding) => finding.next !== ''))
    output.line(`   ${what}: ${next}`)
  output.line()
  output.line('Settings in force:')
  for (const line of table(
    diagnosis.settings.map(({ env, value }) => [`   ${env}`, value === '' ? '—' : value]),
  ))
    output.line(line)
  output.object(diagnosis)
  if (!diagnosis.ok) process.exitCode = 1
}

function printServers({ chats }: Gloss, output: Output, { forget }: DoctorOptions): void {
  const servers = chats.servers.list().map(({ server, model, foundAtMs, why, ability }) => ({
    server,
    model,
    method: ability.rung,
    continuesReasoning: ability.continuesReasoning,
    since: new Date(foundAtMs).toISOString(),
    why,
  }))
  if (forget) chats.servers.clear()
  for (const { server, model, method, continuesReasoning, since, why } of servers) {
    output.line(`${model} at ${server}`)
    output.line(
      `   continued by ${method}, ${continuesReasoning ? 'thoughts too' : 'thoughts not'}, since ${since}`,
    )
    output.line(`   ${why}`)
  }
  if (servers.length === 0) output.line('Nothing is known about a model server yet.')
  else output.line(forget ? 'Forgotten.' : 'Forget it with `gloss doctor --servers --forget`.')
  output.object({ servers, isForgotten: forget === true })
}
