/** `gloss doctor`: checks the set-up and suggests fixes. */
import type { Command } from 'commander'
import { diagnose } from '../../app/setup/index.ts'
import { type CommonOptions, inContext, withCommonOptions } from '../context.ts'
import { table } from '../output.ts'

export function addDoctorCommand(program: Command): void {
  withCommonOptions(program.command('doctor'))
    .description('Check the set-up and suggest fixes.')
    .action((options: CommonOptions) =>
      inContext({ ...options }, async ({ gloss, output, signal }) => {
        const diagnosis = await diagnose(gloss, signal)
        const marks = { ok: 'ok', missing: '—', problem: '!!' } as const
        for (const line of table(
          diagnosis.findings.map(({ what, state, detail }) => [marks[state], what, detail]),
        ))
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
      }),
    )
}
