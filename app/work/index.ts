export { readUpload } from './read-upload.ts'
export { paperJobs, type QueuedPapers, queuePapers, type WorkedPaper, workOnPapers } from './work.ts'
export { paperJobs, queuePapers, workOnPapers } from './work.ts'
