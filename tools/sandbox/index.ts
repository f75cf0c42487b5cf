export * from './ports.ts'
export { createRunner, type GuestKind } from './runner.ts'
export { systemCallFilter } from './system-calls.ts'
