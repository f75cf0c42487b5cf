/** What a planner or an architect demands of the answer, and what became of it: a record for each check (specs/reasoning-with-a-star.md 2.3). */
import { columnsOf, type PageTable } from '../page-shape.ts'
import type { Runner } from '../runner.ts'
import { passesGate, type RwsReport } from './read-structure.ts'

export interface Requirement {
  readonly id: string
  readonly text: string
  /** Path of who set it. */
  readonly by: string
  /** Critics judge all checks in one: `unknown` where the answer that was taken was not judged. */
  readonly verdict: 'pass' | 'fail' | 'unknown'
  /** Of the last report. */
  readonly issues: readonly string[]
  readonly fix: string
}

export interface Requirements {
  /** `isCurrent`: the report is of the answer as it now is. */
  judge(path: string, report: RwsReport, isCurrent: boolean): void
  all(): readonly Requirement[]
}

const REQUIREMENT_KIND = 'requirement-row'

export const REQUIREMENT_TABLE: PageTable = {
  kind: REQUIREMENT_KIND,
  caption: 'Requirements, as they were judged',
  columns: columnsOf({ id: 'id', text: 'requirement', verdict: 'verdict', issues: 'issues', fix: 'fix' }),
}

export function createRequirements(
  runner: Pick<Runner, 'report'>,
  by: string,
  checks: readonly string[],
): Requirements {
  let requirements: readonly Requirement[] = checks.map((text, place) => ({
    id: `C${place + 1}`,
    text,
    by,
    verdict: 'unknown',
    issues: [],
    fix: '',
  }))
  return {
    judge(path, report, isCurrent) {
      const judged = passesGate(report) ? 'pass' : 'fail'
      const { issues, fix } = report
      requirements = requirements.map((one) => ({
        ...one,
        verdict: isCurrent ? judged : 'unknown',
        issues,
        fix,
      }))
      for (const requirement of requirements) runner.report(path, REQUIREMENT_KIND, requirement)
    },
    all: () => requirements,
  }
}
