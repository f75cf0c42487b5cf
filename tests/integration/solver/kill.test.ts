import { checkKills, KILLED_RUNS } from './kill-cases.ts'

checkKills(4, [...KILLED_RUNS.eigen1, ...KILLED_RUNS.rethinker])
