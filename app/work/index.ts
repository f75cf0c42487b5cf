export { paperJobs, type QueuedPapers, queuePapers, type WorkedPaper, workOnPapers } from './work.ts'
