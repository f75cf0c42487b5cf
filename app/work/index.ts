export { readUpload } from './read-upload.ts'
export { paperJobs, queuePapers, workOnPapers } from './work.ts'
