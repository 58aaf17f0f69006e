import type { NounLines } from '../noun-lines.ts'

export const lines: NounLines = {
  unmade: {
    'seen by everyone, as a project, its members, images, sites, tracks, publication and catalog are': [
      'POST /jobs/:jobId/cancel',
      'POST /jobs/:jobId/retry'
    ]
  }
}
