import type { NounLines } from '../noun-lines.ts'

export const lines: NounLines = {
  reads: {
    'GET /admin/people': [''],
    'GET /admin/invitations': [''],
    'GET /admin/storage': [''],
    'GET /admin/jobs': [''],
    'GET /admin/log': ['']
  },
  unmade: { 'refused to everyone but administrators': ['POST /admin/jobs/:jobId/cancel', 'POST /admin/jobs/:jobId/retry'] }
}
