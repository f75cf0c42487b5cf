/** A vitest reporter: the ten slowest files and the whole run beside their budgets. It warns and never fails: time decides no test. */
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

interface Budget {
  readonly secondsPerFile: number
  readonly secondsPerRun: number
}

// Of one file, and of a run, on two cores without other load. Goals, not measurements.
const BUDGETS: Readonly<Record<string, Budget>> = {
  unit: { secondsPerFile: 5, secondsPerRun: 20 },
  integration: { secondsPerFile: 20, secondsPerRun: 220 },
  long: { secondsPerFile: 180, secondsPerRun: 720 },
}
const SHOWN = 10

export interface SuiteTime {
  readonly project: string
  readonly path: string
  readonly seconds: number
}

export function slowestSuites(): Reporter {
  let startedMs = 0
  return {
    onTestRunStart() {
      startedMs = performance.now()
    },
    onTestRunEnd(modules) {
      const seconds = (performance.now() - startedMs) / 1_000
      console.log(describeSlowest(modules.map(timeOf), seconds).join('\n'))
    },
  }
}

/** Importing what a file uses is part of its time. */
function timeOf(module: TestModule): SuiteTime {
  const { duration, collectDuration } = module.diagnostic()
  return {
    project: module.project.name,
    path: relative(process.cwd(), module.moduleId),
    seconds: (duration + collectDuration) / 1_000,
  }
}

export function describeSlowest(suites: readonly SuiteTime[], runSeconds: number): string[] {
  const slowest = suites.toSorted((a, b) => b.seconds - a.seconds).slice(0, SHOWN)
  const rows = slowest.map(({ project, path, seconds }) =>
    row(path, seconds, BUDGETS[project]?.secondsPerFile ?? Number.POSITIVE_INFINITY),
  )
  const projects = [...new Set(suites.map(({ project }) => project))]
  const budget = projects.reduce((sum, project) => sum + (BUDGETS[project]?.secondsPerRun ?? 0), 0)
  return ['', ' Slowest test files, with their budgets', ...rows, row('the whole run', runSeconds, budget)]
}

function row(name: string, seconds: number, budget: number): string {
  const warning = seconds > budget ? '  over budget' : ''
  return `  ${seconds.toFixed(1).padStart(6)} s of ${String(budget).padStart(3)} s  ${name}${warning}`
}
