import { checkLedger } from './ledger-cases.ts'

checkLedger(60)
