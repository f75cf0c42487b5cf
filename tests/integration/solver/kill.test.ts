import { checkKills, KILLED_RUNS } from './kill-cases.ts'

checkKills(2, KILLED_RUNS.eigen1)
